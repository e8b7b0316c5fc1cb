"""Tables played by bots, with their entries and their secrets, so that copies can be compared with the service's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from domain.games import game, names
from domain.kernel.bots import chosen
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, Seat, Viewer
from domain.kernel.setup import Outcome, Place
from domain.record.canonical import b64
from domain.record.cases import DAY_MS
from domain.record.chain import SealedEntry
from domain.record.desk import About, CaseClaimed, CaseOpened, CheckStatus, Measure, RulingMade
from domain.record.entries import Clock, Confirm, Entry, NewOrder
from domain.record.keys import Secrets
from domain.record.lines import copy_line, data_line, header_line
from domain.record.texts import Note, Part, note_line, text_hash
from domain.table.cases import Call, Ruling, close_due, open_case, rule
from domain.table.live import Live
from domain.table.pausing import adjust_clock, note_outage, pause, resume, resume_unclaimed
from domain.table.play import declare_no_show, force_action, note_evidence, start, take_action
from domain.table.results import accept_result, adjust_result, confirm, note_verified
from domain.table.rewinding import go_back
from domain.table.seating import Opening, Sitting, abandon, leave_seat, name_hash, open_table, replace_seat, take_seat
from domain.table.table import Table
from domain.table.writing import Batch, Written

SECRETS = Secrets(bytes(range(32)), bytes(range(32, 64)))
BEGIN = 1_767_225_600_000  # ms since 1970: 2026-01-01 00:00 UTC


class Played(NamedTuple):
    """A table and all entries written for it."""

    table: Table
    entries: tuple[SealedEntry, ...]
    card_set: str | None = None
    texts: tuple[tuple[Note, int | None], ...] = ()  # and the seat that wrote each; what no officer opens is for all

    def record(self, viewer: Viewer = ARBITER) -> bytes:
        """Return a viewer's copy, made as the service makes it."""
        lines = [header_line(self.table.book.opened, viewer)]
        if self.card_set is not None:
            lines.append(data_line(card_set_digest(self.card_set.encode()), self.card_set))
        lines += [copy_line(entry, viewer, self.table.salts) for entry in self.entries]
        lines += [note_line(note) for note, seat in self.texts if self._reads(viewer, note, seat)]
        return b"".join(line + b"\n" for line in lines)

    def _reads(self, viewer: Viewer, note: Note, seat: int | None) -> bool:
        """Say whether a viewer reads a text, as docs/record-format.md says it in chapter 8."""
        said_to_all = self.entries[note.n - 1].kind == "ruling_made" and note.part == "/text"
        return viewer.everything or self.table.book.is_over or said_to_all or seat in viewer.seats


