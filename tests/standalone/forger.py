"""Somebody who knows all secrets of a table and writes another record of it: seals, salts and chain are made to fit."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from typing import Any

from tests.standalone.damage import Line, NotApplicableError, b64, canonical

SEEN_BY = "audiences"  # a member of our lines: the copies that open each place; never written


def _raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def commitment(kind: str, secret: str) -> str:
    """Return what entry 1 says of a secret."""
    return b64(hashlib.sha256(f"matchledger/1/{kind}_secret/".encode() + _raw(secret)).digest())


class Forger:
    """All copies of one table's record, edited together; `copies` writes them as if nothing had happened.

    What a line opens is kept in full, and beside it which of the copies opens each place. `others` are the copies of
    another play of the same table.
    """

    def __init__(self, originals: Mapping[str, bytes], others: Mapping[str, bytes]) -> None:
        self.viewers = tuple(originals)
        self._others = others
        self._gone = False  # an entry was taken out, and the numbers were not made to fit yet
        parsed = {viewer: [json.loads(line) for line in text.splitlines()] for viewer, text in originals.items()}
        self.lines: list[Line] = copy.deepcopy(parsed["all"])
        for place, line in enumerate(self.lines):
            line[SEEN_BY] = {
                at: {viewer for viewer in self.viewers if at in parsed[viewer][place].get("opened", {})}
                for at in line.get("opened", {})
            }
        self.salt_secret = str(self.last("secrets_opened")["salt_secret"])
        self.headers: dict[str, Any] = {}

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The entries, in order."""
        return [line["entry"] for line in self.lines if "entry" in line]

    @property
    def opening(self) -> dict[str, Any]:
        """Entry 1."""
        return self.entries[0]

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return int(self.opening["seats"])

    def another_play(self) -> Forger:
        """Return another play of the same table, with the same secrets."""
        return Forger(self._others, self._others)

    def become(self, other: Forger) -> None:
        """Write another play instead of this one."""
        self.lines, self.salt_secret = other.lines, other.salt_secret

    def line(self, wanted: Callable[[dict[str, Any]], Any]) -> Line:
        """Return the first line whose entry is wanted; raises `NotApplicableError`."""
        for line in self.lines:
            if "entry" in line and wanted(line["entry"]):
                return line
        raise NotApplicableError

    def first(self, *kinds: str) -> dict[str, Any]:
        """Return the first entry of these kinds."""
        entry: dict[str, Any] = self.line(lambda entry: entry["kind"] in kinds)["entry"]
        return entry

    def last(self, *kinds: str) -> dict[str, Any]:
        """Return the last entry of these kinds."""
        return [entry for entry in self.entries if entry["kind"] in kinds][-1]

    def opened(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return what the full copy opens of an entry."""
        opened: dict[str, Any] = self.line(lambda other: other is entry).setdefault("opened", {})
        return opened

    def insert(self, after: dict[str, Any], kind: str, **members: Any) -> dict[str, Any]:
        """Slip in an entry behind another one, at its time; the later ones are counted anew."""
        place = next(i for i, line in enumerate(self.lines) if line.get("entry") is after)
        entry = {"at": after["at"], "by": "operator", "kind": kind, "n": 0, **members}
        self.lines.insert(place + 1, {"entry": entry, SEEN_BY: {}})
        return entry

    def again(self, entry: dict[str, Any], after: dict[str, Any] | None = None) -> dict[str, Any]:
        """Slip in an entry a second time, behind itself or another one."""
        line = copy.deepcopy(self.line(lambda other: other is entry))
        place = next(i for i, other in enumerate(self.lines) if other.get("entry") is (after or entry))
        line["entry"]["at"] = self.lines[place]["entry"]["at"]
        self.lines.insert(place + 1, line)
        again: dict[str, Any] = line["entry"]
        return again

    def drop(self, entry: dict[str, Any]) -> None:
        """Take an entry out."""
        self._gone = True
        del self.lines[next(i for i, line in enumerate(self.lines) if line.get("entry") is entry)]

    def move(self, entry: dict[str, Any], after: dict[str, Any]) -> None:
        """Put an entry behind another one."""
        self.again(entry, after)
        self.drop(entry)

    def count_anew_if_needed(self) -> None:
        """Number the entries again after some came or went; a forgery of numbers alone stays as it is."""
        if len({entry["n"] for entry in self.entries} - {0}) < len(self.entries) or self._gone:
            self.count_anew()

    def count_anew(self) -> None:
        """Number the entries from 1, and let what names one by its number follow."""
        self._gone = False
        numbers: dict[int, int] = {}
        for n, entry in enumerate(self.entries, 1):
            numbers.setdefault(entry["n"], n)
            entry["n"] = n
        for entry in self.entries:
            for name in ("seen", "to"):
                if name in entry:
                    entry[name] = numbers.get(entry[name], entry[name])
            if "reveals" in entry:
                parts = {key: key.partition("/") for key in entry["reveals"]}
                entry["reveals"] = {
                    f"{numbers.get(int(n), n)}{slash}{rest}": entry["reveals"][key]
                    for key, (n, slash, rest) in parts.items()
                }

    def seal(self, entry: dict[str, Any], pointer: str, value: Any, *, seen_by: str = "") -> None:
        """Open a place of an entry to a value; one that nothing hides is sealed from now on."""
        line = self.line(lambda other: other is entry)
        line.setdefault("opened", {})[pointer] = [value, ""]
        line[SEEN_BY].setdefault(pointer, {"all", seen_by} - {""})
        entry.setdefault("seals", {}).setdefault(pointer, "")

    def unseal(self, entry: dict[str, Any], pointer: str) -> Any:
        """Take a seal off and return what was under it."""
        line = self.line(lambda other: other is entry)
        del entry["seals"][pointer]
        value, _ = line["opened"].pop(pointer)
        for holder, name in ((entry, "seals"), (line, "opened")):
            if not holder[name]:
                del holder[name]
        return value

    def salt(self, place: str) -> str:
        """Return the salt of a place, written "<n><pointer>"."""
        table = self.opening["table"].encode()
        inner = hmac.digest(table, _raw(self.salt_secret), "sha256")
        key = hmac.digest(inner, b"matchledger/1/salts\x01", "sha256")
        return b64(hmac.digest(key, place.encode(), "sha256")[:16])

    def copies(self) -> dict[str, bytes]:
        """Return every viewer's copy: seals over what is opened, salts that derive, a chain from the first entry on."""
        head = hashlib.sha256(f"matchledger/1/{self.opening['table']}".encode()).digest()
        for line in self.lines:
            if "entry" not in line:
                continue
            entry = line["entry"]
            for pointer, pair in line.get("opened", {}).items():
                pair[1] = self.salt(f"{entry['n']}{pointer}")
                if pointer in entry.get("seals", {}):
                    entry["seals"][pointer] = _sealed(pair)
            for place, pair in entry.get("reveals", {}).items():
                pair[1] = self.salt(place)
            head = hashlib.sha256(head + canonical(entry)).digest()
            line["hash"] = b64(head)
        return {viewer: self._copy(viewer) for viewer in self.viewers if viewer != "seat:1"}

    def _copy(self, viewer: str) -> bytes:
        return b"".join(canonical(self._for(line, viewer)) + b"\n" for line in self.lines)

    def _for(self, line: Line, viewer: str) -> Line:
        shown = {name: value for name, value in line.items() if name not in (SEEN_BY, "opened")}
        if "header" in line:
            shown["header"] = {**line["header"], "viewer": self.headers.get(viewer, viewer)}
        opened = {at: pair for at, pair in line.get("opened", {}).items() if viewer in line[SEEN_BY].get(at, {"all"})}
        return {**shown, "opened": opened} if opened else shown


def _sealed(pair: list[Any]) -> str:
    return b64(hashlib.sha256(_raw(pair[1]) + canonical(pair[0])).digest())
