"""`replay step`: a record in the terminal, entry by entry, on a screen."""

from __future__ import annotations

from collections.abc import Iterator

import click

from domain.audit.timeline import Address, Timeline, TimelineError
from domain.kernel.display.words import Words
from programs.commands import Command
from replay.asked import shared, viewer_option, words_for
from replay.errors import InputError
from replay.reading.followed import followed_live, followed_to_damage
from replay.reading.growing import Followed
from replay.reading.sight import viewer_of
from replay.reading.source import is_url
from terminal.plain.voice import Standard, has_screen


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N[.F]", help="Where to begin; by default at the first entry.")
@viewer_option
@click.option("--plain", is_flag=True, help="Sentences only, for screen readers; by itself where there is no terminal.")
@click.option("--light", is_flag=True, help="Dark on light; Ctrl+T changes it.")
@click.pass_context
def step(
    ctx: click.Context,
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    viewer: str | None,
    *,
    plain: bool,
    light: bool,
) -> None:
    """Step through a record in the terminal.

    Shows the board, the story, what the seat could have done and what it knew. The mouse works too.

    \b
    right, n, space   next entry          f   next fact
    left, p           previous entry      b   previous fact
    Home, End         first, last entry   g   go to an entry, a turn, a time
    up, down          scroll              /   search the sentences
    v                 other eyes          a   play by itself
    ?                 all keys            q   quit

    With --plain nothing is drawn: the same in sentences, line after line, through pipes too.

    A damaged record is shown up to its damage. FILE is a record, or the URL of a table, whose new entries appear as
    they come.
    """
    more = followed_live(source, token_file) if is_url(source) else iter((followed_to_damage(source, token_file),))
    followed = next(more)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    words = words_for(timeline, lang, names, "terminal")
    address = Address(1) if at is None else _place(timeline, at, words)

    from replay.stepped import Stepped, growing  # Textual takes its time, which no other command should
    from terminal.stepping.app import StepApp

    stepped = Stepped(source, followed, words)
    if plain or not has_screen():
        from terminal.plain.step import step as step_plainly
        from terminal.stepping.standing import Standing

        voice = Standard()
        if not plain:
            voice.say(words.say("This is no terminal: the plain mode (--plain) says everything in sentences."))
        step_plainly(Standing(stepped, address, seen_by), voice, words)
        return
    live = (lambda: growing(source, _unbroken(more), words, stepped)) if is_url(source) else None
    app = StepApp(stepped, address, seen_by, growing=live, light=light)
    app.run()
    ctx.exit(app.return_code or 0)


def _place(timeline: Timeline, at: str, words: Words) -> Address:
    """Return where to begin, said as the key `g` takes it; raises `InputError`."""
    from domain.audit.marks import Marks
    from terminal.stepping.asked import NotThereError, place_of

    try:
        return place_of(Marks(timeline), Address(1), at, words)
    except NotThereError as error:
        raise InputError(str(error)) from None


def _unbroken(more: Iterator[Followed]) -> Iterator[Followed]:
    """Yield the record as it grows; raises `InputError` also for an entry that contradicts the others."""
    try:
        yield from more
    except TimelineError as error:
        raise InputError(str(error)) from None
