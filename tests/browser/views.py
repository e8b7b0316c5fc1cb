"""The pages of a service as people meet them, by names: every page, and a table's in each state of choosing.

For looking at, and for tests that want to see all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import FilePayload, Page

from tests.api.server import Server
from tests.browser.placed import KEY, Moment, Placed, arbiter, place
from tests.record.sample import full_play

SHORT = {"deck_size": 40, "opposing_sides": True}
MOMENTS: Mapping[str, Moment] = {
    "chanic": Moment("chanic_panic", 50, 4, {"panic": True}),
    "chanic-ten": Moment("chanic_panic", 80, 10),
    "fightdrome": Moment("fightdrome", 9),
    "inviter": Moment("panic_clan_inviter", 50, 3),
    "panzer": Moment("panzer_clash", 60, 2, SHORT),
}
GAMES = ("chanic", "fightdrome", "inviter", "panzer")
ENDED = {f"{name}-ended": moment._replace(at=None) for name, moment in MOMENTS.items()}
CLOSER: Mapping[str, Moment] = {  # where there is the least room
    "panzer-first": Moment("panzer_clash", 0),
    "panzer-late": Moment("panzer_clash", 110, 2, SHORT),
    "panzer-twin": Moment("panzer_clash", 76, 2, SHORT),  # the like of a card that can be played lies in the Junkyard
}
LATE: Mapping[str, Moment] = {  # some decisions before the end, which is played against a bot
    "fightdrome-late": Moment("fightdrome", 44, bots=True),
    "inviter-late": Moment("panic_clan_inviter", 36, bots=True),
}
PICKABLE = ".is-lit > [data-stop]:visible, .head-button.is-lit:visible, .chip[aria-pressed=false]:visible"
RECAP = ':text-is("What happened?"), :text-is("何があった？")'  # which leads to the past, and chooses nothing
BUTTONS = f".actions .button:not(.is-quiet, .is-primary):not({RECAP})"
DESK = "desk"  # what the names of tables begin with that arbiters are called to
PICKS = 30  # until a command is ready; more is a way that leads nowhere
CHOOSING = "() => ['idle', 'ready'].includes(document.body.dataset.state)"


class Home(NamedTuple):
    """A service and the tables that stand there, each called by its name."""

    server: Server
    tables: Mapping[str, Placed]
    key: str  # of an arbiter
    cases: Mapping[str, str]  # of the tables `desk…`: one that nobody has claimed, `NAME-open`, and the arbiter's own

    @property
    def url(self) -> str:
        """The address of the lobby, without a slash."""
        return self.server.url.removesuffix("/api/v1")

    def entries(self) -> dict[str, int]:
        """Return how many entries each of the tables has by now."""
        listed = self.server.call("GET", "/tables?limit=100").body["tables"]
        return {one["id"]: one["n"] for one in listed if one["id"] in self.tables}


Way = Callable[[Page, Home], None]


class View(NamedTuple):
    """A page in a state, and how it is reached."""

    name: str
    reach: Way


@contextmanager
def housed(folder: Path, names: Mapping[str, Moment]) -> Iterator[Home]:
    """Run a service with tables that stand at moments."""
    database = folder / "views.db"
    tables = place(str(database), names)
    key = arbiter(str(database))
    with Server(database, MATCHLEDGER_SERVER_KEY=KEY.hex()) as server:
        cases: dict[str, str] = {}
        for name in filter(at_desk, tables):
            cases |= _called(server, name, tables[name], key)
        yield Home(server, tables, key, cases)


def at_desk(name: str) -> bool:
    """Tell whether arbiters are called to a table."""
    return name.startswith(DESK)


def desks() -> Mapping[str, Moment]:
    """Return a table of each game that arbiters are called to."""
    return {f"{DESK}-{name}": MOMENTS[name] for name in GAMES}


def _called(server: Server, at: str, table: Placed, key: str) -> dict[str, str]:
    """Call the arbiter from two seats, quietly: the table stays as it is."""
    cases = {}
    for seat, name in ((0, f"{at}-open"), (1, at)):
        body = {"about": "rule", "text": "There was a card too many.", "moment": str(table.n)}
        token = table.seat(seat).partition("=")[2]
        cases[name] = server.call("POST", f"/tables/{table.table}/cases", body, token=token).body["case"]
    assert server.call("POST", f"/cases/{cases[at]}/claim", {}, token=key).status == 200
    return cases


def everything() -> Mapping[str, Moment]:
    """Return the tables that all views need."""
    return {**MOMENTS, **ENDED, **desks()}


def views() -> tuple[View, ...]:
    """Return all views: those without a table, then those of each game."""
    plain = (View("lobby", _lobby), View("lobby-open", _lobby_open), View("verify", _verify), View("checked", _checked))
    return (*plain, *_of_desk(), *[view for name in MOMENTS for view in _of_table(name)])


def _of_desk() -> tuple[View, ...]:
    return (
        View("desk-door", _door),
        View("desk-list", _list),
        View("desk-open", case(f"{DESK}-{GAMES[0]}-open")),
        *[View(name, _then(case(name), look_and_ask)) for name in desks()],
        View("desk-confirm", _then(case(f"{DESK}-{GAMES[0]}"), _confirm)),
    )


def _of_table(name: str) -> tuple[View, ...]:
    return (
        View(f"{name}-idle", _at(name)),
        View(f"{name}-picking", _then(_at(name), _pick)),
        View(f"{name}-ready", _then(_at(name), _ready)),
        View(f"{name}-waiting", _other(name)),
        View(f"{name}-ended", _end(name)),
        View(f"{name}-review", _review(name)),
    )


def _then(first: Way, second: Callable[[Page], None]) -> Way:
    def reach(page: Page, home: Home) -> None:
        first(page, home)
        second(page)

    return reach


def _at(name: str) -> Way:
    """Sit at a table and be asked."""

    def reach(page: Page, home: Home) -> None:
        page.goto(home.url + home.tables[name].seat(0))
        page.wait_for_selector("body[data-n]")
        page.wait_for_function(CHOOSING)

    return reach


def _pick(page: Page) -> None:
    """Pick something after which there is still something to pick, if there is anything of the kind."""
    for number in range(page.locator(PICKABLE).count()):
        page.locator(PICKABLE).nth(number).click(position={"x": 6, "y": 6})
        if page.evaluate("() => document.body.dataset.state") == "picking":
            return
        page.keyboard.press("Escape")
    page.locator(BUTTONS).first.click()


def _ready(page: Page) -> None:
    """Pick until a command is ready."""
    for _ in range(PICKS):
        if page.locator(".actions .is-primary").count():
            return
        lit = page.locator(PICKABLE)
        if lit.count():
            lit.first.click(position={"x": 6, "y": 6})
        else:
            page.locator(BUTTONS).first.click()
    raise AssertionError("nothing becomes ready: " + page.inner_text(".prompt"))


def _other(name: str) -> Way:
    """Sit where nobody is asked."""

    def reach(page: Page, home: Home) -> None:
        table = home.tables[name]
        seat = next(seat for seat in range(table.seats) if seat not in table.awaited)
        page.goto(home.url + table.seat(seat))
        page.wait_for_selector("body[data-state=waiting]")

    return reach


def _end(name: str) -> Way:
    def reach(page: Page, home: Home) -> None:
        page.goto(home.url + home.tables[f"{name}-ended"].seat(0))
        page.wait_for_selector("body[data-status=confirmed]")

    return reach


def _review(name: str) -> Way:
    """Stand in the middle of a game, as a seat."""

    def reach(page: Page, home: Home) -> None:
        table = home.tables[f"{name}-ended"]
        page.goto(f"{home.url}{table.path}/review#{table.n // 2}/seat:0")
        page.wait_for_selector(".dock.is-review")

    return reach


def _lobby(page: Page, home: Home) -> None:
    page.goto(f"{home.url}/")
    page.wait_for_selector(".game .button")


def _lobby_open(page: Page, home: Home) -> None:
    _lobby(page, home)
    for summary in page.locator("main summary").all():
        summary.click()


def _verify(page: Page, home: Home) -> None:
    page.goto(f"{home.url}/verify")
    page.wait_for_selector("input[type=file]", state="attached")


def _checked(page: Page, home: Home) -> None:
    _verify(page, home)
    record = FilePayload(name="table.ndjson", mimeType="application/x-ndjson", buffer=full_play().record())
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector(".is-sound")


def _door(page: Page, home: Home) -> None:
    page.goto(f"{home.url}/desk")
    page.wait_for_selector("input[name=key]")


def _list(page: Page, home: Home) -> None:
    page.goto(f"{home.url}/desk#key={home.key}")
    page.wait_for_selector(".case-row")


def case(name: str) -> Way:
    """Open a case at the desk."""

    def reach(page: Page, home: Home) -> None:
        _list(page, home)
        page.locator(f"a[href='#{home.cases[name]}']").click()
        page.wait_for_selector(".eyes .board")

    return reach


def look_and_ask(page: Page) -> None:
    """Look at every hand for the case that is open, and ask what going back would cost."""
    page.locator(".look-first .button").click()
    page.wait_for_selector(".side-by-side .eyes + .eyes .board")
    page.locator(".asking .button").click()
    page.wait_for_selector(".ways")


def _confirm(page: Page) -> None:
    page.locator(".ruling select").first.select_option("infraction")
    page.locator(".ruling button[type=submit]").click()
    page.wait_for_selector("dialog[open]")
