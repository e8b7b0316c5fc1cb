"""What is really said while games are played is among the sentences found in the sources."""

from __future__ import annotations

import gettext
from typing import Any

import pytest

from domain import games
from domain.audit.narration import told
from domain.audit.timeline import Address, Timeline
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import SHARED, Words
from domain.kernel.refusals import May, Refusal
from domain.kernel.seats import every_viewer
from domain.record.lines import read, split
from domain.table.seating import Opening
from domain.table.simulation import simulate
from tests.languages.test_catalogues import GAMES, said, sentences
from tests.laws.probes import probes, refusals

pytestmark = pytest.mark.long

NONSENSE = 6  # commands put to each seat after each entry
SHARE = 0.5  # of the sentences in a game's sources; so many are heard that the test cannot pass in silence


class Listener(gettext.NullTranslations):
    """Speaks English and notes every message id that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def gettext(self, message: str) -> str:
        self.heard.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.heard |= {msgid1, msgid2}
        return super().ngettext(msgid1, msgid2, n)


def openings(game: str) -> list[Opening]:
    """Return tables to listen at: as they are by themselves, with few and many seats, and the last demonstration's."""
    title = games.game(game)
    counts = title.rules.seat_counts
    shown = title.demonstrations[-1]
    plain = [Opening(seats=counts[seed % len(counts)]) for seed in range(1, 4)]
    return [*plain, Opening(seats=len(shown.bots), options=dict(shown.options))]


def played(game: str, opening: Opening, seed: int) -> Timeline:
    """Return a whole game of random and sensible bots."""
    title = games.game(game)
    bots = [("random", "sensible")[seat % 2] for seat in range(opening.seats)]
    done = simulate(title.rules, opening, title.bots, bots, seed=bytes([seed]))
    return Timeline(read(split(b"".join([line + b"\n" for line in done.lines()]))))


def refuse_nonsense(timeline: Timeline, at: Address, words: Words) -> None:
    """Put commands of every kind to each seat, and say what the rules answer; the cards in them are no real ones."""
    rules, state, seats = timeline.title.rules, timeline.state(at), timeline.opening.seats
    for seat in range(seats):
        for refusal in refusals(rules, state, seat, probes(rules, state, seats, QuickChance(at.n), NONSENSE)):
            if refusal is not None:
                words.refusal(refusal)


def may(timeline: Timeline, at: Address, words: Words) -> May:
    """Return `refuse` bound to who is awaited; its refusals are said."""
    rules, state = timeline.title.rules, timeline.state(at)

    def ask(command: Any) -> Refusal | None:
        seat = next(iter(rules.to_act(state)), 0)
        refusal: Refusal | None = rules.refuse(state, seat, command)
        if refusal is not None:
            timeline.title.refusal(refusal, words)
        return refusal

    return ask


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_that_was_not_found_in_the_sources(game: str) -> None:
    """Sentences, boards, help and refusals of whole games for every viewer, and most of what the game has to say."""
    listener = Listener()
    words = Words((), listener)
    hints = games.game(game).hints
    hints.in_short(words)
    hints.meanings(words)
    hints.steps(words)
    hints.explained(words)
    for seed, opening in enumerate(openings(game), start=1):
        timeline = played(game, opening, seed)
        for n in range(1, len(timeline) + 1):
            if timeline.state(Address(n)) is not None:
                refuse_nonsense(timeline, Address(n), words)
            for viewer in every_viewer(timeline.opening.seats):
                told(timeline, n, viewer, words)
                if n % 3 == 0:
                    timeline.picture(Address(n), viewer, words, may(timeline, Address(n), words))
    written = sentences(games.game(game).package)
    assert len(listener.heard & written) >= SHARE * len(written)
    assert sorted(listener.heard - said(games.game(game).package) - said(SHARED)) == []
