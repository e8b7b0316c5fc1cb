"""A throw-away game for records: hidden hands, a sealed deck, a secret choice that is shown, open and sealed draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, ClassVar

import msgspec

from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.game import GameRules
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Command, Concede, Fact, TimeOut
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Viewer
from domain.kernel.setup import Edition, Options, Outcome, Place, Setup
from domain.record.canonical import b64
from domain.record.chain import SealedEntry
from domain.record.desk import About, CaseClaimed, CaseOpened, CheckStatus, Measure, RulingMade
from domain.record.entries import PLAYED, BranchOf, Clock, Confirm, TableOpened
from domain.record.keys import Secrets
from domain.record.lines import copy_line, data_line, header_line
from domain.table.accepting import accept_ruling
from domain.table.branching import Leaving, open_branch, start_branch
from domain.table.cases import Call, Ruling, appeal, claim, close_due, dismiss, open_case, penalise, release, rule
from domain.table.casting import admit_caster, dismiss_caster
from domain.table.pausing import adjust_clock, note_outage, pause, resume, resume_unclaimed
from domain.table.play import declare_no_show, force_action, start, take_action
from domain.table.results import accept_result, adjust_result, confirm, note_verified
from domain.table.rewinding import go_back
from domain.table.seating import Opening, Sitting, leave_seat, name_hash, open_table, replace_seat, take_seat
from domain.table.table import Table
from domain.table.writing import Batch, Written

HAND = 3  # cards


class SampleOptions(Options, frozen=True, kw_only=True):
    """How long it takes."""

    rounds: int = 2


class DeckLaid(Fact, tag="deck_laid", frozen=True, kw_only=True):
    """The deck lies there in an order that nobody knows."""

    order: Annotated[tuple[str, ...] | None, Sealed()]


class CardsDealt(Fact, tag="cards_dealt", frozen=True, kw_only=True):
    """A seat gets cards."""

    seat: int
    cards: Annotated[tuple[str, ...], SeenBy("seat")]


class Begun(Fact, tag="begun", frozen=True, kw_only=True):
    """Somebody begins."""

    seat: int
    round: int


class CardChosen(Fact, tag="card_chosen", frozen=True, kw_only=True):
    """A seat has laid a card face down."""

    seat: int
    card: Annotated[str, SeenBy("seat")]


class CardsShown(Fact, tag="cards_shown", frozen=True, kw_only=True):
    """The cards laid down are turned."""

    reveals = ("choose", "card_chosen")
    cards: Annotated[tuple[str, ...], Public]
    round: int


class SeatLeft(Fact, tag="seat_out", frozen=True, kw_only=True):
    """A seat plays no more."""

    seat: int
    why: str


class Spoken(Fact, tag="spoken", frozen=True, kw_only=True):
    """A seat said something."""

    seat: int
    text: str


class Choose(Command, tag="choose", frozen=True, kw_only=True):
    """Lay a card face down."""

    card: str


class Speak(Command, tag="speak", frozen=True, kw_only=True):
    """Say something."""

    public: ClassVar[bool] = True
    text: str


class State(msgspec.Struct, frozen=True):
    """What lies on the table."""

    seats: int
    rounds: int
    kinds: tuple[str, ...]
    deck: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    chosen: tuple[str | None, ...] = ()
    out: frozenset[int] = frozenset()
    round: int = 0


FactTypes = DeckLaid | CardsDealt | Begun | CardChosen | CardsShown | SeatLeft | Spoken
KINDS = tuple(f"{suit}{rank}" for suit in "♥♠" for rank in range(1, 11))


class SampleRules(GameRules[State, Any, Any, Any]):
    """The rules."""

    name = "sample"
    title = "Sample"
    seat_counts = range(2, 5)
    editions: Mapping[int, Edition] = {1: Edition(version=1)}
    options = SampleOptions
    bad_options = "bad_options"
    command_types = (Choose, Speak)
    fact_types = FactTypes
    anytime = frozenset({Concede, Speak})
    prepares = True
    card_types = frozenset()

    def load_data(self, text: bytes) -> Any:
        """Parse a card set: one kind a line."""
        return tuple(text.decode().split())

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Accept everything."""

    def empty(self, setup: Setup) -> State:
        """Return the empty table."""
        return State(setup.seats, setup.options.rounds, setup.data or KINDS, (), ((),) * setup.seats)

    def deal(self, draft: Draft[State, Any], setup: Setup) -> None:
        """Deal three cards each."""
        kinds = draft.state.kinds
        order = tuple(kinds[i] for i in draft.chance.shuffle(len(kinds), "deck"))
        cut = setup.seats * HAND
        for seat in range(setup.seats):
            draft.emit(CardsDealt(seat=seat, cards=order[seat * HAND : seat * HAND + HAND]))
        draft.emit(DeckLaid(order=order[cut:]))
        draft.emit(Begun(seat=draft.chance.pick(setup.seats, "begins", open=True), round=1))

    def refuse(self, state: State, seat: int, command: Any) -> Refusal | None:
        """Refuse what makes no sense."""
        if seat not in range(state.seats) or seat in state.out or self.outcome(state) is not None:
            return Refusal("out", "turn", "You play no more.", "sample 1")
        if isinstance(command, Choose) and (state.chosen[seat] or command.card not in state.hands[seat]):
            return Refusal("not_yours", "rule", "You cannot choose this.", "sample 2")
        return None

    def decide(self, draft: Draft[State, Any], seat: int, command: Any) -> None:
        """Do it."""
        if isinstance(command, Speak):
            draft.emit(Spoken(seat=seat, text=command.text))
            draft.emit(Spoken(seat=seat, text="over"))
            return
        if isinstance(command, Concede) or (isinstance(command, TimeOut) and command.final):
            draft.emit(SeatLeft(seat=seat, why="concession" if isinstance(command, Concede) else "time"))
        else:
            card = command.card if isinstance(command, Choose) else draft.state.hands[seat][0]
            draft.emit(CardChosen(seat=seat, card=card))
        self._turn(draft)

    def _turn(self, draft: Draft[State, Any]) -> None:
        state = draft.state
        if self.outcome(state) is None and not self.to_act(state):
            draft.emit(CardsShown(cards=tuple(card for card in state.chosen if card), round=state.round + 1))
            if self.outcome(draft.state) is None:
                place = draft.chance.pick(len(draft.state.deck), "refill")
                draft.emit(CardsDealt(seat=min(set(range(state.seats)) - state.out), cards=(draft.state.deck[place],)))
                rest = draft.state.deck[:place] + draft.state.deck[place + 1 :]
                draft.emit(DeckLaid(order=rest))
                draft.emit(Begun(seat=draft.chance.pick(state.seats, "begins", open=True), round=state.round + 2))

    def evolve(self, state: State, fact: Any) -> State:
        """Fold a fact."""
        match fact:
            case DeckLaid(order=order):
                return msgspec.structs.replace(state, deck=order or ())
            case CardsDealt(seat=seat, cards=cards):
                hands = (*state.hands[:seat], state.hands[seat] + cards, *state.hands[seat + 1 :])
                return msgspec.structs.replace(state, hands=hands)
            case Begun():
                return msgspec.structs.replace(state, chosen=(None,) * state.seats)
            case CardChosen(seat=seat, card=card):
                hand = tuple(c for c in state.hands[seat] if c != card)
                hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
                chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
                return msgspec.structs.replace(state, hands=hands, chosen=chosen)
            case CardsShown():
                return msgspec.structs.replace(state, round=state.round + 1)
            case SeatLeft(seat=seat):
                return msgspec.structs.replace(state, out=state.out | {seat})
            case _:
                return state

    def normal(self, state: State, command: Any) -> Any:
        """Return the command as it is."""
        return command

    def to_act(self, state: State) -> Mapping[int, str]:
        """Return who has not chosen."""
        if self.outcome(state) is not None or not state.chosen:
            return {}
        return {
            seat: f"choose {state.round}"
            for seat in range(state.seats)
            if seat not in state.out and state.chosen[seat] is None
        }

    def menu(self, state: State, seat: int) -> tuple[Part, ...]:
        """Offer nothing; the samples are played by hand."""
        return ()

    def prepared_answer(self, state: State, seat: int) -> Any:
        """Seat 1 lays its only card by itself."""
        if seat == 1 and len(state.hands[1]) == 1:
            return Choose(card=state.hands[1][0])
        return None

    def view(self, state: State, viewer: Viewer) -> Any:
        """Return nothing."""

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the rounds are played or one seat is left."""
        if state.round < state.rounds and len(state.out) < state.seats - 1:
            return None
        still = tuple(seat for seat in range(state.seats) if seat not in state.out)
        places = [Place(place=1, seats=still)]
        if state.out:
            places.append(Place(place=2, seats=tuple(sorted(state.out))))
        return Outcome(places=tuple(places), ended_by="play" if len(still) > 1 else "concession", reason="rounds")

    def imagine(self, state: State, chance: Chance, told: Sequence[Any] = ()) -> State:
        """Return the state."""
        return state


RULES = SampleRules()
SECRETS = Secrets(bytes(range(32)), bytes(range(32, 64)))
MINUTE = Clock(move_ms=60_000)
PATIENT = Clock(bank_ms=3_600_000, delay_ms=2_000, grace_ms=500, no_show_ms=600_000)
BEGIN = 1_700_000_000_000  # ms since 1970
CARD_SET = "\n".join(f"♦{rank}" for rank in range(1, 21)) + "\n"


class Play:
    """A table played by a script; every step takes some time."""

    def __init__(
        self,
        table: str = "sample-1",
        *,
        seats: int = 3,
        rounds: int = 2,
        secrets: Secrets = SECRETS,
        entropy: bytes = b"e",
        card_set: str | None = None,
        clock: Clock = MINUTE,
        **opening: Any,
    ) -> None:
        self.at = BEGIN
        self.card_set = card_set
        text = None if card_set is None else card_set.encode()
        asked = Opening(
            seats=seats,
            options={"rounds": rounds},
            clock=clock,
            label="Tischrunde “Süd” \u007f\t1",
            data=None if text is None else card_set_digest(text),
            **opening,
        )
        self.table: Table
        self.entries: list[SealedEntry] = []
        self._add(open_table(RULES, asked, table=table, secrets=secrets, at=self.at, by="operator", card_set=text))
        for seat in range(seats):
            sitting = Sitting(
                player=f"p{seat}",
                name_hash=name_hash(f"Name {seat}", b"salt"),
                entropy=(entropy * 32)[:31] + bytes([seat]) if entropy else bytes(32),
            )
            self._add(take_seat(self.table, seat, sitting, at=self._tick(), by=f"seat:{seat}"))

    def _tick(self) -> int:
        self.at += 1_000 + 7 * len(self.entries)
        return self.at

    def _add(self, written: Written) -> None:
        self.table = written.table
        self.entries.extend(written.entries)

    def reseat(self) -> Play:
        """Let somebody leave and come back, and somebody be replaced."""
        sitting = Sitting(player="p9", name_hash=name_hash("Name 9", b"salt"), entropy=b"f" * 32)
        self._add(leave_seat(self.table, 0, at=self._tick(), by="seat:0"))
        self._add(take_seat(self.table, 0, sitting, at=self._tick(), by="seat:0"))
        self._add(replace_seat(self.table, 1, sitting, at=self._tick(), by="operator"))
        return self

    def cast(self, number: int, *seats: int) -> Play:
        """Let a caster see what some seats see."""
        hashed = name_hash(f"Caster {number}", b"salt")
        self._add(
            admit_caster(
                self.table, number, seats, player=f"c{number}", name_hash=hashed, at=self._tick(), by="operator"
            )
        )
        return self

    def dismiss(self, number: int) -> Play:
        """Let a caster see no more than everybody."""
        self._add(dismiss_caster(self.table, number, at=self._tick(), by="operator"))
        return self

    def start(self) -> Play:
        """Deal."""
        self._add(start(self.table, at=self._tick(), by="table"))
        return self

    def choose(self, seat: int, place: int = 0) -> Play:
        """Lay a card."""
        assert self.table.live is not None
        card = self.table.live.state.hands[seat][place]
        self._add(take_action(self.table, seat, Choose(card=card), at=self._tick(), seen=self.table.book.n))
        return self

    def say(self, seat: int, text: str = "Grüße") -> Play:
        """Say something."""
        self._add(take_action(self.table, seat, Speak(text=text), at=self._tick()))
        return self

    def force(self, seat: int) -> Play:
        """Let the time run out."""
        self.at += 60_000
        self._add(force_action(self.table, seat, at=self._tick()))
        return self

    def miss(self, seat: int) -> Play:
        """Let the opener declare a seat a no-show, after ten minutes."""
        self.at += 600_000
        self._add(declare_no_show(self.table, seat, at=self._tick(), by="organiser:o"))
        return self

    def stop(self, cause: str = "arbiter", by: str = "arbiter:a") -> Play:
        """Stop the play."""
        self._add(pause(self.table, cause, "dispute", at=self._tick(), by=by))
        return self

    def call(self, case: str, by: str, *, about: About = "rule", stops: bool = True, moment: str = "4") -> Play:
        """Call the arbiter, which stops the play."""
        self._add(open_case(self.table, case, Call(moment, about, stops), at=self._tick(), by=by))
        return self

    def desk(self, change: Callable[..., Written], *given: Any, **named: Any) -> Play:
        """Do something about a case."""
        self._add(change(self.table, *given, at=self._tick(), **named))
        return self

    def go_on(self, cause: str = "arbiter", by: str = "arbiter:a") -> Play:
        """Take a cause of the pause away, five minutes later."""
        self.at += 300_000
        self._add(resume(self.table, cause, at=self._tick(), by=by))
        return self

    def lapse(self) -> Play:
        """Let a case lie for so long that play goes on."""
        self.at += 900_000
        self._add(resume_unclaimed(self.table, at=self._tick()))
        return self

    def adjust(self, seat: int, ms: int) -> Play:
        """Set what is left in a seat's bank."""
        self._add(adjust_clock(self.table, seat, "penalty", at=self._tick(), by="operator:o", bank_ms=ms))
        return self

    def down(self) -> Play:
        """Let the service be down for ten minutes."""
        since = self._tick()
        self.at += 600_000
        self._add(note_outage(self.table, since=since, until=self._tick()))
        return self

    def concede(self, seat: int) -> Play:
        """Leave the game."""
        self._add(take_action(self.table, seat, Concede(), at=self._tick()))
        return self

    def accept(self, seat: int) -> Play:
        """Accept the result."""
        self._add(accept_result(self.table, seat, at=self._tick(), by=f"seat:{seat}"))
        return self

    def confirm(self) -> Play:
        """Let the window of the result be over."""
        self.at += 60_000
        self._add(confirm(self.table, at=self._tick()))
        return self

    def rule(self, *measures: Measure) -> Play:
        """Let an arbiter claim and decide a case of an operator."""
        batch = Batch(self.table, self._tick())
        called = {"moment": "4", "about": "rule", "stops_play": False, "filed_at": batch.at}
        ruling = {"finding": "infraction", "grounds": ("sample 2",), "measures": measures}
        steps: tuple[tuple[Any, dict[str, Any]], ...] = ((CaseOpened, called), (CaseClaimed, {}), (RulingMade, ruling))
        for cls, members in steps:
            by = "operator" if cls is CaseOpened else "arbiter:a"
            batch.write(cls(n=batch.n, at=batch.at, by=by, case="c1", **members))
        self._add(batch.done())
        return self

    def award(self) -> Play:
        """Give the first place to seat 1."""
        places = (Place(place=1, seats=(1,)), Place(place=2, seats=(0,)))
        outcome = Outcome(places=places, ended_by="ruling", reason="ruling")
        self._add(adjust_result(self.table, outcome, "c1", at=self._tick(), by="arbiter:a"))
        return self

    def verify(self) -> Play:
        """Let an arbiter have the full record verified."""
        checks: tuple[CheckStatus, ...] = ("passed",) * 12 + ("not_possible",)
        self._add(note_verified(self.table, checks, at=self._tick(), by="arbiter:a"))
        return self

    def rewind(self, to: int, live: Any) -> Play:
        """Go back to an entry; `live` is the live line after it."""
        batch = Batch(self.table, self._tick())
        write_rewind(batch, to, live)
        self._add(batch.done())
        return self

    def round(self) -> Play:
        """Let everybody awaited choose, in their order."""
        for seat in sorted(self.table.decisions):
            if seat in self.table.decisions:
                self.choose(seat)
        return self

    def record(self, viewer: Viewer | None = None) -> bytes:
        """Return the copy of a viewer, the full one by default."""
        return record_of(self.table, self.entries, viewer or Viewer(everything=True), self.card_set)


