"""`matchledger play --plain`: a seat at a table in sentences, for screen readers and pipes.

Nothing is drawn and nothing is drawn again: each line says one thing, each choice is a sentence with its number, and a
key is a line of its own.
"""

from __future__ import annotations

import concurrent.futures
import time
from collections.abc import Generator, Iterator
from typing import Any, NoReturn

from domain.audit.knowing import known
from domain.audit.timeline import Address
from domain.kernel.display.words import Words
from terminal.plain.board import spoken
from terminal.plain.voice import Voice, numbered, sentence
from terminal.playing.asking import YES, Asking, BackError, choose
from terminal.playing.clocks import time_left, times_said
from terminal.playing.explaining import explained, read_more
from terminal.playing.session import CONCEDE, Session, SessionError, Sight, lines_for_leaving
from terminal.playing.waiting import GRACE, LOOK, begun

KEYS = (
    "? explains what you see, b goes back, v says the board, w what happened, k what you know, t the time, "
    "c concedes, q leaves."
)
WAITING_KEYS = "? explains what you see, v says the board, w what happened, k what you know, c concedes, q leaves."
ANY_TIME = ("?", "h", "v", "w", "k", "t", "c", "q")  # keys that are answered while others are awaited too


class LeaveError(Exception):
    """The player leaves the terminal, not the table."""


class ConcedeError(Exception):
    """The player gives up."""


def play(session: Session, voice: Voice, words: Words) -> None:
    """Play one table after the other until the player leaves; raises `SessionError` where that cannot go on."""
    following: Session | None = session
    while following is not None:
        here = following
        playing = Playing(here, voice, words)
        try:
            playing.run()
            following = playing.another()
        except (LeaveError, KeyboardInterrupt) as left:
            interrupted = isinstance(left, KeyboardInterrupt)
            if interrupted:
                voice.say("")  # what the terminal shows of the key stands on the line before
            for line in () if playing.is_over else lines_for_leaving(here, words):
                voice.say(line)
            if interrupted:
                raise
            return