class Game:
    """A table on which bots play; every step takes a second and a little."""

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        options: Mapping[str, Any] | None = None,
        bot: str = "sensible",
        seed: int = 1,
        table: str = "audit-1",
        clock: Clock | None = None,
        card_set: str | None = None,
        entropy: bool = True,
        **opening: Any,
    ) -> None:
        title = game(name)
        text = None if card_set is None else card_set.encode()
        digest = None if text is None else card_set_digest(text)
        self.card_set = card_set
        self.entropy = entropy
        self.seed = seed
        self.lives: dict[int, Live | None] = {}
        self.bot_name = bot
        self.bot = title.bots[bot]
        self.whims = QuickChance(seed)
        self.at = BEGIN
        self.entries: list[SealedEntry] = []
        self.texts: list[tuple[Note, int | None]] = []
        asked = Opening(seats=seats, options=options or {}, clock=clock, data=digest, **opening)
        self.table: Table
        written = open_table(title.rules, asked, table=table, secrets=SECRETS, at=self.at, by="operator", card_set=text)
        self.add(written)
        for seat in range(seats):
            sitting = self.sitting(seat, bot if seat else None)
            self.add(take_seat(self.table, seat, sitting, at=self.tick(), by=f"seat:{seat}"))

    def sitting(self, player: int, bot: str | None = None) -> Sitting:
        """Return somebody who may sit down."""
        entropy = bytes((self.seed + player,)) * 32 if self.entropy else bytes(32)
        name = name_hash(f"Name {player}", b"salt")
        return Sitting(player=f"p{player}", name_hash=name, entropy=entropy, bot=bot)

    def add(self, written: Written) -> None:
        """Keep what was written."""
        self.table = written.table
        self.entries.extend(written.entries)
        self.lives[self.table.book.n] = self.table.live

    def tick(self, ms: int = 0) -> int:
        """Let some time pass."""
        self.at += ms or 1_000 + 7 * (len(self.entries) % 30)
        return self.at

    def start(self) -> Game:
        """Deal."""
        self.add(start(self.table, at=self.tick(), by="table"))
        return self

    def act(self, seat: Seat | None = None) -> None:
        """Let the bot of an awaited seat choose, the first one by default."""
        table = self.table
        assert table.live is not None
        seat = min(table.decisions) if seat is None else seat
        command = chosen(self.bot, table.rules, table.live.state, seat, self.whims)
        self.add(take_action(table, seat, command, at=self.tick(), seen=table.book.n))

    def force(self, seat: Seat, ms: int) -> None:
        """Let a seat's time run out."""
        self.add(force_action(self.table, seat, at=self.tick(ms)))

    def miss(self, seat: Seat, ms: int) -> None:
        """Let the organiser declare a seat a no-show."""
        self.add(declare_no_show(self.table, seat, at=self.tick(ms), by="organiser:o"))

    def play(self, actions: int = 10_000) -> Game:
        """Let bots act so many times, or to the end."""
        for _ in range(actions):
            if not self.table.decisions:
                break
            self.act()
        return self

    def done(self) -> Played:
        """Return what was played so far."""
        return Played(self.table, tuple(self.entries), self.card_set, tuple(self.texts))

    def reseat(self) -> Game:
        """Let seat 0 stand up and somebody else sit down, then a bot take over from that one."""
        self.add(leave_seat(self.table, 0, at=self.tick(), by="seat:0"))
        self.add(take_seat(self.table, 0, self.sitting(7), at=self.tick(), by="seat:0"))
        self.add(replace_seat(self.table, 0, self.sitting(8, self.bot_name), at=self.tick(), by="operator"))
        self.add(replace_seat(self.table, 0, self.sitting(9), at=self.tick(), by="operator"))
        return self

    def say(self, seat: Seat, command: Any) -> None:
        """Let a seat do something of our choice."""
        self.add(take_action(self.table, seat, command, at=self.tick(), seen=self.table.book.n))

    def rewind(self, to: int, order: NewOrder | None = None) -> None:
        """Go back to an entry, as an arbiter will be able to."""
        back = go_back(self.table, to, self.lives, at=self.tick(), by="arbiter:a", reason="mistake", order=order)
        self.add(back)

    def confirm(self, ms: int) -> None:
        """Let the clock confirm the result."""
        self.add(confirm(self.table, at=self.tick(ms)))

    def rule(self, *measures: Measure) -> None:
        """Let an arbiter open, claim and decide a case."""
        batch = Batch(self.table, self.tick())
        called = {"moment": "4", "about": "rule", "stops_play": False, "filed_at": batch.at}
        ruling = {"finding": "infraction", "grounds": ("rule 4",), "measures": measures}
        steps: tuple[tuple[Any, dict[str, Any]], ...] = ((CaseOpened, called), (CaseClaimed, {}), (RulingMade, ruling))
        for cls, members in steps:
            by = "operator" if cls is CaseOpened else "arbiter:a"
            batch.write(cls(n=batch.n, at=batch.at, by=by, case="c1", **members))
        self.add(batch.done())

    def award(self, seat: Seat) -> None:
        """Let the arbiter who has ruled so give the first place to a seat."""
        others = tuple([other for other in range(self.table.setup.seats) if other != seat])
        places = (Place(place=1, seats=(seat,)), Place(place=2, seats=others))
        outcome = Outcome(places=places, ended_by="ruling", reason="ruling")
        self.add(adjust_result(self.table, outcome, "c1", at=self.tick(), by="arbiter:a"))

    def verified(self, *failed: int) -> None:
        """Let an arbiter have the full record verified."""
        checks: list[CheckStatus] = ["failed" if number in failed else "passed" for number in range(1, 14)]
        self.add(note_verified(self.table, checks, at=self.tick(), by="arbiter:a"))

    def stop(self, cause: str = "arbiter", by: str = "arbiter:a", ms: int = 0) -> None:
        """Stop the play."""
        self.add(pause(self.table, cause, "dispute", at=self.tick(ms), by=by))

    def call(self, case: str, by: str, *, about: About = "rule", stops: bool = True) -> None:
        """Call the arbiter for the last entry."""
        call = Call(str(self.table.book.n), about, stops)
        self.add(open_case(self.table, case, call, at=self.tick(), by=by))

    def go_on(self, cause: str = "arbiter", by: str = "arbiter:a", ms: int = 0) -> None:
        """Take a cause of the pause away."""
        self.add(resume(self.table, cause, at=self.tick(ms), by=by))

    def lapse(self, ms: int) -> None:
        """Let the clock take away what no arbiter has claimed."""
        self.add(resume_unclaimed(self.table, at=self.tick(ms)))

    def adjust(self, seat: Seat, **to: Any) -> None:
        """Set a seat's clock."""
        self.add(adjust_clock(self.table, seat, "compensation", at=self.tick(), by="operator:k", **to))

    def down(self, ms: int) -> None:
        """Let the service be down for so long."""
        since = self.tick()
        self.add(note_outage(self.table, since=since, until=self.tick(ms)))

    def look(self) -> None:
        """Let an arbiter look at everything so far."""
        n = self.table.book.n
        self.add(note_evidence(self.table, viewer="all", first=1, last=n, at=self.tick(), by="arbiter:a", case="7"))

    def write(self, entry: type[Entry], **members: Any) -> None:
        """Write an entry of the desk by hand."""
        batch = Batch(self.table, self.tick())
        batch.write(entry(n=batch.n, at=batch.at, **members))
        self.add(batch.done())

    def text(self, text: str, part: Part, seat: int | None = None) -> str:
        """Return the hash of a text of the next entry, and keep the text."""
        salt = bytes([len(self.texts)]) * 16
        self.texts.append((Note(n=self.table.book.n + 1, part=part, salt=b64(salt), text=text), seat))
        return text_hash(salt, text)

    def abandon(self) -> Game:
        """Give the table up."""
        self.add(abandon(self.table, "emergency", at=self.tick(), by="operator"))
        return self