def write_rewind(batch: Batch, to: int, live: Any) -> None:
    """Write a rewind; `live` is the live line after entry `to`."""
    back = go_back(batch.table, to, {to: live}, at=batch.at, by="arbiter:a", reason="mistake")
    batch.table = back.table
    batch.entries += back.entries


def record_of(table: Table, entries: Sequence[SealedEntry], viewer: Viewer, card_set: str | None = None) -> bytes:
    """Return a copy of a table as a file."""
    opened: TableOpened = table.book.opened
    lines = [header_line(opened, viewer)]
    if card_set is not None:
        lines.append(data_line(card_set_digest(card_set.encode()), card_set))
    lines.extend(copy_line(entry, viewer, table.salts) for entry in entries)
    return b"".join(line + b"\n" for line in lines)


@cache
def full_play() -> Play:
    """Return a whole table with everything that these records can hold."""
    play = Play(rounds=3, card_set=CARD_SET).reseat().start().say(2).choose(0).say(0, 'no\nline \\ "quoted" \u2028 ?')
    return play.choose(1).force(2).choose(2).say(1).round().round()


SCRIPTS: Mapping[str, Callable[[], Play]] = {
    "whole": full_play,
    "short": lambda: Play(seats=2, rounds=1).start().round(),
    "no_entropy": lambda: Play(seats=2, rounds=1, entropy=b"").start().round(),
    "closed": lambda: Play(seats=2, rounds=1, secrets_open_at="never").start().round(),
    "unfinished": lambda: Play().start().choose(0),
    "no_show": lambda: Play(clock=PATIENT).start().choose(0).say(1).miss(1).choose(2).round(),
    "cast": lambda: Play().cast(1, 0, 2).reseat().cast(1, 2).start().cast(2, 1, 0).choose(0).dismiss(1).dismiss(2),
    "opened_only": lambda: Play(seats=2),
}


