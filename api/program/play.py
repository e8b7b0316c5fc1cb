"""`matchledger play`: a person at a table, in the terminal, over HTTP."""

from __future__ import annotations

import click

from api.program import ending
from api.program.client import NoAnswerError, ProblemError, TableClient, open_table, table_address, tables_address
from api.program.seat_session import SeatSession
from domain.games import game, names
from domain.kernel.display.words import Words, languages, words_in
from programs.commands import Command
from programs.language import asked, language
from terminal.plain.play import play as play_plainly
from terminal.plain.voice import Standard, has_screen
from terminal.playing.session import Pointer, Session, SessionError, lines_for_leaving


@click.command(cls=Command)
@click.argument("url")
@click.option("--seat", "token", envvar="MATCHLEDGER_SEAT", show_envvar=True, help="The seat's token.")
@click.option("--game", "name", type=click.Choice(names()), help="Open a table of this game against bots, at URL.")
@click.option("--plain", is_flag=True, help="Sentences only, for screen readers; by itself where there is no terminal.")
@click.option("--light", is_flag=True, help="Dark on light; Ctrl+T changes it.")
@click.option(
    "--lang",
    is_eager=True,
    callback=asked,
    type=click.Choice(languages()),
    help="Language of the sentences; by default the environment's (LANG).",
)
def play(url: str, token: str | None, name: str | None, lang: str | None, *, plain: bool, light: bool) -> None:
    """Play a seat in the terminal.

    It shows the board, what happened, and what you may do as numbered choices. A service that stops answering is waited
    for. With --plain nothing is drawn: the same in sentences, line after line, through pipes too.

    Answer with a number; ? explains the signs, the cards and the rule, b goes back, c concedes, q leaves (the table
    waits for you). URL is the table's address, http://HOST:PORT/api/v1/tables/ID; with --game it is the service's,
    http://HOST:PORT.
    """
    words = words_in(lang or language(), "api", "terminal")
    try:
        session = _session(url, token, name, words)
        _face(session, words, plain=plain, light=light)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except (ProblemError, NoAnswerError, SessionError) as error:
        raise click.ClickException(str(error)) from None


def _session(url: str, token: str | None, name: str | None, words: Words) -> SeatSession:
    """Return the seat that is asked for, at a table that is there or at a new one; raises `ValueError`."""
    if name is not None:
        address, token = _opened(tables_address(url), name, words)
        return SeatSession(TableClient(address, token, words.language), words, opened_here=True)
    if token is None:
        raise ValueError("a table is played with its seat's token (--seat), or opened with --game")
    if not (token.isascii() and token.isprintable() and token.split() == [token]):
        raise ValueError("a seat's token is one word of visible ASCII characters")
    return SeatSession(TableClient(table_address(url), token, words.language), words)


def _opened(tables: str, name: str, words: Words) -> tuple[str, str]:
    """Open a table like the first that the game demonstrates; return its address and the token of the first seat."""
    plan = game(name).demonstrations[0]
    seats = [{"kind": "bot", "bot": bot} for bot in plan.bots]
    seats[0] = ending.own_seat(words.say("Player"))
    body = {"game": name, "options": dict(plan.options), "seats": seats}
    opened = open_table(tables, body, words.language)
    return f"{tables}/{opened['table']['id']}", str(opened["seats"][0]["token"])


def _face(session: SeatSession, words: Words, *, plain: bool, light: bool) -> None:
    """Play with what suits the terminal."""
    voice = Standard()
    if plain or not has_screen():
        _say(session.leaving(), voice)
        if not plain:
            voice.say(words.say("This is no terminal: the plain mode (--plain) says everything in sentences."))
        play_plainly(session, voice, words)
    else:
        _on_screen(session, voice, words, light=light)


def _on_screen(session: Session, voice: Standard, words: Words, *, light: bool) -> None:
    """Play one table after the other on a screen; what is worth keeping is printed when the screen has gone."""
    from terminal.app import INTERRUPTED
    from terminal.seat.app import PlayApp  # Textual takes its time, which no other command should

    while True:
        app = PlayApp(session, words, light=light)
        following = app.run()
        if app.broken is not None or app.return_code not in (0, None, INTERRUPTED):
            _say(session.leaving(), voice)
        if app.broken is not None:
            raise SessionError(app.broken)
        if app.playing.sight is not None and app.playing.sight.over:
            for pointer in session.ending():
                _say(pointer, voice)
        else:
            for line in lines_for_leaving(session, words):
                voice.say(line)
        if following is None:
            raise click.exceptions.Exit(app.return_code or 0)
        session = following


def _say(pointer: Pointer | None, voice: Standard) -> None:
    """Say a line for the shell, and before it what it is for."""
    for line in () if pointer is None else pointer:
        voice.say(line)