@cache
def duel() -> Played:
    """Return a whole game of Chanic Panic by two seats."""
    return Game("chanic_panic", 2, table="duel-1", label="A duel").start().play().done()


@cache
def four() -> Played:
    """Return a whole game of Chanic Panic by four seats, with Panic."""
    return Game("chanic_panic", 4, table="four-1", options={"panic": True}).start().play().done()


def _played(name: str, actions: int) -> Callable[[], Played]:
    @cache
    def table() -> Played:
        return Game(name, min(game(name).rules.seat_counts), table=f"{name}-1").start().play(actions).done()

    def played() -> Played:
        return table()

    played.__name__ = name
    return played


_OTHERS = [name for name in names() if name not in ("chanic_panic", "harbour")]  # these two have tables of their own
OTHERS = tuple([_played(name, 10_000) for name in _OTHERS])  # whole games
OTHERS_BEGUN = tuple([_played(name, 10) for name in _OTHERS])  # for what takes long

MINUTE = Clock(move_ms=60_000)
CARD_SET = "kind\tworth\tcopies\n" + "".join(
    f"{kind}\t{i}\t4\n" for i, kind in enumerate(("rum", "tea", "oil", "fur"), 1)
)


@cache
def harbour() -> Played:
    """Return a whole game of the harbour: other seats, a time-out, a look by an arbiter, a card set of its own."""
    game_ = Game("harbour", 3, bot="random", clock=MINUTE, card_set=CARD_SET, options={"rounds": 4}).reseat().start()
    for turn in range(200):
        if not game_.table.decisions:
            break
        if turn % 9 == 4:
            game_.force(min(game_.table.decisions), 61_000)
        else:
            game_.act()
        if turn == 6 and game_.table.book.status == "running":
            game_.look()
    return game_.done()


@cache
def went_back() -> Played:
    """Return a game of the harbour that went back three times, once to a place that was dropped before."""
    game_ = Game("harbour", 2, bot="random", seed=5, options={"rounds": 3}).start()
    first = game_.table.book.n
    game_.play(5)
    second = game_.table.book.n
    game_.rewind(first)
    game_.play(3)
    game_.rewind(second)
    game_.play(2)
    game_.rewind(game_.table.book.n - 1)
    return game_.play().done()