def stopped_play() -> Play:
    """Return a table that was stopped for all causes and down once, with a clock adjusted and a no-show at the end."""
    play = Play(clock=PATIENT, arbiter_call="stop").start().stop().call("c7", "seat:1").go_on().lapse().choose(0)
    play.stop("ruler", "opener").adjust(1, 3_000_000).go_on("ruler", "operator:o").down().say(1).miss(1)
    return play.choose(2).round()


def rewound_play() -> Play:
    """Return a table that went back to its deal once and then to a rewound place, and was played to its end."""
    play = Play(seats=2).start()
    lives = {play.table.book.n: play.table.live}
    first = play.table.book.n
    play.round()
    second = play.table.book.n
    lives[second] = play.table.live
    play.rewind(first, lives[first]).round().rewind(second, lives[second])
    return play.round()


class Branched(Play):
    """A branch that leaves from where another table stands."""

    def __init__(self, parent: Play, table: str = "sample-2", secrets: Secrets = SECRETS) -> None:
        self.at, self.card_set, self.entries = parent.at, parent.card_set, []
        self.table = parent.table
        book, facts = parent.table.book, _facts(parent)
        here = BranchOf(table=parent.table.id, n=book.n, hash=b64(book.head))
        text = None if parent.card_set is None else parent.card_set.encode()
        moment = Leaving(opened=book.opened, branch_of=here, at=parent.at, facts=facts, card_set=text)
        self._add(open_branch(RULES, moment, table=table, secrets=secrets))
        for seat in range(book.opened.seats):
            sitting = Sitting(player=f"b{seat}", name_hash=name_hash(f"Name {seat}", b"salt"), entropy=b"b" * 32)
            self._add(take_seat(self.table, seat, sitting, at=self._tick(), by="branch"))
        self._add(start_branch(self.table, facts, at=self._tick()))


