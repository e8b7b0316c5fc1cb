"""Members as the bytes of one zip archive, and back: one set of members has one archive, and nothing else is taken.

Members are stored, not compressed: the bytes are the same on every machine, and no small file unpacks to a large one.
What is not, byte for byte, as we pack it, is refused, so that two readers can never see different members in it.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping

from domain.record.lines import RECORD_BYTES
from dossier.archive.findings import Wrong
from dossier.archive.manifest import MEMBERS

ARCHIVE_BYTES = RECORD_BYTES + 64 * 2**20  # a record of the largest size, and everything else
MEMBERS_AT_MOST = 64  # that a reader looks at: what has more is none of ours, and is not listed
DATE = (1980, 1, 1, 0, 0, 0)  # the first that the format knows: an archive has no time of its own
MODE = 0o100644 << 16  # a file that everybody may read
UNIX = 3
ENCRYPTED = 1  # bit of a member's flags. Source: APPNOTE.TXT 4.4.4
_END, _END_BYTES = b"PK\x05\x06", 22  # of the directory; ours has no comment behind it
_END_64, _LOCATOR_BYTES = b"PK\x06\x07", 20
_OPENING = (b"PK\x03\x04", _END)


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return members as an archive, in the order of their names."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            member = zipfile.ZipInfo(name, DATE)
            member.create_system, member.external_attr = UNIX, MODE
            archive.writestr(member, members[name])
    return found.getvalue()


def unpacked(archive: bytes) -> tuple[dict[str, bytes], tuple[Wrong, ...]]:
    """Return the members of an archive, and what is wrong with it; none where it cannot be read as one of ours."""
    refused = _refused(archive)
    if refused is not None:
        return {}, (refused,)
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as inside:
            listed = inside.infolist()
            wrong = [*_wrong_listing(listed)]
            if wrong:
                return {}, tuple(wrong)
            members = {member.filename: inside.read(member) for member in listed}
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError, NotImplementedError):
        return {}, (Wrong("no_archive"),)
    return members, () if packed(members) == archive else (Wrong("other_bytes"),)


def _refused(archive: bytes) -> Wrong | None:
    """Return why an archive is not even listed."""
    if len(archive) > ARCHIVE_BYTES:
        return Wrong("too_large", {"most": ARCHIVE_BYTES // 2**20})
    if not archive.startswith(_OPENING):
        return Wrong("no_archive" if _END not in archive else "other_bytes")
    end = archive[-_END_BYTES:]
    if not end.startswith(_END) or archive[-_END_BYTES - _LOCATOR_BYTES :].startswith(_END_64):
        return Wrong("other_bytes" if _END in archive else "no_archive")
    if int.from_bytes(end[10:12], "little") > MEMBERS_AT_MOST:
        return Wrong("too_many_members", {"most": MEMBERS_AT_MOST})
    return None


def _wrong_listing(listed: list[zipfile.ZipInfo]) -> Iterator[Wrong]:
    """Yield what is wrong with the list of members: names, kinds, sizes."""
    for name, count in Counter([member.filename for member in listed]).items():
        if count > 1:
            yield Wrong("duplicate_member", {"name": name})
        if name not in MEMBERS:
            yield Wrong("unexpected_member", {"name": name})
    for member in listed:
        if member.flag_bits & ENCRYPTED:
            yield Wrong("encrypted_member", {"name": member.filename})
        elif member.compress_type != zipfile.ZIP_STORED:
            yield Wrong("compressed_member", {"name": member.filename})
    for name in sorted({*MEMBERS} - {member.filename for member in listed}):
        yield Wrong("missing_member", {"name": name})