class Playing:
    """One seat from wherever its table is to the end."""

    def __init__(self, session: Session, voice: Voice, words: Words) -> None:
        self._session = session
        self._voice = voice
        self._words = words  # of the program; the game's and the players' names come with the table
        self._waiting_since: float | None = None  # by the monotonic clock
        self._keys_told = False  # in this wait
        self._overtaken = False  # by what others did since the last question
        self._prompt: str | None = None  # the last one that was said
        session.notice = self._say
        self._sight = session.look()

    def run(self) -> None:
        """Play until the game is over; raises `LeaveError` and `SessionError`."""
        self._say(self._words.say("Answer with a number; {keys}", keys=self._words.say(KEYS)))
        self._say(self._words.say("The table waits for you whenever you leave."))
        is_first = True
        while True:
            sight = self._sight
            self._overtaken |= sight.by_others
            self._all([sentence.text for sentence in sight.fresh])
            if is_first or sight.over:
                self._board()
            if sight.over:
                return
            is_first = False
            if sight.decision is None:
                self._tell_prompt()
                self._wait(sight)
            else:
                self._act(sight)
            self._sight = self._session.look()

    @property
    def is_over(self) -> bool:
        """Whether the table is over: nobody comes back to it."""
        return self._sight.over

    def another(self) -> Session | None:
        """Say how to watch the game again, and open another one if the player wants."""
        words = self._sight.wording.words
        for pointer in self._session.ending():
            self._say(pointer.text)
            self._voice.say(pointer.line)
        if not self._session.may_repeat() or not self._agreed(words.say("Another game with the same options? y or n:")):
            return None
        try:
            following = self._session.again()
        except SessionError as error:
            self._say(str(error))
            return None
        back = following.leaving()
        if back is not None:
            self._say(back.text)
            self._voice.say(back.line)
        return following

    def _wait(self, sight: Sight) -> None:
        """Wait until there is something new at the table, and answer keys meanwhile."""
        if self._waiting_since is None:
            self._waiting_since, self._keys_told = time.monotonic(), False
        answer = begun(lambda: self._session.wait(sight.n))
        try:
            while not concurrent.futures.wait([answer], LOOK).done:
                self._meanwhile(late=time.monotonic() - self._waiting_since > GRACE)
        except ConcedeError:
            self._carry_out(dict(CONCEDE), sight)
            return
        answer.result()

    def _meanwhile(self, *, late: bool) -> None:
        """Answer the key that is typed while others are awaited; raises `LeaveError` or `ConcedeError`.

        An answer typed too early is none: a person is told so. Those of a script stay for its next turn, and until
        others are late so do its keys.
        """
        if late and not self._keys_told:
            self._keys_told = True
            self._say(self._words.say("While you wait: {keys}", keys=self._words.say(WAITING_KEYS)))
        if not late and not self._voice.live:
            return
        try:
            text = self._voice.next(0)
        except EOFError:
            _leave()
        if text is None or (text not in ANY_TIME and not self._voice.live):
            return
        if not self._key(self._line()):
            self._say(self._words.say("It is not your turn. {keys}", keys=self._words.say(WAITING_KEYS)))

    def _act(self, sight: Sight) -> None:
        """Ask for one command and carry it out; a refusal is said, and the caller asks again."""
        assert sight.decision is not None
        self._waiting_since = None
        if self._overtaken:  # what is typed ahead was meant for another question
            self._voice.forget()
            self._overtaken = False
        self._tell_prompt()
        self._all(times_said(sight, self._session.now()))
        try:
            command = self._chosen(choose(sight.decision.offers, sight.wording))
        except BackError:
            return
        except ConcedeError:
            command = dict(CONCEDE)
        self._carry_out(command, sight)

    def _chosen(self, asking: Generator[Asking, str, dict[str, Any]]) -> dict[str, Any]:
        """Ask until a command is chosen; raises `BackError`, `LeaveError` and `ConcedeError`."""
        question = next(asking)
        while True:
            self._all(asked(question, self._words))
            text = self._line()
            while self._key(text):
                self._all(asked(question._replace(wrong=None), self._words))
                text = self._line()
            try:
                question = asking.send(text)
            except StopIteration as chosen:
                command: dict[str, Any] = chosen.value
                return command

    def _carry_out(self, command: dict[str, Any], sight: Sight) -> None:
        """Do a command, or say why it is refused."""
        refused = self._session.carry_out(command, sight)
        if refused is not None:
            self._say(refused.reason)
            if refused.rule:
                self._say(f"({refused.rule})")

    def _key(self, text: str) -> bool:
        """Do what a key asks for, and say whether it was one; raises `LeaveError` or `ConcedeError`."""
        match text:
            case "q":
                raise LeaveError
            case "c":
                if self._agreed(self._words.say("Give up the game? y or n:")):
                    raise ConcedeError
            case "?" | "h":
                self._explain()
            case "v":
                self._board()
            case "w":
                since = [sentence.text for sentence in self._sight.since]
                self._all(since or [self._words.say("Nothing has happened since your last action.")])
            case "k":
                self._knowledge()
            case "t":
                self._all(time_left(self._sight, self._session.now()))
            case _:
                return False
        return True

    def _board(self) -> None:
        """Say the table as it stands."""
        sight = self._sight
        if sight.picture is None:
            self._say(self._words.say("The game has not begun: waiting for the other seats."))
            return
        self._prompt = sight.picture.prompt
        self._all(spoken(sight.picture, sight.wording.words, sight.wording.hints))

    def _tell_prompt(self) -> None:
        """Say what is awaited, unless that was the last thing said of it."""
        prompt = None if self._sight.picture is None else self._sight.picture.prompt
        if prompt is not None and prompt != self._prompt:
            self._say(prompt)
        self._prompt = prompt

    def _explain(self) -> None:
        """Say what the board and the cards mean."""
        sight = self._sight
        if sight.picture is None:
            self._say(self._words.say("The game has not begun: waiting for the other seats."))
            return
        title, words = sight.timeline.title, sight.wording.words
        drawn = "\n".join(spoken(sight.picture, words, sight.wording.hints))
        for part in explained(title, sight.picture, words, drawn=drawn):
            if part.items:
                self._say(part.heading)
            for what, text in part.items:
                self._say(words.say("{what}: {choices}", what=what, choices=text) if what else text)
        self._say(read_more(title, words))

    def _knowledge(self) -> None:
        """Say what the own seat knows of what it cannot see."""
        sight = self._sight
        self._all(_known(sight, sight.wording.words))

    def _all(self, lines: Iterator[str] | list[str] | tuple[str, ...]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str) -> None:
        self._voice.say(sentence(line, self._words))

    def _line(self) -> str:
        """Return what is typed; raises `LeaveError` at the end of the input."""
        try:
            return self._voice.line()
        except EOFError:
            _leave()

    def _agreed(self, question: str) -> bool:
        self._say(question)
        return self._line().lower() in YES


def asked(question: Asking, words: Words) -> list[str]:
    """Return a question as lines: what it is about, the choices with their numbers, how to answer."""
    head = [] if question.head is None else [question.head]
    wrong = [] if question.wrong is None else [question.wrong]
    return [*head, *numbered(question.lines, words), *wrong, question.prompt]


def _known(sight: Sight, words: Words) -> Iterator[str]:
    found = known(sight.timeline, sight.seat, Address(sight.n), words)
    for place in found:
        yield words.say("; ").join([place.title, *place.said])
    if not found:
        yield words.say("Nothing is known of what cannot be seen.")


def _leave() -> NoReturn:
    raise LeaveError from None
