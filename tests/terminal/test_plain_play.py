"""`matchledger play --plain`: keys, answers and what is said, without a service."""

from __future__ import annotations

import subprocess
import sys

import pytest

from domain.kernel.offers import Offer
from terminal.plain.play import play
from terminal.playing.session import Times, WhyNot
from tests.terminal.seats import OFFERS, WORDS, Written, sight


class Spoken:
    """Answers with these lines, then with the end of the input."""

    def __init__(self, *answers: str, live: bool = False) -> None:
        self.answers = list(answers)
        self.live = live
        self.said: list[str] = []
        self.forgot = 0

    def say(self, line: str) -> None:
        self.said.append(line)

    def line(self) -> str:
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def next(self, seconds: float) -> str | None:
        if not self.answers:
            raise EOFError
        return self.answers[0]

    def forget(self) -> None:
        self.forgot += 1


def played(session: Written, *answers: str, live: bool = False) -> Spoken:
    """Play with these answers."""
    voice = Spoken(*answers, live=live)
    play(session, voice, WORDS)
    return voice


OVER = sight(over=True)


def test_choices_are_numbered_sentences_and_an_answer_is_a_number() -> None:
    session = Written(sight(*OFFERS), OVER)
    said = played(session, "1", "2").said
    assert session.sent == [{"tag": "play", "body": {"card": "D1"}}]
    first = said.index("1. Play it: 7 of Hearts, Ace of Diamonds.")
    assert said[first + 1 : first + 6] == [
        "2. End the turn.",
        "Number, ? for help:",
        "Card:",
        "1. 7 of Hearts.",
        "2. Ace of Diamonds.",
    ]
    assert said[-2:] == ["The table is over. To watch it again:", "replay step URL"]


def test_a_wrong_answer_is_told_below_the_choices() -> None:
    said = played(Written(sight(*OFFERS), OVER), "9", "q").said
    wrong = said.index("That is not one of the answers; b goes back.")
    assert said[wrong + 1] == "Number, ? for help:"
    assert said[wrong - 1].startswith("2. ")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("?", "The game in short:"),
        ("h", "More: docs/games/chanic_panic.md."),
        ("v", "Ada (you): turn, Health 11,"),
        ("w", "Ben draws a card."),
        ("k", "Ben, Hand: 3 cards; not there: Ace of Hearts,"),
        ("t", "No clock runs."),
    ],
)
def test_a_key_is_answered_and_the_question_stays(key: str, told: str) -> None:
    session = Written(sight(*OFFERS, fresh=["Ben draws a card."]))
    voice = played(session, key, "q")
    question, again = [place for place, line in enumerate(voice.said) if line == "Number, ? for help:"]
    assert [line for line in voice.said[question:again] if line.startswith(told)]
    assert voice.said[-1] == "The table waits for you: the same command brings you back."
    assert session.sent == []


def test_b_goes_back_to_the_first_question() -> None:
    session = Written(sight(*OFFERS))
    said = played(session, "1", "b", "q").said
    assert [line for line in said if line.startswith("2. ")][::2] == ["2. End the turn."] * 2
    assert session.sent == []


def test_what_is_refused_is_told_with_its_remedy_and_rule_and_asked_again() -> None:
    session = Written(sight(*OFFERS), sight(*OFFERS), OVER, refusals=[WhyNot("Not now.", "Play a Heart first.", "R1")])
    said = played(session, "2", "y", "2", "y").said
    told = said.index("Not now. Play a Heart first.")
    assert said[told + 1] == "(R1)."
    assert len(session.sent) == 2


def test_conceding_is_confirmed() -> None:
    session = Written(sight(*OFFERS), OVER)
    said = played(session, "c", "n", "c", "yes").said
    assert session.sent == [{"tag": "concede", "body": {}}]
    assert said.count("Give up the game? y or n:") == 2


def test_others_are_waited_for_and_may_be_left() -> None:
    session = Written(sight(), sight(fresh=["Ben attacks."]), sight(*OFFERS))
    voice = played(session, "q")
    assert session.waited == 2
    assert "Ben attacks." in voice.said


def test_what_was_typed_ahead_is_thrown_away_when_others_acted() -> None:
    assert played(Written(sight(*OFFERS, by_others=True)), "q", live=True).forgot == 1
    assert played(Written(sight(*OFFERS)), "q", live=True).forgot == 0


def test_time_is_told_with_the_question() -> None:
    said = played(Written(sight(*OFFERS, times=(Times(0, 60_000, 65_000),))), "q").said
    assert "You have until 1970-01-01 00:01:00 UTC, 1:00 from now." in said
    assert "An answer that comes 0:05 later still counts." in said


def test_another_table_begins_where_the_first_one_ended() -> None:
    first, second = Written(OVER, repeats=True), Written(sight(Offer("end_turn")), OVER)
    first.opened = second
    said = played(first, "y", "1").said
    assert second.sent == [{"tag": "end_turn", "body": {}}]
    assert said.count("The table is over. To watch it again:") == 2
    refused = Written(OVER, repeats=True)
    assert played(refused, "y").said[-1] == "No table could be opened: busy."
    assert played(Written(OVER, repeats=True), "n").said[-1] == "Another game with the same options? y or n:"


def test_nobody_is_told_to_come_back_to_a_table_that_is_over() -> None:
    """The input ends at the question whether there is to be another one."""
    assert played(Written(OVER, repeats=True)).said[-1] == "Another game with the same options? y or n:"


def test_the_interrupt_key_says_how_to_come_back_and_ends_the_program() -> None:
    class Interrupted(Spoken):
        def line(self) -> str:
            raise KeyboardInterrupt

    voice = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        play(Written(sight(*OFFERS)), voice, WORDS)
    assert voice.said[-2:] == ["", "The table waits for you: the same command brings you back."]


@pytest.mark.long
def test_neither_the_program_nor_its_plain_mode_loads_the_screens() -> None:
    """They take their time, which nobody should wait for who opens none."""
    asked = "import sys, api.program.cli; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False, timeout=60).returncode == 0
