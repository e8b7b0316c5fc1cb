"""Records read for a search: from files, folders with their index, and services."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.audit.opened import readable_record
from replay.console import say
from replay.errors import NOT_JSON, InputError
from replay.finding.attempts import attempts_at
from replay.finding.extracted import Hit, Term, terms_of
from replay.finding.index import SUFFIX, Index, Read, asked
from replay.finding.query import Query
from replay.listing.folder import row_of
from replay.listing.rows import Row, Wanted
from replay.listing.service import rows_of_service
from replay.progress import Progress
from replay.reading.followed import begins_as_record, text_of
from replay.reading.gathered import Place, gathered
from replay.reading.packed import ERRORS, is_archive, why
from replay.reading.source import is_url, text_at

_TABLE = "/tables/"  # in the URL of one table


class Found(NamedTuple):
    """A record that fits, and the places in it that do, each with the term it was found by; none if none were asked."""

    row: Row
    places: tuple[tuple[Hit, Term], ...] = ()


def found_in(path: str, wanted: Wanted, query: Query, token_file: str | None) -> Iterator[Found]:
    """Yield the records at a path that fit, in natural order of their names; raises `InputError`."""
    if is_url(path) and _TABLE not in path:
        yield from _in_service(path, wanted, query, token_file)
    elif os.path.isdir(path) or is_archive(path):
        yield from _in_folder(path, wanted, query)
    else:
        yield from _fitting(_read(path, token_file), wanted, query)


class _Answer(NamedTuple):
    """What the index of a folder says: the records that fit, files that cannot be read and why, whether it is kept."""

    found: list[Found]
    problems: list[tuple[str, str]]
    kept: bool


def _in_folder(path: str, wanted: Wanted, query: Query) -> Iterator[Found]:
    found, problems, kept = asked(path, lambda index: _answer(index, path, wanted, query))
    if not kept:
        say(f"{path}{SUFFIX} cannot be written: everything is read, and again next time.")
    for place, problem in problems:
        say(f"{place}: {problem}")
    yield from found


def _answer(index: Index, path: str, wanted: Wanted, query: Query) -> _Answer:
    with Progress("reading the folder") as progress:
        index.update(list(gathered([path])), read_place, progress)
    return _Answer(list(_fitting_in(index, wanted, query)), index.problems(), index.kept)


def _fitting_in(index: Index, wanted: Wanted, query: Query) -> Iterator[Found]:
    if not query.inside:
        yield from [Found(row) for row in index.rows().values() if wanted.takes(row)]
        return
    stands = index.places(index.terms(query))
    for id, row in index.rows(stands).items():
        places = tuple(query.places(stands[id])) if wanted.takes(row) else ()
        if places:
            yield Found(row, places)


def read_place(place: Place) -> Read:
    """Read a file or a member of an archive; what cannot be read has a problem."""
    try:
        text = text_at(place)
        return read_text(str(place), text) if begins_as_record(text) else Read()
    except (*ERRORS, *NOT_JSON) as error:
        return Read(problem=why(error))


def read_text(place: str, text: bytes) -> Read:
    """Return what a record holds; raises `LineError` and `msgspec.DecodeError` where nothing can be read."""
    readable = readable_record(text)
    return Read(row_of(place, readable), terms_of(readable.record.header.game, readable.record.entries))


def _read(source: str, token_file: str | None) -> Read:
    """Read one record from its source; raises `InputError`."""
    text = text_of(source, token_file)
    try:
        return read_text(source, text)
    except (*ERRORS, *NOT_JSON) as error:
        raise InputError(f"{source}: {why(error)}") from None


def _in_service(url: str, wanted: Wanted, query: Query, token_file: str | None) -> Iterator[Found]:
    """Yield the tables of a service that fit; a code is looked for among their refused attempts."""
    tables = msgspec.structs.replace(wanted, code=None)
    for row in rows_of_service(url, token_file, tables):
        if not tables.takes(row):
            continue
        if wanted.code is None and not query.inside:
            yield Found(row)
            continue
        try:
            places = tuple(_at_table(row, wanted.code, query, token_file))
        except (InputError, ValueError) as error:
            say(f"{row.place}: {error}")
            continue
        if places:
            yield Found(row, places)


def _at_table(row: Row, code: str | None, query: Query, token_file: str | None) -> Iterator[tuple[Hit, Term]]:
    """Yield what fits at one table of a service: refused attempts, or places in its record."""
    if code is not None:
        for hit, term in attempts_at(row.place, code, token_file):
            if query.fits(hit):
                yield hit, term
        return
    read = _read(row.place, token_file)
    yield from query.places(_under(query, row.game, read.terms))


def _fitting(read: Read, wanted: Wanted, query: Query) -> Iterator[Found]:
    if read.row is None or not wanted.takes(read.row):
        return
    places = tuple(query.places(_under(query, read.row.game, read.terms))) if query.inside else ()
    if places or not query.inside:
        yield Found(read.row, places)


def _under(query: Query, game: str, terms: Mapping[Term, Sequence[Hit]]) -> dict[Term, Sequence[Hit]]:
    return {term: terms[term] for term in query.among(game, terms)}
