"""A damage report in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, assert_never

from domain.audit.damage.report import Damage, LearnedCards, Reason, SeatDamage, Spot, Way
from domain.audit.timeline import Timeline, parse_address
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import SPECTATOR, Seat

GRADES = {"clean": "clean", "slight": "slight", "serious": "serious", "irreparable": "irreparable"}

WAYS = {
    "leave": "Leave it, and rule",
    "keep": "Go back, with the orders kept",
    "reshuffle": "Go back, with what lies face down in a new order",
    "adjust": "Adjust the result",
    "void": "Void the table, and open the next one of the series",
}

OBSTACLES = {
    "not_dealt": "Not possible: nothing was dealt there yet.",
    "nothing_after": "Nothing would be taken back.",
    "ended": "Not possible: the table has ended for good.",
}

LAYS = {
    "held": "Going back: in that hand again.",
    "may be held": "Going back: perhaps in that hand again.",
    "unseen": "Going back: perhaps face down again.",
    "open": "Going back: of no use.",
}


class Said(NamedTuple):
    """A heading and the sentences below it."""

    heading: str
    sentences: tuple[str, ...]


class Teller:
    """Tells a report on a record. `card` names a card, `time` says how long so many milliseconds are."""

    def __init__(
        self, timeline: Timeline, words: Words, card: Callable[[str], str], time: Callable[[int], str]
    ) -> None:
        self._timeline = timeline
        self._words = words
        self._card = card
        self._time = time

    def told(self, report: Damage, seats: Sequence[Seat]) -> list[Said]:
        """Return everything but the ways out: the table as a whole, then each of these seats."""
        words = self._words
        found = [Said(words.say("What would be taken back"), tuple(self._taken_back(report)))]
        if report.revealed:
            found.append(Said(words.say("Choices made under seal and opened since"), tuple(self._revealed(report))))
        of_seats = [
            Said(plain(words.seat(seat.seat)), tuple(self._of_seat(report, seat)))
            for seat in report.seats
            if seat.seat in seats
        ]
        return [*found, *of_seats]

    def ways(self, report: Damage) -> list[Said]:
        """Return the ways out, each with what it costs."""
        return [Said(self.way(way), tuple(self._costs(report, way))) for way in report.ways]

    def way(self, way: Way) -> str:
        """Return what a way is called, with its grade."""
        name = self._words.say(WAYS[way.code])
        if way.grade is None or way.obstacle not in (None, "ended"):
            return name
        return self._words.say("{way}: {grade}", way=name, grade=self._words.say(GRADES[way.grade]))

    def _taken_back(self, report: Damage) -> Iterator[str]:
        words = self._words
        if not report.taken_back:
            yield words.say("Nothing: nobody has acted on the live line since entry {n}.", n=report.to)
        else:
            yield words.count(
                "One entry of play: {entries}.",
                "{n} entries of play: {entries}.",
                len(report.taken_back),
                entries=runs(report.taken_back),
            )
        if report.restored:
            yield words.say("Taken up again, though taken back before: {entries}.", entries=runs(report.restored))
        if report.draws:
            draws = [
                words.say("{purpose} ×{n}", purpose=words.term(draw.purpose), n=draw.count) for draw in report.draws
            ]
            yield words.say("Chance was asked for: {draws}.", draws=words.row(draws))
        yield from self._isolated(report)
        if report.at_least:
            yield words.say("This copy hides what others learned: everything here is the least, and may be more.")

    def _isolated(self, report: Damage) -> Iterator[str]:
        first, built_on = report.isolation.first, report.isolation.built_on
        if first is None:
            return
        if report.isolation.isolated:
            yield self._words.say("Entry {n} stands alone: nobody has decided anything after it.", n=first)
        else:
            yield self._words.count(
                "Entry {first} does not stand alone: one decision came after it, in {entries}.",
                "Entry {first} does not stand alone: {n} decisions came after it, in {entries}.",
                len(built_on),
                first=first,
                entries=runs(built_on),
            )

    def _revealed(self, report: Damage) -> Iterator[str]:
        """Yield what each fact that opened choices said, and whose they were."""
        words = self._words
        for opened, choices in itertools.groupby(report.revealed, lambda choice: choice.opened):
            sentence = self._sentence(opened)
            if sentence is not None:
                yield f"{opened}: {sentence}"
            for choice in choices:
                told = words.say(
                    "{seat} chose under seal in entry {n}; {others} learned it in {opened}.",
                    seat=words.seat(choice.seat),
                    n=choice.n,
                    others=words.seats(choice.learned_by),
                    opened=opened,
                )
                after = words.say("It would be chosen anew.") if choice.anew else words.say("The choice stays.")
                yield plain(self._in_a_row(told, after))

    def _sentence(self, address: str) -> str | None:
        """Return what the game says of a fact."""
        at = parse_address(address)
        told = dict(self._timeline.sentences(at.n, SPECTATOR, self._words))
        return None if told.get(at) is None else plain(told[at])

    def _of_seat(self, report: Damage, seat: SeatDamage) -> Iterator[str]:
        words = self._words
        ways: dict[object, list[LearnedCards]] = {}
        for learned in seat.learned:
            way = (learned.origin, learned.place, learned.lay, learned.hidden_from)
            ways.setdefault(way, []).append(learned)
        for alike in ways.values():
            yield plain(self._learned(alike, at_least=report.at_least))
        if not report.placed and seat.told:
            facts = words.row(list(seat.told))
            yield words.say(
                "It was told more than others in {facts}; the game does not say where cards lie.", facts=facts
            )
        if seat.withheld:
            yield words.count(
                "It was told one value more, which this copy hides.",
                "It was told {n} values more, which this copy hides.",
                seat.withheld,
            )
        if not (seat.learned or seat.withheld or (seat.told and not report.placed)):
            yield words.say("It has learned of no card.")
        yield from self._decided(seat)

    def _learned(self, alike: Sequence[LearnedCards], *, at_least: bool) -> str:
        """Return cards that came the same way, and mean the same, as one sentence."""
        words, one = self._words, alike[0]
        cards, origin = words.row([self._counted(learned) for learned in alike]), self._spot(one.origin)
        if one.place is None or one.place == one.origin:
            text = words.say("From {origin}: {cards}.", origin=origin, cards=cards)
        else:
            text = words.say(
                "From {origin} to {place}: {cards}.", origin=origin, place=self._spot(one.place), cards=cards
            )
        hidden = []
        if one.hidden_from:
            hidden = [words.say("Still hidden from {seats}.", seats=words.seats(one.hidden_from))]
        lay = "may be held" if one.lay == "held" and at_least else one.lay
        return self._in_a_row(text, words.say(LAYS[lay]), *hidden)

    def _counted(self, learned: LearnedCards) -> str:
        card = self._card(learned.card)
        if learned.count > 1:
            card = self._words.say("{purpose} ×{n}", purpose=card, n=learned.count)
        return self._words.say("{card} ({address})", card=card, address=learned.address)

    def _decided(self, seat: SeatDamage) -> Iterator[str]:
        words = self._words
        live = [decision for decision in seat.decisions if not decision.undone]
        undone = len(seat.decisions) - len(live)
        if live:
            yield words.count(
                "It has decided once, in {entries}, and thought for {time}.",
                "It has decided {n} times, in {entries}, and thought for {time}.",
                len(live),
                entries=runs([decision.n for decision in live]),
                time=self._time(seat.used_ms),
            )
        if undone:
            yield words.count(
                "One more decision was taken back before.", "{n} more decisions were taken back before.", undone
            )

    def _in_a_row(self, first: str, *others: str) -> str:
        """Return sentences one after the other, with a space between them where the language has one."""
        for other in others:
            first = self._words.say("{sentence} {other}", sentence=first, other=other)
        return first

    def _spot(self, spot: Spot) -> str:
        if spot.seat is None:
            return spot.label
        return self._words.say("{label} of {seat}", label=spot.label, seat=self._words.seat(spot.seat))

    def _costs(self, report: Damage, way: Way) -> Iterator[str]:
        words = self._words
        if way.obstacle is not None:
            yield words.say(OBSTACLES[way.obstacle])
            if way.obstacle != "ended":
                return
        match way.code:
            case "leave":
                yield words.say("Nothing is taken back. What came of the error stays, and so does what was learned.")
            case "keep" | "reshuffle":
                yield from self._costs_of_going_back(report, way)
            case "adjust":
                yield self._counts_no_more(way)
            case "void":
                yield self._counts_no_more(way)
                yield words.say("All is dealt anew: what was learned at this table tells nothing of the next.")
            case _:
                assert_never(way.code)

    def _costs_of_going_back(self, report: Damage, way: Way) -> Iterator[str]:
        words = self._words
        if way.decisions:
            yield words.count(
                "One decision is taken back, with {time} of thinking.",
                "{n} decisions are taken back, with {time} of thinking.",
                way.decisions,
                time=self._time(way.used_ms),
            )
        for reason in way.reasons:
            yield plain(self.reason(reason))
        if report.at_least:
            yield words.say("At least: this copy hides some of it.")

    def _counts_no_more(self, way: Way) -> str:
        return self._words.count(
            "What was played counts no more: one decision, with {time} of thinking.",
            "What was played counts no more: {n} decisions, with {time} of thinking.",
            way.decisions,
            time=self._time(way.used_ms),
        )

    def reason(self, reason: Reason) -> str:
        """Say why a way back is no better than a grade."""
        words, n = self._words, reason.count
        grade = words.say(GRADES[reason.grade])
        return words.say("{why} [{grade}]", why=self._why(reason, n), grade=grade)

    def _why(self, reason: Reason, n: int) -> str:
        words = self._words
        seat = "" if reason.seat is None else words.seat(reason.seat)
        place = "" if reason.place is None else self._spot(reason.place)
        match reason.code:
            case "answered":
                return words.say("{n} seats have decided, each knowing what the others did.", n=n)
            case "long":
                return words.say("{n} decisions are more than anybody can make again as they were.", n=n)
            case "chance":
                return words.count(
                    "Chance was asked once, and would be asked anew.",
                    "Chance was asked {n} times, and would be asked anew.",
                    n,
                )
            case "held":
                return words.count(
                    "{seat} knows one card that would be in {place} again.",
                    "{seat} knows {n} cards that would be in {place} again.",
                    n,
                    seat=seat,
                    place=place,
                )
            case "hand_known":
                return words.say("{seat} knows every card that would be in {place} again.", seat=seat, place=place)
            case "coming":
                return words.count(
                    "{seat} knows one card that would lie face down again.",
                    "{seat} knows {n} cards that would lie face down again.",
                    n,
                    seat=seat,
                )
            case "new_order":
                return words.say("Other cards will come than would have come.")
            case "choices":
                return words.count(
                    "One choice made under seal is known to all, and would be made again.",
                    "{n} choices made under seal are known to all, and would be made again.",
                    n,
                )
            case "secrets":
                return words.say("The secrets of the table are open: everybody can work out every card.")
            case "unplaced":
                return words.say("{seat} was told more than others, and nobody can say of which cards.", seat=seat)
            case _:
                assert_never(reason.code)


def runs(numbers: Sequence[int]) -> str:
    """Return rising numbers with runs of three and more drawn together: `3, 5–9`."""
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and number == pieces[-1][-1] + 1:
            pieces[-1].append(number)
        else:
            pieces.append([number])
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in pieces]
    return ", ".join(texts)
