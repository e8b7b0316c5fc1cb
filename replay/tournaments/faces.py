"""What `replay log`, `show` and `stats` print of a tournament's record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from domain.kernel.display.lines import broken, pad, plain
from domain.kernel.display.words import ENGLISH, Words, spoken, words_in
from domain.tournament.log.deciding import as_said
from domain.tournament.log.entries import StandingsFrozen
from domain.tournament.log.rounds import Played
from domain.tournament.standings import Standing
from replay.console import columns, ink
from replay.errors import InputError
from replay.times import clock, day, length, stamp
from replay.tournaments.figures import Figures, figures
from replay.tournaments.reading import Followed, Step, check_everybodys, followed
from replay.tournaments.telling import bye_told, kind_of, placed, seating, told

INDENT = 24  # columns before a sentence, as in the log of a table


def words_for(lang: str) -> Words:
    """Return the words of a language, or the English ones."""
    return words_in(spoken(lang) or ENGLISH, "replay")


def log(text: bytes, lang: str, viewer: str | None, first: int | None, last: int | None, *, as_json: bool) -> None:
    """Tell what happened in a tournament."""
    check_everybodys(viewer)
    found, words = followed(text), words_for(lang)
    start, end = first or 1, min(last or len(found.steps), len(found.steps))
    if start > end:
        raise InputError(f"there are no entries from {start} to {end}: the record has 1 to {len(found.steps)}")
    chosen = found.steps[start - 1 : end]
    for line in (_json_log if as_json else _text_log)(chosen, words):
        click.echo(line)
    if found.wrong is not None and end == len(found.steps):
        click.echo(ink()("warning", plain(f"{'':>8}  ({found.wrong})")), err=as_json)


def _json_log(steps: tuple[Step, ...], words: Words) -> Iterator[bytes]:
    for step in steps:
        entry = step.entry
        head = {"n": entry.n, "at": entry.at, "time": stamp(entry.at), "kind": kind_of(entry), "by": entry.by}
        yield msgspec.json.encode({**head, "sentences": told(step, words)})


def _text_log(steps: tuple[Step, ...], words: Words) -> Iterator[str]:
    paint, width, today = ink(), columns(), ""
    for step in steps:
        entry = step.entry
        if day(entry.at) != today:
            today = day(entry.at)
            yield paint("strong", words.say("{day} (UTC)", day=today))
        for i, sentence in enumerate(told(step, words)):
            place, when = (str(entry.n), clock(entry.at)) if i == 0 else ("", "")
            line = f"{place:>8}  {when:<12}  {'' if i == 0 else '  '}{plain(sentence)}"
            yield from broken(line, width, indent=INDENT)


def show(text: bytes, lang: str, viewer: str | None, at: str | None, *, as_json: bool) -> None:
    """Show a tournament as it was after an entry: its round, and the standings."""
    check_everybodys(viewer)
    found, words = followed(text), words_for(lang)
    if at is not None:
        if not (at.isascii() and at.isdigit()):
            raise InputError(f"{at!r} is no entry of a tournament: use --at N")
        found = found.upto(int(at))
    if as_json:
        click.echo(msgspec.json.encode(_shown(found)))
    else:
        click.echo("\n".join(_picture(found, words)))


def standings_of(found: Followed) -> tuple[Standing, ...]:
    """Return the standings as they were frozen at the end, or as they stand with their ties."""
    book = found.book
    if book.ended and not book.cancelled and book.frozen is not None:
        frozen = found.steps[book.frozen - 1].entry
        assert isinstance(frozen, StandingsFrozen)
        return frozen.rows
    return as_said(book.standings())


def _shown(found: Followed) -> dict[str, Any]:
    book, entry = found.book, found.steps[-1].entry
    return {
        "tournament": book.opened.tournament,
        "game": book.opened.game,
        "n": entry.n,
        "time": stamp(entry.at),
        "players": [player for player in book.players if book.plays(player)],
        "rounds": [
            {
                "round": number,
                "started": played.started,
                "tables": [
                    {"players": players, "places": played.results.get(table)}
                    for table, players in enumerate(played.tables)
                ],
                "byes": [{"player": bye.player, "kind": bye.kind} for bye in played.byes],
            }
            for number, played in enumerate(book.rounds, 1)
        ],
        "standings": [{"place": row.place, "player": row.player, "score": row.score} for row in standings_of(found)],
        "wrong": found.wrong,
    }


def _picture(found: Followed, words: Words) -> Iterator[str]:
    book, entry, paint, width = found.book, found.steps[-1].entry, ink(), columns()
    text = "Tournament {id}, game {game}, after entry {n} ({time})"
    head = words.say(text, id=book.opened.tournament, game=book.opened.game, n=entry.n, time=stamp(entry.at))
    yield paint("strong", plain(head))
    if book.rounds:
        yield ""
        yield from _round(len(book.rounds), book.rounds[-1], words, width)
    rows = standings_of(found)
    if rows:
        yield ""
        many = len(book.history.rounds)
        yield paint("strong", words.count("Standings after 1 whole round", "Standings after {n} whole rounds", many))
        names = max(len(row.player) for row in rows)
        for row in rows:
            values = "  ".join(f"{value:>6}" for value in row.values)
            yield f"{row.place:>4}  {pad(row.player, names)}  {row.score:>6}  {values}".rstrip()
    if found.wrong is not None:
        yield paint("warning", plain(f"({found.wrong})"))


def _round(number: int, played: Played, words: Words, width: int) -> Iterator[str]:
    if played.started:
        yield ink()("strong", words.say("Round {round}", round=number))
    else:
        yield ink()("strong", words.say("Round {round}, paired and not begun", round=number))
    for table, players in enumerate(played.tables):
        places = played.results.get(table)
        said = seating(players, words) if places is None else placed(players, places, words)
        yield from broken(f"{table + 1:>4}  {plain(said)}", width, indent=6)
    for bye in played.byes:
        yield f"      {plain(bye_told(bye.player, bye.kind, words))}"


def stats(text: bytes, lang: str, *, as_json: bool) -> None:
    """Tell a tournament in figures."""
    found, words = figures(followed(text)), words_for(lang)
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        click.echo("\n".join(_in_figures(found, words)))


def _in_figures(found: Figures, words: Words) -> Iterator[str]:
    yield ink()("strong", plain(words.say("Tournament {id}, game {game}", id=found.tournament, game=found.game)))
    text = "{entries} entries, {players} players, {rounds} rounds, {tables} tables"
    said = words.say(text, entries=found.entries, players=found.players, rounds=found.rounds, tables=found.tables)
    yield f"  {said}"
    text = (
        "results: {played} played, {forfeits} with a forfeit, {rulings} by a ruling, {corrected} corrected, {open} open"
    )
    results = {name: getattr(found, name) for name in ("played", "forfeits", "rulings", "corrected", "open")}
    yield f"  {words.say(text, **results)}"
    text = "byes: {byes}; withdrawn: {withdrawn}; disqualified: {disqualified}; late: {late}"
    gone = {name: getattr(found, name) for name in ("byes", "withdrawn", "disqualified", "late")}
    yield f"  {words.say(text, **gone)}"
    if found.first_wins is not None:
        yield f"  {words.say('the first player won {share} of the tables played', share=found.first_wins)}"
    yield f"  {words.say('{draws} draws, {attempts} attempts at rounds', draws=found.draws, attempts=found.attempts)}"
    for number, ms in enumerate(found.rounds_ms, 1):
        yield f"  {words.say('round {round}: {time}', round=number, time=length(ms, words))}"
