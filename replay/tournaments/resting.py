"""Whether the results of a tournament follow from the records of its tables: the seventh check of its record."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.audit.checks import verify_bytes
from domain.record.canonical import b64
from domain.record.entries import OfTournament
from domain.record.keys import BOARD
from domain.record.lines import Copied, Header, Record, read, split
from domain.tournament.log.check import Checked
from domain.tournament.log.entries import Counted, OfTable, Places, ResultCorrected, ResultCounted, RoundStarted
from domain.tournament.log.rulings import FINAL, against, is_ruling, said_by_tables, standing_rulings
from domain.tournament.log.rulings import told as told_rulings
from replay.errors import InputError
from replay.reading.gathered import gathered
from replay.reading.packed import ERRORS
from replay.reading.source import text_at
from replay.tournaments.reading import Followed
from replay.tournaments.telling import seated

NUMBER, NAME = 7, "tables"
UNCOMPARED = Checked(NUMBER, NAME, "not_possible", None, "an earlier check failed")
OUTCOMES = ("game_finished", "result_adjusted")
Place: TypeAlias = tuple[int, int]  # round and pairing, both from 1


class _First(msgspec.Struct, frozen=True):
    header: Header


class _Opening(msgspec.Struct, frozen=True):
    tournament: OfTournament | None = None


class _Line(msgspec.Struct, frozen=True):
    entry: _Opening | None = None


class Own(NamedTuple):
    """The record of a table, and its place in this tournament if its first entry says so."""

    text: bytes
    place: Place | None


class Resting(NamedTuple):
    """A result, the entry that counts it, and what it rests on."""

    entry: OfTable
    players: tuple[str, ...]
    rests_on: Counted


def check_tables(found: Followed, folder: str) -> Checked:
    """Compare every result with the record of its table in a folder or archive.

    Failed: a record does not verify, or is that of another table, or does not hold the entry that the result names, or
    another result follows from it, or somebody played another deck there than the registered one, or a record of a
    place here has a result and the one that is counted there, no ruling, names no table. Not possible: records are
    missing, or their decks are closed, or no result names a table. How many results name none is told: rulings, and
    draws agreed on before the table opened; and which rulings stand against what their tables say. Raises `InputError`
    for a folder that holds no record of a table.
    """
    results, unnamed = list(resting(found)), list(_unnamed(found))
    named = {result.rests_on.table for result in results}
    wanted = {*named, *_ruled_tables(found, {}).values(), *(table for _, table in unnamed)}
    own = dict(_records(folder, wanted, found.book.opened.tournament))
    ruled, records = _ruled_tables(found, own), {table: one.text for table, one in own.items()}
    if named and named.isdisjoint(records):
        raise InputError(f"{folder} holds no record of a table of this tournament")
    wrong = _first_wrong(found, results, records) or _played_otherwise(unnamed, records) or _unsaid(found, named, own)
    if wrong is not None:
        return wrong
    missing = [result for result in results if result.rests_on.table not in records]
    if missing:
        first, absent = missing[0].rests_on.table, named - records.keys()
        why = f"{len(absent)} of {len(named)} records are not in the folder, the first that of table {first}"
        return Checked(NUMBER, NAME, "not_possible", None, why)
    closed = [result.rests_on.table for result in results if _is_closed(found, result, records)]
    if closed:
        return Checked(NUMBER, NAME, "not_possible", None, f"the record of table {closed[0]} does not open its decks")
    counted = [step.entry for step in found.steps if isinstance(step.entry, OfTable)]
    rulings = told_rulings(_ruled_otherwise(found, ruled, records))
    if counted and not results:
        why = "every result is a ruling" if all(_is_ruling(entry) for entry in counted) else "no result names a table"
        return Checked(NUMBER, NAME, "not_possible", None, "; ".join([one for one in (why, rulings) if one]))
    without = len(counted) - len(results)
    unsaid = f"{without} of {len(counted)} results name no table" if without else ""
    return Checked(NUMBER, NAME, "passed", None, "; ".join([one for one in (unsaid, rulings) if one]))


def _is_ruling(entry: OfTable) -> bool:
    return isinstance(entry, ResultCounted | ResultCorrected) and is_ruling(entry)


def _ruled_tables(found: Followed, own: Mapping[str, Own]) -> dict[OfTable, str]:
    """Return the rulings that stand about a single game, with the table of each.

    Its id follows from its place where a service opens the tables; elsewhere the table's own record says its place.
    """
    rulings = standing_rulings(step.entry for step in found.steps)
    book = found.book
    if book.opened.tables is not None:
        single = [one for one in rulings if one.game is not None or book.rounds[one.round - 1].best_of == 1]
        return {entry: book.table_id(entry.round, entry.table, entry.game or 1) for entry in single}
    there = {one.place: table for table, one in own.items()}
    single = [one for one in rulings if book.rounds[one.round - 1].best_of == 1]
    return {entry: there[entry.round, entry.table] for entry in single if (entry.round, entry.table) in there}


def _unsaid(found: Followed, named: Container[str], own: Mapping[str, Own]) -> Checked | None:
    """Say which result hides a table: it is no ruling and names none, and a record of its place has a result."""
    if found.book.opened.tables is not None:
        return None  # there every such result names the table whose id follows from its place
    silent = [step.entry for step in found.steps if isinstance(step.entry, OfTable) and step.entry.rests_on is None]
    hidden = {(entry.round, entry.table): entry for entry in reversed(silent) if not _is_ruling(entry)}
    for table, (text, place) in sorted(own.items()):
        if place in hidden and table not in named and any(said["kind"] in FINAL for said in _said(read(split(text)))):
            why = f"table {table}: it has a result, and the one that is counted here names no table"
            return Checked(NUMBER, NAME, "failed", hidden[place].n, why)
    return None


def _ruled_otherwise(
    found: Followed, ruled: Mapping[OfTable, str], records: Mapping[str, bytes]
) -> tuple[OfTable, ...]:
    """Return the rulings that stand against the records of their tables, whether these were counted before or not."""
    entries = [step.entry for step in found.steps]
    rulings, said = standing_rulings(entries), said_by_tables(entries)
    for entry, table in ruled.items():
        if table not in records:
            continue
        outcomes = [one for one in _said(read(split(records[table]))) if one["kind"] in (*OUTCOMES, *FINAL)]
        if outcomes and outcomes[-1]["kind"] in FINAL:
            last = [one["outcome"] for one in outcomes if "outcome" in one][-1]
            said[entry.round, entry.table, entry.game] = _places(last, len(entry.places))
    return against(rulings, said)


def resting(found: Followed) -> Iterator[Resting]:
    """Yield every result that rests on an entry of a table."""
    for step in found.steps:
        entry = step.entry
        if isinstance(entry, OfTable) and entry.rests_on is not None:
            yield Resting(entry, seated(step, entry), entry.rests_on)


def _unnamed(found: Followed) -> Iterator[tuple[ResultCounted, str]]:
    """Yield every agreed draw that names no table, and the table that it would be played at."""
    opened = found.book.opened
    for step in found.steps:
        entry = step.entry
        if isinstance(entry, ResultCounted) and entry.agreed and entry.rests_on is None and opened.tables is not None:
            due = len(step.book.rounds[entry.round - 1].games.get(entry.table - 1, ())) + 1
            yield entry, step.book.table_id(entry.round, entry.table, due)


def _first_wrong(found: Followed, results: Iterable[Resting], records: Mapping[str, bytes]) -> Checked | None:
    """Say which result a table's record contradicts first, or which rests on a table that another one rests on."""
    used: dict[str, tuple[int, int, int | None]] = {}
    for result in results:
        entry, table = result.entry, result.rests_on.table
        here = (entry.round, entry.table, entry.game)
        why = None if table not in records else _differs(found, result, records[table])
        if used.setdefault(table, here)[:2] != here[:2]:
            why = f"the result of round {used[table][0]}, table {used[table][1]} rests on it too"
        if why is not None:
            return Checked(NUMBER, NAME, "failed", entry.n, f"table {table}: {why}")
    return None


