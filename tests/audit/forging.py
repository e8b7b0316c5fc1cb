"""Records edited by somebody who can recompute everything but the commitments of entry 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from domain.audit.checks import verify_bytes
from domain.audit.report import Check, Report
from domain.kernel.seats import ARBITER, Viewer
from domain.record.canonical import b64, canonical
from domain.record.chain import genesis, link
from tests.audit.tables import Played


class Forgery:
    """A record as JSON lines that may be edited; `text` links the chain anew."""

    def __init__(self, played: Played, viewer: Viewer = ARBITER) -> None:
        self.salts = played.table.salts
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in played.record(viewer).splitlines()]

    @property
    def header(self) -> dict[str, Any]:
        """The header."""
        header: dict[str, Any] = self.lines[0]["header"]
        return header

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The entries, in order."""
        return [line["entry"] for line in self.lines if "entry" in line]

    def line(self, n: int) -> dict[str, Any]:
        """Return the line of entry `n`."""
        return next(line for line in self.lines if line.get("entry", {}).get("n") == n)

    def entry(self, n: int) -> dict[str, Any]:
        """Return entry `n`."""
        entry: dict[str, Any] = self.line(n)["entry"]
        return entry

    def first(self, kind: str, wanted: Callable[[dict[str, Any]], bool] = lambda entry: True) -> dict[str, Any]:
        """Return the first entry of a kind."""
        return next(entry for entry in self.entries if entry["kind"] == kind and wanted(entry))

    def open(self, n: int, pointer: str, value: Any) -> None:
        """Open a seal to another value, and make the seal fit."""
        salt = self.salts.salt(n, pointer)
        self.line(n).setdefault("opened", {})[pointer] = [value, b64(salt)]
        self.entry(n).setdefault("seals", {})[pointer] = self.salts(n, pointer, value)

    def origin(self, n: int) -> str | None:
        """Return where the command of entry `n` came from, if it is opened."""
        value: str | None = self.line(n).get("opened", {}).get("/origin", [None])[0]
        return value

    def text(self, *, linked: bool = True) -> bytes:
        """Return the record, its chain computed anew unless that is not wanted."""
        if linked:
            previous = genesis(self.entries[0]["table"])
            for line in self.lines:
                if "entry" in line:
                    previous = link(previous, canonical(line["entry"]))
                    line["hash"] = b64(previous)
        return b"".join(canonical(line) + b"\n" for line in self.lines)

    def report(self, *, linked: bool = True) -> Report:
        """Return what a verification says."""
        return verify_bytes(self.text(linked=linked))


def check_of(report: Report, number: int) -> Check:
    """Return one check."""
    return report.checks[number - 1]


def statuses(report: Report) -> dict[int, str]:
    """Return the checks that did not pass."""
    return {check.number: check.status for check in report.checks if check.status != "passed"}