def _facts(play: Play) -> tuple[Fact, ...]:
    """Return all facts of a table that never went back."""
    codec = play.table.codec
    entries = [
        codec.opened(codec.public(sealed.public), {pointer: value for pointer, value, _ in sealed.secrets})
        for sealed in play.entries
    ]
    return tuple(fact for entry in entries if isinstance(entry, PLAYED) for fact in entry.facts)


def branch_play() -> Play:
    """Return a branch of an unfinished table, played to its end."""
    play = Branched(Play(seats=2).start().choose(0))
    return play.round().round()


def waited_play() -> Play:
    """Return a table whose result waits for every seat, after one that a rewind took back."""
    play = Play(seats=2, rounds=1, confirm=Confirm(window_ms=3_600_000)).start()
    first, live = play.table.book.n, play.table.live
    play.round().accept(1).rewind(first, live)
    return play.round().accept(0).accept(1)


def late_play() -> Play:
    """Return a table whose result is confirmed by the clock, a seat having conceded."""
    play = Play(seats=3, confirm=Confirm(window_ms=60_000)).start().concede(2).choose(0).concede(1)
    return play.confirm()


def ruled_play() -> Play:
    """Return a table whose result is another by a ruling, and whose secrets stay closed: an arbiter verified it."""
    return Play(seats=2, rounds=1, secrets_open_at="never").start().round().rule("result").award().verify()