def _played_otherwise(unnamed: Iterable[tuple[ResultCounted, str]], records: Mapping[str, bytes]) -> Checked | None:
    """Say which draw that names no table was no draw, by the record of its table."""
    for entry, table in unnamed:
        kinds = [] if table not in records else [said["kind"] for said in _said(read(split(records[table])))]
        if any(kind in FINAL for kind in kinds):
            return Checked(NUMBER, NAME, "failed", entry.n, f"table {table}: it was played to its end")
    return None


def _records(folder: str, named: Iterable[str], tournament: str) -> Iterator[tuple[str, Own]]:
    """Yield the records of these tables and of others of the tournament, the longest of each.

    What cannot be read is none.
    """
    wanted, found = set(named), dict[str, Own]()
    for file in gathered([folder]):
        try:
            text = text_at(file)
            lines = split(text)
            table = msgspec.json.decode(next(lines, b"{}"), type=_First).header.table
            place = _place(lines, tournament)
        except (*ERRORS, msgspec.DecodeError):
            continue
        if (table in wanted or place is not None) and (table not in found or len(text) > len(found[table].text)):
            found[table] = Own(text, place)
    yield from found.items()


def _place(lines: Iterator[bytes], tournament: str) -> Place | None:
    """Return the round and pairing of a table by its first entry, nothing if it is none of the tournament."""
    try:
        opening = next((entry for line in lines if (entry := msgspec.json.decode(line, type=_Line).entry)), None)
    except (*ERRORS, msgspec.DecodeError):
        return None  # its verification says what is wrong, if a result names it
    said = None if opening is None else opening.tournament
    return (said.round, said.pairing) if said is not None and said.id == tournament else None


def _differs(found: Followed, result: Resting, text: bytes) -> str | None:
    """Say how a table's record contradicts a result, or nothing."""
    if verify_bytes(text).is_wrong:
        return "its record does not verify"
    record = read(split(text))
    entries = _said(record)
    cited = result.rests_on
    hashes = {entry["n"]: b64(copied.hash) for entry, copied in zip(entries, record.entries, strict=True)}
    if cited.n not in hashes:
        return f"its record ends before entry {cited.n}, which the result names"
    if hashes[cited.n] != cited.hash:
        return f"its record has another entry {cited.n} than the result names"
    if entries[cited.n - 1]["kind"] != cited.kind:
        return f"its entry {cited.n} is not of the kind {cited.kind}"
    other = _other_deck(found, result, record.entries)
    other = other or _other_deal(found, result, entries)
    return elsewhere(found, result, entries) or other or _other_result(result, entries)


