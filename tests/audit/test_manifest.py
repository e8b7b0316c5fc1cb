"""A manifest names each table once, by an id, and for a viewer that an archive has copies for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.audit.manifest import Filed, Manifest, manifest_text, parse_manifest
from domain.record.lines import RECORD_BYTES

FILED = Filed(table="t1", game="chanic_panic", viewer="all", entries=1, hash="h", size=3, sha256="x")


def manifest(*filed: Filed) -> Manifest:
    return Manifest(release="r", made_at="2026-01-01T00:00:00.000Z", records=filed)


def test_a_manifest_is_read_as_it_was_written() -> None:
    two = manifest(FILED, msgspec.structs.replace(FILED, table="t2", viewer="spectator"))
    assert parse_manifest(manifest_text(two)) == two
    assert [(filed.file, str(filed.head)) for filed in two.records] == [("t1.ndjson", "1:h"), ("t2.ndjson", "1:h")]
    assert not FILED.fits(b"xyz")


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"table": "../t1"}, "'../t1' is the id of no table"),
        ({"table": "t1"}, "the table t1 stands there twice"),
        ({"table": "t2", "size": RECORD_BYTES + 1}, "a record has at most 268435456 bytes"),
        ({"table": "t2", "viewer": "seat:0"}, "Invalid enum value 'seat:0'"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(other: dict[str, Any], reason: str) -> None:
    text = manifest_text(manifest(FILED, msgspec.structs.replace(FILED, **other)))
    with pytest.raises(ValueError, match=reason):
        parse_manifest(text)