def stopped_by_ruling_play() -> Play:
    """Return a table that a ruling ended in its midst, and that was stopped for it."""
    return Play(seats=2, confirm=Confirm(window_ms=60_000)).start().choose(0).stop().rule("result").award()


def judged_play() -> Play:
    """Return a table with a case that was appealed and one that the clock closed; the first stopped the play."""
    anna, bela, hour = "arbiter:anna", "arbiter:bela", 3_600_000
    play = Play(seats=2, rounds=1, arbiter_call="stop", appeal_ms=hour, file_ms=hour).start().choose(0)
    play.call("c1", "seat:1").desk(claim, "c1", by=anna).desk(release, "c1", by=anna).desk(claim, "c1", by=anna)
    warn = partial(penalise, seat=0, penalty="warning", case="c1", at=0, by=anna, points=1)
    words = Ruling("infraction", ("penalty", "words"), ("Turns",), text="A" * 43, sealed_text="A" * 43)
    play.desk(rule, "c1", words, [warn], by=anna).desk(appeal, "c1", by="seat:0").desk(claim, "c1", by=bela)
    play.go_on("case:c1", bela).desk(rule, "c1", Ruling("undecided", ("none",)), by=bela).choose(1).round()
    play.call("c2", "opener", about="conduct", stops=False).desk(claim, "c2", by=anna)
    play.desk(dismiss, "c2", "unfounded", by=anna)
    play.at += hour
    return play.desk(close_due)


def accepted_play() -> Play:
    """Return a table that was taken back and went on as all accepted that: the table for a seat that had conceded."""
    play = Play(seats=3, arbiter_call="stop").start().concede(2)
    to, live = play.table.book.n, play.table.live
    play.choose(0).call("c1", "seat:1").desk(claim, "c1", by="arbiter:a")
    back = partial(go_back, to=to, lives={to: live}, at=0, by="arbiter:a", reason="mistake", case="c1")
    play.desk(rule, "c1", Ruling("infraction", ("rewind",)), [back], by="arbiter:a")
    play.desk(accept_ruling, "c1", 0, by="seat:0").desk(accept_ruling, "c1", 1, by="seat:1")
    return play.choose(1).concede(1)


GOOD = {
    "judged": judged_play,
    "accepted": accepted_play,
    "ruled": ruled_play,
    "stopped_by_ruling": stopped_by_ruling_play,
    **SCRIPTS,
    "waited": waited_play,
    "late": late_play,
    "stopped": stopped_play,
    "rewound": rewound_play,
    "branch": branch_play,
}