class _Command(msgspec.Struct, frozen=True):
    tag: str
    body: dict[str, Any] | None = None


class _Choice(msgspec.Struct, frozen=True):
    seat: int
    command: _Command


def _choices(found: Followed, result: Resting, copied: Iterable[Copied]) -> Iterator[tuple[str, bool, bool]]:
    """Yield who chose a deck where registered ones have opened, whether it is open, and whether it may be that one.

    Who chose none there has chosen another one than the registered.
    """
    decks = [found.book.deck_of(player, result.entry.round) for player in result.players]
    chosen: dict[int, list[tuple[str, dict[str, Any] | None]]] = {}
    tags = {sealed.deck.tag for sealed in decks if sealed is not None and sealed.deck is not None}
    for one in copied if tags else ():
        if b'"kind":"action_taken"' in one.public:
            choice = msgspec.json.decode(one.public, type=_Choice)
            if choice.command.tag in tags:
                body = one.values.get("/command/body", choice.command.body)
                chosen.setdefault(choice.seat, []).append((choice.command.tag, body))
    for seat, sealed in enumerate(decks):
        if sealed is not None and sealed.deck is not None:
            for tag, body in chosen.get(seat, [("", {})]):
                is_it = tag == sealed.deck.tag and body in (None, sealed.deck.body)
                yield result.players[seat], body is not None or not is_it, is_it


def _other_deck(found: Followed, result: Resting, copied: Iterable[Copied]) -> str | None:
    """Say who did not play the registered deck; nothing where no game began."""
    if result.rests_on.kind == "table_abandoned":
        return None
    others = [player for player, _, is_it in _choices(found, result, copied) if not is_it]
    return f"{others[0]} played another deck than the registered one" if others else None


def _is_closed(found: Followed, result: Resting, records: Mapping[str, bytes]) -> bool:
    """Say whether a table's record does not open the decks that were chosen there."""
    copied = read(split(records[result.rests_on.table])).entries
    return any(not is_open for _, is_open, _ in _choices(found, result, copied))


def _said(record: Record) -> list[dict[str, Any]]:
    """Return the entries of a table's record."""
    return [msgspec.json.decode(copied.public) for copied in record.entries]


def _other_deal(found: Followed, result: Resting, entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Say how a table of a board was not dealt as the round's start commits to, or is compared though it may not be."""
    round = result.entry.round
    boards = {step.entry.round: step.entry.board for step in found.steps if isinstance(step.entry, RoundStarted)}
    opening = entries[0]
    board = boards[round]
    own = opening["commitments"]["deal"] if opening["protocol"] == BOARD else None
    if own != board:
        return f"its deal is not that of the board of round {round}"
    redealt = any(entry["kind"] == "rewound_to" and "order" in entry for entry in entries[: result.rests_on.n])
    if board is not None and redealt is not result.entry.redealt:
        return "it was dealt anew" if redealt else "it was not dealt anew"
    return None


def elsewhere(found: Followed, result: Resting, entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Say where else a table was played, or by whom.

    Its first entry says so, where a service opened the tables; those of a simulation say nothing.
    """
    said = entries[0].get("tournament")
    if said is None:
        return None if found.book.opened.tables is None else "it is no table of a tournament"
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
    """Say what places follow from the table, where others were counted.

    From one that was given up follows who did not come, unless a ruling or everybody at the table says what counts.
    """
    entry = result.entry
    if isinstance(entry, ResultCounted) and entry.agreed:
        return None
    if result.rests_on.kind == "table_abandoned":
        said = getattr(entry, "reason", None) is not None or entry.places == _who_came(result, entries)
        return None if said else "who came there does not give these places"
    outcomes = [entry["outcome"] for entry in entries[: result.rests_on.n] if entry["kind"] in OUTCOMES]
    places = _places(outcomes[-1], len(result.players)) if outcomes else None
    if places is None or places == result.entry.places:
        return None
    return f"the places {', '.join(map(str, places))} follow from its entry {result.rests_on.n}"


def _who_came(result: Resting, entries: Sequence[Mapping[str, Any]]) -> Places:
    """Return 1 for every seat that was held when the table was given up, and 0 for the others."""
    held: dict[int, bool] = {}
    for entry in entries[: result.rests_on.n]:
        if entry["kind"] in ("seat_taken", "seat_left"):
            held[entry["seat"]] = entry["kind"] == "seat_taken"
    return tuple([int(held.get(seat, False)) for seat in range(len(result.players))])


def _places(outcome: Mapping[str, Any], seats: int) -> Places:
    by_seat = {seat: group["place"] for group in outcome["places"] for seat in group["seats"]}
    return tuple([by_seat.get(seat, 0) for seat in range(seats)])
