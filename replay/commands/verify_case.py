"""`replay verify` of the archive of a case: each part of it in a line, then the checks of its record."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from domain.audit.heads import KeptHead
from domain.audit.many import as_told
from domain.audit.spoken import status_in
from domain.kernel.display.lines import Ink, Style, broken, pad, plain
from domain.kernel.display.words import ENGLISH, Words, words_in
from dossier.archive.checking import check_archive
from dossier.archive.findings import Checked, Finding
from dossier.archive.manifest import MANIFEST, MEMBERS, RECORD, VERIFIERS
from dossier.archive.packing import ARCHIVE_BYTES
from replay.errors import InputError
from replay.interpreter import interpreter
from replay.reading.packed import ERRORS, is_archive, why

_STYLES: dict[str, Style | None] = {"passed": "good", "failed": "warning", "not possible": "faint"}
_ENOUGH = 2  # of our names: then it is, or was, the archive of a case, with or without its manifest


def is_case(path: str) -> bool:
    """Say whether a file is the archive of a case, complete or not; any other archive is one of records."""
    if not is_archive(path):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            names = {*archive.namelist()}
    except ERRORS:
        return False
    return MANIFEST in names or len(names & {*MEMBERS} - {RECORD}) >= _ENOUGH


def check_case(path: str, heads: tuple[KeptHead, ...]) -> Checked:
    """Check the archive of a case; raises `InputError` where there is nothing to read."""
    try:
        with open(path, "rb") as file:
            archive = file.read(ARCHIVE_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: {why(error)}") from None
    return check_archive(archive, standalone(), heads)


def standalone() -> dict[str, bytes]:
    """Return the verifiers of this release."""
    folder = Path(str(resources.files("replay.standalone")))
    return {name: (folder / name).read_bytes() for name in VERIFIERS}


def case_document(checked: Checked) -> dict[str, object]:
    """Return what was found for programs."""
    english = words_in(ENGLISH, "dossier")
    parts = [
        {
            "part": finding.part,
            "status": finding.status,
            "because": [{"code": one.code, "text": one.said(english)} for one in finding.because],
        }
        for finding in checked.findings
    ]
    record = None if checked.report is None else {**as_told(checked.report), "python": interpreter()}
    return {"result": "failed" if checked.is_wrong else "passed", "parts": parts, "record": record}


def case_lines(checked: Checked, width: int, paint: Ink, words: Words) -> Iterator[str]:
    """Yield what was found in lines."""
    for finding in checked.findings:
        yield from _finding(finding, width, paint, words)


def _finding(finding: Finding, width: int, paint: Ink, words: Words) -> Iterator[str]:
    title = pad(finding.title(words), 42)
    yield f"  {title} {paint(_STYLES[finding.status], status_in(finding.status, words))}"
    failed = finding.status == "failed"
    for one in finding.because:
        said = f"{one.code}: {one.said(words)}" if failed else one.said(words)
        yield from (f"     {piece}" for piece in broken(plain(said), width - 5))
