"""Archives of a case made and forged: members changed with the manifest that names them, and bytes of nobody's."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.kernel.codec import command_from
from domain.table.play import refusal_of
from dossier.archive.attempts import attempts_text
from dossier.archive.making import Beside, archive_of, viewer_for
from dossier.archive.manifest import MANIFEST, VERIFIERS, filed, manifest_text, parse_manifest
from dossier.archive.packing import packed, unpacked
from dossier.archive.texts import Private
from tests.audit.tables import Played, worded, worded_so_far

FOLDER = Path(__file__).parents[2] / "replay" / "standalone"
OWN = {name: (FOLDER / name).read_bytes() for name in VERIFIERS}
CASE = "c-9"
NOTE = Private("2026-01-01T00:00:30.000Z", "arbiter:b", "Watch seat 0.")


def attempt(played: Played, seat: int, tag: str = "end_turn", **changed: Any) -> dict[str, Any]:
    """Return a command that the rules refused to a seat after its table's last entry before the case."""
    timeline = Timeline(read_record(played.record()))
    command = command_from(timeline.title.rules, tag, {})
    for moment in timeline.moments:
        refusal = None if moment.state is None else refusal_of(moment.table, seat, command)
        if refusal is not None:
            said = {"at": "2026-01-01T00:00:10.000Z", "seat": seat, "tag": tag, "body": {}, "code": refusal.code}
            return {**said, "seen": moment.entry.n, **changed}
    raise AssertionError("nothing is refused")


@cache
def archive(recipient: str = "arbiter", *, ended: bool = True, language: str = "en") -> bytes:
    """Return the archive of a duel's case."""
    played = worded() if ended else worded_so_far()
    viewer = viewer_for(recipient, 2)
    tried = [attempt(played, seat) for seat in range(2) if viewer.may_know((seat,))]
    beside = Beside(attempts_text(tried), (NOTE,) if recipient == "arbiter" else ())
    return archive_of(played.record(viewer), CASE, recipient, language, OWN, beside)


def members(text: bytes) -> dict[str, bytes]:
    """Return the members of a sound archive."""
    found, wrong = unpacked(text)
    assert wrong == ()
    return found


def repacked(found: Mapping[str, bytes], **changed: Any) -> bytes:
    """Return members as an archive whose manifest names them as they are: what a careful forger does."""
    manifest = parse_manifest(found[MANIFEST])
    digests = {name: filed(content) for name, content in sorted(found.items()) if name != MANIFEST}
    manifest = msgspec.structs.replace(manifest, **{"members": digests, **changed})
    return packed({**found, MANIFEST: manifest_text(manifest)})


def zipped(found: Mapping[str, bytes], *more: tuple[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return members as another program packs them, and more of them, perhaps of the same name."""
    text = io.BytesIO()
    with zipfile.ZipFile(text, "w", method) as inside:
        for name, content in (*sorted(found.items()), *more):
            inside.writestr(name, content)
    return text.getvalue()