QUARTER = 900_000  # ms


@cache
def stopped() -> Played:
    """Return a duel that was stopped for every cause, went back meanwhile, had its clocks set, and was down once."""
    clock = Clock(move_ms=60_000, bank_ms=600_000)
    game_ = Game("chanic_panic", 2, table="stopped-1", clock=clock, arbiter_call="stop").start().play(3)
    game_.call("c7", "seat:1")
    game_.stop(ms=30_000)
    game_.rewind(game_.table.book.n - 3)
    game_.lapse(QUARTER)
    game_.go_on(ms=30_000)
    game_.play(2)
    game_.stop("ruler", "opener")
    game_.adjust(0, bank_ms=300_500)
    game_.go_on("ruler", "operator", ms=QUARTER)
    game_.adjust(min(game_.table.decisions), move_ms=90_000)
    game_.down(120_500)
    return game_.play().done()


def _worded(game_: Game) -> Game:
    """Let seat 1 call the arbiter while the play stands, and an arbiter rule with a part that waits for the end."""
    arbiter, case = "arbiter:b", "c-9"
    game_.stop()
    words = game_.text("Seat 0 has looked at my hand: A\u03c9 \U0001d11e", "/text", 1)
    at = game_.at
    game_.write(
        CaseOpened, by="seat:1", case=case, moment="5.0", about="rule", stops_play=False, filed_at=at, text=words
    )
    game_.write(CaseClaimed, by=arbiter, case=case)
    told = game_.text("Nobody could see anything.", "/text")
    held = game_.text("Seat 1 holds H7.", "/sealed_text")
    found: dict[str, Any] = {"finding": "no_infraction", "grounds": ("R14",), "measures": ("none",)}
    game_.write(RulingMade, by=arbiter, case=case, **found, text=told, sealed_text=held)
    game_.go_on()
    return game_


@cache
def worded() -> Played:
    """Return a duel with a case that was ruled in words, played to its end."""
    return _worded(Game("chanic_panic", 2, table="worded-1").start().play(3)).play().done()


@cache
def worded_so_far() -> Played:
    """Return the same duel soon after the ruling."""
    return _worded(Game("chanic_panic", 2, table="worded-1").start().play(3)).play(2).done()


@cache
def waited() -> Played:
    """Return a game of three whose result waited: one seat conceded, a bot sits there, the clock confirmed."""
    game_ = Game("chanic_panic", 3, table="waited-1", confirm=Confirm(window_ms=QUARTER)).start().play(8)
    game_.say(1, Concede())
    while game_.table.decisions:
        game_.act()
    game_.add(accept_result(game_.table, 0, at=game_.tick(), by="seat:0"))
    return game_.done()


@cache
def ruled() -> Played:
    """Return a duel that was stopped and ended by a ruling."""
    game_ = Game("chanic_panic", 2, table="ruled-1").start().play(8)
    game_.stop()
    game_.rule("result")
    game_.award(0)
    return game_.done()


@cache
def adjusted() -> Played:
    """Return a duel whose final result a ruling put another in place of."""
    game_ = Game("chanic_panic", 2, table="adjusted-1", secrets_open_at="never").start().play()
    game_.rule("result")
    game_.award(0)
    game_.verified()
    return game_.done()


@cache
def given_up() -> Played:
    """Return a game that was cancelled after some actions, its secrets open."""
    return Game("chanic_panic", 2, seed=3, table="given-up").start().play(12).abandon().done()


@cache
def voided() -> Played:
    """Return a game that a ruling made void while the play was stopped for its case, which the clock closed later."""
    game_ = Game("chanic_panic", 2, seed=3, table="voided-1", arbiter_call="stop").start().play(6)
    game_.call("c7", "seat:1")
    game_.write(CaseClaimed, by="arbiter:a", case="c7")
    void = partial(abandon, reason="void", at=game_.at, by="arbiter:a")
    game_.add(rule(game_.table, "c7", Ruling("undecided", ("void",)), [void], at=game_.at, by="arbiter:a"))
    game_.add(close_due(game_.table, at=game_.tick(DAY_MS)))
    return game_.done()


@cache
def unfinished() -> Played:
    """Return a duel in its middle."""
    return Game("chanic_panic", 2, seed=3).start().play(12).done()
