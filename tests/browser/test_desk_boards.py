"""The boards at the desk are as high as what they hold, and lie over no text, for every game and at every width."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visits
from tests.browser.views import Home, case, desks, look_and_ask
from tests.browser.visitor import SIDEWAYS, resized

GUARD = "desk-panzer"  # the board that collapsed; the other games in the soak
WIDTHS = (360, 390, 768, 1000, 1440)
# Panels, hands and cells that reach below the board that holds them; and boards that lie over what follows them.
ASTRAY = """() => [...document.querySelectorAll('.eyes')].flatMap((eyes) => {
  const low = (one) => one.getBoundingClientRect().bottom;
  const board = eyes.querySelector('.board');
  const held = [...board.querySelectorAll('.panel, .head, .zones, .cell')].filter((one) => one.getClientRects().length);
  const inside = held.filter((one) => low(one) > low(board) + 1);
  const app = eyes.querySelector('.app');
  const top = (one) => one.getBoundingClientRect().top;
  const after = [...eyes.children].slice([...eyes.children].indexOf(app) + 1);
  const over = after.filter((one) => top(one) < low(app) - 1 || top(one) < low(board) - 1);
  return [...inside, ...over].map((one) => `${one.className} of ${eyes.ariaLabel}`);
})"""


@pytest.mark.parametrize(
    "name", [one if one == GUARD else pytest.param(one, marks=pytest.mark.soak) for one in desks()]
)
def test_a_board_at_the_desk_is_as_high_as_what_it_holds(visits: Visits, home: Home, name: str) -> None:
    page = visits(home.url).page
    case(name)(page, home)
    look_and_ask(page)
    for width in WIDTHS:
        resized(page, width, 740)
        assert page.evaluate(ASTRAY) == [], width
        assert not page.evaluate(SIDEWAYS), width
