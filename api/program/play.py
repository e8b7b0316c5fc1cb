"""`matchledger play`: a person at a table, in the terminal, over HTTP."""

from __future__ import annotations

import concurrent.futures
import os
import time
from typing import Any, NoReturn

import click
import msgspec

from api.program import ending
from api.program.asking import BackError, choose
from api.program.client import (
    WAIT,
    NoAnswerError,
    Offered,
    ProblemError,
    TableClient,
    open_table,
    table_address,
    tables_address,
)
from api.program.paper import say
from api.program.told import Told
from api.program.typed import WATCHED, Typed
from api.program.waiting import GRACE, LOOK, begun
from domain.audit.timeline import TimelineError
from domain.games import game, names
from domain.kernel.display.words import Words, languages, spoken_by, words_in
from domain.kernel.offers import Offer
from domain.record.lines import LineError

KEYS = "? explains what you see, b goes back, v shows the board, w what happened, c concedes, q leaves."
WAITING_KEYS = "? explains what you see, v shows the board, w what happened, c concedes, q leaves."
MOMENT = 0.1  # seconds for bots that decide at the same time, before the player is asked
MOMENTS = 10
ANY_TIME = ("?", "h", "v", "w", "c", "q")  # keys that are answered while others are awaited too
OVER = ("finished", "confirmed", "abandoned")

_offers = msgspec.json.Decoder(list[Offer])


@click.command()
@click.argument("url")
@click.option("--seat", "token", envvar="MATCHLEDGER_SEAT", show_envvar=True, help="The seat's token.")
@click.option("--game", "name", type=click.Choice(names()), help="Open a table of this game against bots, at URL.")
@click.option(
    "--lang", type=click.Choice(languages()), help="Language of the sentences; by default the environment's (LANG)."
)
def play(url: str, token: str | None, name: str | None, lang: str | None) -> None:
    """Play a seat in the terminal.

    It shows the board as text, what happened, and what you may do as numbered choices. A service that stops answering
    is waited for.

    Answer with a number; ? explains the signs, the cards and the rule, b goes back, c concedes, q leaves (the table
    waits for you). URL is the table's address, http://HOST:PORT/api/v1/tables/ID; with --game it is the service's,
    http://HOST:PORT.
    """
    words = words_in(lang or spoken_by(os.environ), "api")
    try:
        if name is not None:
            address, token = _fresh(tables_address(url), name, words)
        elif token is None:
            raise click.UsageError("a table is played with its seat's token (--seat), or opened with --game")
        elif not (token.isascii() and token.isprintable() and token.split() == [token]):
            raise click.UsageError("a seat's token is one word of visible ASCII characters")
        else:
            address = table_address(url)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except (ProblemError, NoAnswerError) as error:
        raise click.ClickException(str(error)) from None
    try:
        _tables(address, token, words, opened_here=name is not None)
    except (ProblemError, NoAnswerError) as error:
        raise click.ClickException(str(error)) from None
    except (LineError, TimelineError) as error:
        raise click.ClickException(f"the service sent a record that cannot be read: {error}") from None


def _fresh(tables: str, name: str, words: Words) -> tuple[str, str]:
    """Open a table like the first that the game demonstrates; return its address and the token of the first seat."""
    plan = game(name).demonstrations[0]
    seats = [{"kind": "bot", "bot": bot} for bot in plan.bots]
    seats[0] = ending.own_seat(words.say("Player"))
    body = {"game": name, "options": dict(plan.options), "seats": seats}
    opened = open_table(tables, body, words.language)
    address, token = f"{tables}/{opened['table']['id']}", str(opened["seats"][0]["token"])
    _come_back(address, token, words)
    return address, token


def _come_back(address: str, token: str, words: Words) -> None:
    say(words.say("To come back to this table:"))
    click.echo(f"  {ending.come_back(address, token)}")


def _tables(address: str, token: str, words: Words, *, opened_here: bool) -> None:
    """Play one table after the other until the player leaves."""
    while True:
        client = TableClient(
            address,
            token,
            words.language,
            gone=lambda reason: say(words.say("The service does not answer ({reason}): trying on.", reason=reason)),
            back=lambda: say(words.say("The service answers again.")),
        )
        playing = Play(client, words)
        try:
            playing.run()
            opened = playing.another()
        except (LeaveError, KeyboardInterrupt) as left:
            if isinstance(left, KeyboardInterrupt):
                click.echo()  # below the ^C
            if opened_here:  # the same command would open yet another table
                _come_back(address, token, words)
            else:
                say(words.say("The table waits for you: the same command brings you back."))
            return
        if opened is None:
            return
        table, token = opened
        address, opened_here = f"{address.rpartition('/')[0]}/{table}", True
        _come_back(address, token, words)


class LeaveError(Exception):
    """The player leaves the terminal, not the table."""


class ConcedeError(Exception):
    """The player gives up."""


