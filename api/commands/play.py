"""`matchledger play`: a person at a table, in the terminal, over HTTP."""

from __future__ import annotations

import os
import shutil
import sys
from functools import partial

import click
import msgspec

from api.choosing import BackError, choose
from api.client import WAIT, NoAnswerError, Offered, ProblemError, TableClient, table_address
from domain.audit.narration import told
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline, TimelineError
from domain.kernel.lines import broken, plain
from domain.kernel.offers import Offer
from domain.kernel.seats import Seat, seat_viewer
from domain.kernel.text import render
from domain.kernel.words import Words, languages, spoken_by, words_in
from domain.record.lines import LineError

MOST_COLUMNS = 120  # wider boards are harder to read
KEYS = "b goes back, c concedes, q leaves (the table waits for you)."
OVER = ("finished", "confirmed", "abandoned")

_offers = msgspec.json.Decoder(list[Offer])


@click.command()
@click.argument("url")
@click.option("--seat", "token", envvar="MATCHLEDGER_SEAT", show_envvar=True, required=True, help="The seat's token.")
@click.option(
    "--lang", type=click.Choice(languages()), help="Language of the sentences; by default the environment's (LANG)."
)
def play(url: str, token: str, lang: str | None) -> None:
    """Play a seat in the terminal.

    It shows the board as text, what happened, and what you may do as numbered choices.

    Answer with a number; b goes back, c concedes, q leaves (the table waits for you). URL is the table's address,
    http://HOST:PORT/api/v1/tables/ID.
    """
    if not (token.isascii() and token.isprintable() and token.split() == [token]):
        raise click.UsageError("a seat's token is one word of visible ASCII characters")
    language = lang or spoken_by(os.environ)
    try:
        client = TableClient(table_address(url), token, language)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        Play(client, language).run()
    except (ProblemError, NoAnswerError) as error:
        raise click.ClickException(str(error)) from None
    except (LineError, TimelineError) as error:
        raise click.ClickException(f"the service sent a record that cannot be read: {error}") from None


class LeaveError(Exception):
    """The player leaves the terminal, not the table."""


class ConcedeError(Exception):
    """The player gives up."""


class Play:
    """One seat from wherever the table is to its end."""

    def __init__(self, client: TableClient, language: str) -> None:
        self._client = client
        self._told = 0
        self._words = words_in(language, "api")  # once the game is known, its words too
        self._names: dict[str, str] = {}  # what the cards of the board are called in full

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        waiting = False
        while True:
            offered = self._client.offers(WAIT if waiting else 0)
            if not self._told:
                click.echo(self._words.say("Answer with a number; {keys}", keys=self._words.say(KEYS)))
            if offered.n != self._told:
                self._show(offered.seat)
            if offered.status in OVER:
                click.echo(self._words.say("The table is over."))
                return
            waiting = offered.tag is None
            try:
                if offered.tag is not None:
                    self._act(offered)
            except LeaveError:
                click.echo(self._words.say("The table waits for you: the same command brings you back."))
                return

    def _show(self, seat: Seat) -> None:
        """Print what happened since the last time, and the board."""
        timeline = Timeline(read_record(self._client.record()))
        viewer = seat_viewer(seat)  # the copy may be everybody's once the secrets are open
        self._words = words = words_in(self._words.language, timeline.title.package, "api")
        for n in range(self._told + 1, len(timeline) + 1):
            for sentence in told(timeline, n, viewer, words):
                _say(f"  {sentence.text}", indent=4)
        self._told = len(timeline)
        last = timeline.moment(len(timeline))
        if last.state is not None:
            self._draw(timeline, seat)
        elif last.table.book.status == "open":
            _say(self._words.say("The game has not begun: waiting for the other seats."))

    def _draw(self, timeline: Timeline, seat: Seat) -> None:
        you = self._words.say("{seat} (you)", seat=self._words.seat(seat))
        words = self._words.calling([you if place == seat else "" for place in range(timeline.opening.seats)])
        state, rules = timeline.moment(len(timeline)).state, timeline.title.rules
        picture = timeline.title.picture(
            rules.view(state, seat_viewer(seat)), words, lambda command: rules.refuse(state, seat, command)
        )
        zones = [zone for panel in picture.panels for zone in panel.zones]
        self._names = {card.id: card.name for zone in zones for card in zone.cards if card.id and card.name}
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        click.echo("\n" + render(picture, columns=_columns(), colour=colour) + "\n")

    def _act(self, offered: Offered) -> None:
        """Ask for one command and carry it out; a refusal is shown and asked again by the caller."""
        if offered.deadline is not None:
            day, time = offered.deadline[:10], offered.deadline[11:19]
            _say(self._words.say("You have until {day} {time} UTC.", day=day, time=time))
        offers = _offers.decode(msgspec.json.encode(offered.offers))
        try:
            command = choose(offers, partial(_ask, self._words), _say, self._words, self._names)
        except BackError:
            return
        except ConcedeError:
            command = {"tag": "concede", "body": {}}
        try:
            self._client.act(command, tag=offered.tag, seen=self._told)
        except ProblemError as error:
            if error.status not in (409, 412, 422):
                raise
            click.echo(f"{error}" + (f" ({error.rule})" if error.rule else ""), err=True)


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, MOST_COLUMNS)


def _say(text: str, *, indent: int = 6) -> None:
    """Print a text in lines that the terminal need not break; those after the first are indented."""
    for line in broken(plain(text), _columns(), indent=indent):
        click.echo(line)


def _ask(words: Words, prompt: str) -> str:
    """Ask for a line; raises `LeaveError` or `ConcedeError` for the keys that are no answer."""
    while True:
        try:
            text = str(click.prompt(prompt, prompt_suffix=" ", default="", show_default=False)).strip()
            if text == "q":
                raise LeaveError
            if text != "c":
                return text
            if click.confirm(words.say("Give up the game?")):
                raise ConcedeError
        except click.Abort:
            raise LeaveError from None
