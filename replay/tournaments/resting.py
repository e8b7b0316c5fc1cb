"""Whether the results of a tournament follow from the records of its tables: the seventh check of its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.audit.checks import verify_bytes
from domain.record.canonical import b64
from domain.record.lines import Header, read, split
from domain.tournament.log.check import Checked
from domain.tournament.log.entries import Counted, OfTable, Places
from replay.errors import InputError
from replay.reading.gathered import gathered
from replay.reading.packed import ERRORS
from replay.reading.source import text_at
from replay.tournaments.reading import Followed
from replay.tournaments.telling import seated

NUMBER, NAME = 7, "tables"
UNCOMPARED = Checked(NUMBER, NAME, "not_possible", None, "an earlier check failed")
OUTCOMES = ("game_finished", "result_adjusted")


class _First(msgspec.Struct, frozen=True):
    header: Header


class Resting(NamedTuple):
    """A result, the entry that counts it, and what it rests on."""

    entry: OfTable
    players: tuple[str, ...]
    rests_on: Counted


def check_tables(found: Followed, folder: str) -> Checked:
    """Compare every result that names an entry of a table with that table's record in a folder or archive.

    Failed: a record does not verify, or does not hold that entry, or another result follows from it. Not possible:
    records are missing. Raises `InputError` for a folder that holds no record of a table.
    """
    named = {result.rests_on.table for result in resting(found)}
    records = dict(_records(folder, named))
    if named and not records:
        raise InputError(f"{folder} holds no record of a table of this tournament")
    missing = [result for result in resting(found) if result.rests_on.table not in records]
    for result in resting(found):
        text = records.get(result.rests_on.table)
        why = None if text is None else _differs(found, result, text)
        if why is not None:
            return Checked(NUMBER, NAME, "failed", result.entry.n, f"table {result.rests_on.table}: {why}")
    if missing:
        first, absent = missing[0].rests_on.table, named - records.keys()
        why = f"{len(absent)} of {len(named)} records are not in the folder, the first that of table {first}"
        return Checked(NUMBER, NAME, "not_possible", None, why)
    return Checked(NUMBER, NAME, "passed")


def resting(found: Followed) -> Iterator[Resting]:
    """Yield every result that rests on an entry of a table."""
    for step in found.steps:
        entry = step.entry
        if isinstance(entry, OfTable) and entry.rests_on is not None:
            yield Resting(entry, seated(step, entry), entry.rests_on)


def _records(folder: str, named: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the records of these tables, the longest of each; what cannot be read is none."""
    wanted, found = set(named), dict[str, bytes]()
    for place in gathered([folder]):
        try:
            text = text_at(place)
            table = msgspec.json.decode(next(split(text), b"{}"), type=_First).header.table
        except (*ERRORS, msgspec.DecodeError):
            continue
        if table in wanted and len(text) > len(found.get(table, b"")):
            found[table] = text
    yield from found.items()


def _differs(found: Followed, result: Resting, text: bytes) -> str | None:
    """Say how a table's record contradicts a result, or nothing."""
    if verify_bytes(text).is_wrong:
        return "its record does not verify"
    record = read(split(text))
    entries = [msgspec.json.decode(copied.public) for copied in record.entries]
    cited = result.rests_on
    hashes = {entry["n"]: b64(copied.hash) for entry, copied in zip(entries, record.entries, strict=True)}
    if hashes.get(cited.n) != cited.hash:
        return f"its record has another entry {cited.n} than the result names"
    if entries[cited.n - 1]["kind"] != cited.kind:
        return f"its entry {cited.n} is not of the kind {cited.kind}"
    return elsewhere(found, result, entries) or _other_result(result, entries)


def elsewhere(found: Followed, result: Resting, entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Say where else a table was played, or by whom, if its first entry says that it is a tournament's."""
    said = entries[0].get("tournament")
    if said is None:
        return None
    entry = result.entry
    here = {"id": found.book.opened.tournament, "round": entry.round, "pairing": entry.table}
    if any(said[name] != value for name, value in here.items()):
        return f"it belongs to round {said['round']}, table {said['pairing']} of {said['id']}"
    sat: dict[int, str] = {}
    for one in entries[: result.rests_on.n]:
        if one["kind"] == "seat_taken":
            sat[one["seat"]] = one["player"]
    strangers = [player for seat, player in sorted(sat.items()) if result.players[seat] != player]
    return f"{strangers[0]} sat there, who is not paired there" if strangers else None


def _other_result(result: Resting, entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Say what places follow from the table, where others were counted; one that was given up has none."""
    if result.rests_on.kind == "table_abandoned" or getattr(result.entry, "agreed", False):
        return None
    outcomes = [entry["outcome"] for entry in entries[: result.rests_on.n] if entry["kind"] in OUTCOMES]
    places = _places(outcomes[-1], len(result.players)) if outcomes else None
    if places is None or places == result.entry.places:
        return None
    return f"the places {', '.join(map(str, places))} follow from its entry {result.rests_on.n}"


def _places(outcome: Mapping[str, Any], seats: int) -> Places:
    by_seat = {seat: group["place"] for group in outcome["places"] for seat in group["seats"]}
    return tuple([by_seat.get(seat, 0) for seat in range(seats)])
