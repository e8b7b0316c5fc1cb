"""`matchledger play`: a person at a table, in the terminal, over HTTP."""

from __future__ import annotations

import os
from typing import NoReturn

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
from api.program.paper import rows, say
from api.program.told import Told
from domain.audit.timeline import TimelineError
from domain.games import game, names
from domain.kernel.display.words import Words, languages, spoken_by, words_in
from domain.kernel.offers import Offer
from domain.record.lines import LineError

KEYS = "? explains what you see, b goes back, v shows the board, w what happened, c concedes, q leaves."
OVER = ("finished", "confirmed", "abandoned")
LEAST_TOLD = 6  # lines of what happened that stay below the board, however many choices there are
AROUND = 4  # lines of a screen beside those and the choices: headings and the prompt

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
        except (LeaveError, KeyboardInterrupt):
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

    def run(self) -> None:
        """Play until the game is over; raises `LeaveError`."""
        offered = self._client.offers()
        say(self._words.say("Answer with a number; {keys}", keys=self._words.say(KEYS)))
        say(self._words.say("The table waits for you whenever you leave."))
        while True:
            fresh = self._told.follow(offered)
            if offered.status in OVER:
                self._told.draw()
                self._told.happened(self._told.since)
                return
            if offered.tag is None:
                if fresh:
                    self._told.wait()
                offered = self._client.offers(WAIT)
                continue
            if fresh:
                self._told.draw()
                self._told.happened(self._told.since, most=max(LEAST_TOLD, rows() - len(offered.offers) - AROUND))
            self._act(offered)
            offered = self._client.offers()

    def another(self) -> tuple[str, str] | None:
        """Say how to watch the game again, and open another one if the player wants; return its id and token."""
        words, table, seat = self._words, self._client.table(), self._told.seat
        say(words.say("The table is over. To watch it again:"))
        click.echo(f"  {ending.watched_again(self._client.address, table)}")
        body = ending.another(table, seat)
        if body is None or not _agreed(words.say("Another game with the same options? y or n:")):
            return None
        try:
            opened = open_table(self._client.address.rpartition("/")[0], body, words.language)
        except ProblemError as error:
            say(words.say("No table could be opened: {reason}", reason=error))
            return None
        return opened["table"]["id"], opened["seats"][seat]["token"]

    def _act(self, offered: Offered) -> None:
        """Ask for one command and carry it out; a refusal is shown, and the caller asks again."""
        if offered.deadline is not None:
            day, time = offered.deadline[:10], offered.deadline[11:19]
            say(self._words.say("You have until {day} {time} UTC.", day=day, time=time))
        offers = _offers.decode(msgspec.json.encode(offered.offers))
        try:
            command = choose(offers, self._ask, say, self._told.wording)
        except BackError:
            return
        except ConcedeError:
            command = {"tag": "concede", "body": {}}
        try:
            self._client.act(command, tag=offered.tag, seen=offered.n)
        except ProblemError as error:
            if error.status not in (409, 412, 422):
                raise
            remedy = self._told.remedy(error.code)
            rule = f"({error.rule})" if error.rule else None
            click.echo(" ".join([text for text in (str(error), remedy, rule) if text]), err=True)
            return
        self._told.acted()

    def _ask(self, prompt: str) -> str:
        """Ask for a line; raises `LeaveError` or `ConcedeError` for the keys that are no answer."""
        while True:
            match _line(prompt):
                case "q":
                    raise LeaveError
                case "c":
                    if _agreed(self._words.say("Give up the game? y or n:")):
                        raise ConcedeError
                case "?" | "h":
                    self._told.explain()
                case "v":
                    self._told.draw()
                case "w":
                    self._told.happened(self._told.since)
                case text:
                    return text


def _line(prompt: str) -> str:
    """Return what is typed; raises `LeaveError` at the end of the input."""
    try:
        return str(click.prompt(prompt, prompt_suffix=" ", default="", show_default=False)).strip()
    except click.Abort:
        _leave()


def _leave() -> NoReturn:
    click.echo()
    raise LeaveError from None


def _agreed(question: str) -> bool:
    return _line(question).lower() in ("y", "yes")
