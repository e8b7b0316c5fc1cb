"""`replay show`: the board after an entry, as a viewer saw it."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from domain.audit.narration import told
from domain.audit.possible import could_do
from domain.audit.timeline import Address
from domain.audit.written import written, written_lines
from domain.kernel.display.lines import broken, plain
from domain.tournament.log.lines import is_tournament
from programs.commands import Command
from replay.asked import json_option, shared, viewer_option, words_for
from replay.commands.log import noted, texted
from replay.console import columns, ink
from replay.notes.beside import note_lines, notes_for
from replay.reading.followed import address_of, text_of, to_damage
from replay.reading.sight import viewer_of
from replay.rendering import Screen, joined
from replay.times import stamp
from replay.tournaments import faces as tournaments


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N[.F]", help="After entry N, or after its fact F; by default after the last entry.")
@viewer_option
@json_option
@click.option("--columns", "width", type=click.IntRange(40, 400), help="Width to draw for; by default the terminal's.")
def show(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    viewer: str | None,
    width: int | None,
    *,
    as_json: bool,
) -> None:
    """Show the board after an entry, as a viewer saw it.

    What was written with the entry stands below it, and then the notes on it. A damaged record is shown up to its
    damage. FILE is a record, - for the standard input, or the URL of a table. Of a tournament's record its last round
    and its standings are shown.
    """
    text = text_of(source, token_file)
    if is_tournament(text):
        tournaments.show(text, lang, viewer, at, as_json=as_json)
        return
    followed = to_damage(text)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    address = address_of(timeline, at)
    words = words_for(timeline, lang, names)
    notes, texts = notes_for(source, timeline, seen_by), written(timeline, seen_by)
    screen = Screen(timeline, seen_by, words, columns=columns(width), ink=ink(), mark=followed.mark(words))
    if as_json:
        wrong = {} if followed.wrong is None else {"wrong": followed.wrong}
        more = {**texted(texts, address.n), **noted(notes, address.n), **wrong}
        click.echo(msgspec.json.encode({**_shown(screen, address), **more}))
    else:
        lines = [plain(" ".join(text.split())) for text in written_lines(texts.get(address.n, ()), words)]
        lines += [f"{place}  {text}" for place, text in note_lines(notes.get(address.n, []), words)]
        below = [piece for line in lines for piece in broken(line, screen.columns, indent=2)]
        click.echo(joined([*screen.heading(address), "", *screen.board(address), *([""] if below else []), *below]))


def _shown(screen: Screen, address: Address) -> dict[str, Any]:
    timeline = screen.timeline
    entry = timeline.moment(address.n).entry
    return {
        "address": str(address),
        "entries": len(timeline),
        "at": entry.at,
        "time": stamp(entry.at),
        "viewer": str(screen.viewer),
        "taken_back": address.n in timeline.taken_back,
        "happened": [
            {"address": str(item.address), "text": item.text}
            for item in told(timeline, address.n, screen.viewer, screen.words)
        ],
        "view": timeline.view(address, screen.viewer),
        "picture": screen.picture(address),
        "could_do": {
            str(seat): [{"offer": item.offer, "ways": item.ways} for item in could_do(timeline, address, seat)]
            for seat in screen.answering(address)
        },
    }
