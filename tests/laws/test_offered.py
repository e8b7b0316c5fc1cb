"""What pages choose with, for every game over random play: each value has a place or words, each command a sentence."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from domain import games
from domain.audit.offered import Offered, offered, values_of
from domain.games import Title
from domain.kernel.display.board import Picture
from domain.kernel.display.wording import Wording, cards_of
from domain.kernel.display.words import Words, languages, words_in
from domain.kernel.legal import may_of, offers
from domain.kernel.seats import Seat, seat_viewer
from domain.table.table import Table
from tests.laws.tables import played, runs

pytestmark = [pytest.mark.no_cover, pytest.mark.long]

GAMES = [name for name in games.names() if games.game(name).saying is not None]
TABLES = 24  # of each game
STEPS = 120  # of a table
EVERY = 3  # one state of so many


def asked(table: Table, title: Title, words: Words) -> Any:
    """Yield each awaited seat with its picture."""
    live = table.live
    assert live is not None
    for seat in title.rules.to_act(live.state):
        view, may = title.rules.view(live.state, seat_viewer(seat)), may_of(title.rules, live.state, seat)
        yield seat, title.picture(view, words, may)


def check_values(title: Title, table: Table, seat: Seat, words: Words, picture: Picture) -> None:
    """Each offered value is a card or a panel of the picture, or has words of its own."""
    assert table.live is not None
    wording = Wording(words, cards_of(picture), title.hints)
    panels = {panel.seat for panel in picture.panels}
    for offer in offers(title.rules, table.live.state, seat):
        for path, domain in offer.fields.items():
            for value in values_of(domain):
                for one in value if isinstance(value, tuple | list) else (value,):
                    assert is_known(one, path, wording, panels), f"{title.rules.name}: {offer.command} {path} {one!r}"


def is_known(value: Any, path: str, wording: Wording, panels: set[int | None]) -> bool:
    if value is None or isinstance(value, bool) or wording.lies(value, path):
        return True
    if isinstance(value, int):
        return value in panels
    hints, words = wording.hints, wording.words
    own = hints.word(value, words) is not None or hints.called(value, words) is not None
    return own or words.catalogue.gettext(value) != value


def check_sentences(found: Offered, name: str) -> None:
    """No two commands of one answer say the same, and everything has a name."""
    said = [command.say for command in found.commands]
    assert len(set(said)) == len(said), name
    assert all(said), name
    for offer in found.offers:
        assert offer["label"]
        assert all(field["label"] for field in offer["fields"].values())


@pytest.mark.parametrize("name", GAMES)
def test_whatever_may_be_chosen_can_be_shown_and_said(name: str) -> None:
    """In every language; catalogues name what is neither a card nor a word of the glossary."""
    title = games.game(name)
    spoken = [words_in(language, title.package) for language in languages()]
    seen = 0
    for number, run in enumerate(islice(runs(name, 21), TABLES)):
        for step in islice(played(run, title.rules), 0, STEPS, EVERY):
            live = step.after.live
            assert live is not None
            if title.rules.outcome(live.state) is not None:
                continue
            words = spoken[number % len(spoken)].at_table(step.after.setup.data)
            for seat, picture in asked(step.after, title, words):
                check_values(title, step.after, seat, words, picture)
                check_sentences(offered(title, live.state, seat, words, picture), name)
                seen += 1
    assert seen > TABLES