class Play:
    """One seat from wherever the table is to its end."""

    def __init__(self, client: TableClient, words: Words) -> None:
        self._client = client
        self._words = words  # of the program; the game's come with the table
        self._told = Told(client, words)
        self._typed = Typed()
        self._waiting_since: float | None = None  # by the monotonic clock
        self._keys_told = False  # in this wait
        self._moments = 0  # that bots have had before this question

    def run(self) -> None:
        """Play until the game is over; raises `LeaveError`."""
        offered = self._client.offers()
        say(self._words.say("Answer with a number; {keys}", keys=self._words.say(KEYS)))
        say(self._words.say("The table waits for you whenever you leave."))
        while True:
            if not self._told.follow(offered):  # the table went on meanwhile
                offered = self._client.offers()
            elif offered.status in OVER:
                self._told.end()
                return
            elif offered.tag is None:
                self._told.wait()
                offered = self._wait(offered)
            elif self._told.bots_decide and self._moments < MOMENTS:
                self._moments += 1
                time.sleep(MOMENT)
                offered = self._client.offers()
            else:
                self._act(offered)
                self._moments = 0
                offered = self._client.offers()

    def another(self) -> tuple[str, str] | None:
        """Say how to watch the game again, and open another one if the player wants; return its id and token."""
        words, table, seat = self._words, self._client.table(), self._told.seat
        say(words.say("The table is over. To watch it again:"))
        click.echo(f"  {ending.watched_again(self._client.address, table)}")
        if self._told.head is not None:
            say(words.say("To verify that its record is the one that you saw:"))
            click.echo(f"  {ending.verified(self._client.address, table, self._told.head)}")
        body = ending.another(table, seat)
        if body is None or not self._agreed(words.say("Another game with the same options? y or n:")):
            return None
        try:
            opened = open_table(self._client.address.rpartition("/")[0], body, words.language)
        except ProblemError as error:
            say(words.say("No table could be opened: {reason}", reason=error))
            return None
        return opened["table"]["id"], opened["seats"][seat]["token"]

    def _wait(self, offered: Offered) -> Offered:
        """Wait until there is something new at the table, and answer keys meanwhile."""
        if self._waiting_since is None:
            self._waiting_since, self._keys_told = time.monotonic(), False
        answer = begun(lambda: self._client.offers(WAIT))
        try:
            while not concurrent.futures.wait([answer], LOOK).done:
                self._meanwhile(late=time.monotonic() - self._waiting_since > GRACE)
        except ConcedeError:
            self._carry_out({"tag": "concede", "body": {}}, tag=None, seen=offered.n)
            return self._client.offers()
        return answer.result()

    def _meanwhile(self, *, late: bool) -> None:
        """Answer the key that is typed while others are awaited; raises `LeaveError` or `ConcedeError`.

        An answer typed too early is none: a person is told so. Those of a script stay for its next turn, and until
        others are late so do its keys.
        """
        if late and WATCHED and not self._keys_told:
            self._keys_told = True
            say(self._words.say("While you wait: {keys}", keys=self._words.say(WAITING_KEYS)))
        if not late and not self._typed.live:
            return
        try:
            text = self._typed.next(0)
        except EOFError:
            _leave()
        if text is None or (text not in ANY_TIME and not self._typed.live):
            return
        if not self._key(self._line("")):
            say(self._words.say("It is not your turn. {keys}", keys=self._words.say(WAITING_KEYS)))

    def _act(self, offered: Offered) -> None:
        """Ask for one command and carry it out; a refusal is shown, and the caller asks again."""
        self._waiting_since = None
        if self._told.overtaken:  # what is typed ahead was meant for another question
            self._typed.forget()
            self._told.overtaken = False
        self._told.show()
        if offered.deadline is not None:
            day, clock = offered.deadline[:10], offered.deadline[11:19]
            say(self._words.say("You have until {day} {time} UTC.", day=day, time=clock))
        offers = _offers.decode(msgspec.json.encode(offered.offers))
        try:
            command = choose(offers, self._ask, say, self._told.wording)
        except BackError:
            return
        except ConcedeError:
            command = {"tag": "concede", "body": {}}
        self._carry_out(command, tag=offered.tag, seen=offered.n)

    def _carry_out(self, command: dict[str, Any], *, tag: str | None, seen: int) -> None:
        """Send a command, or show why it is refused."""
        try:
            self._client.act(command, tag=tag, seen=seen)
        except ProblemError as error:
            if error.status not in (409, 412, 422):
                raise
            remedy = self._told.remedy(error.code)
            say(f"{error} {remedy}" if remedy else str(error), err=True)
            if error.rule:
                say(f"({error.rule})", err=True)
            return
        self._told.acted()

    def _ask(self, prompt: str) -> str | None:
        """Ask for a line; `None` for a key that is answered here. Raises `LeaveError` or `ConcedeError`."""
        text = self._line(prompt)
        return None if self._key(text) else text

    def _key(self, text: str) -> bool:
        """Do what a key asks for, and say whether it was one; raises `LeaveError` or `ConcedeError`."""
        match text:
            case "q":
                raise LeaveError
            case "c":
                if self._agreed(self._words.say("Give up the game? y or n:")):
                    raise ConcedeError
            case "?" | "h":
                self._told.explain()
            case "v":
                self._told.draw()
            case "w":
                self._told.again()
            case _:
                return False
        return True

    def _line(self, prompt: str) -> str:
        """Return what is typed; raises `LeaveError` at the end of the input."""
        if prompt:
            click.echo(f"{prompt} ", nl=False)
        try:
            text = self._typed.line()
        except EOFError:
            _leave()
        if not self._typed.live:
            click.echo(text)  # as a terminal does
        return text

    def _agreed(self, question: str) -> bool:
        return self._line(question).lower() in ("y", "yes")


def _leave() -> NoReturn:
    click.echo()
    raise LeaveError from None
