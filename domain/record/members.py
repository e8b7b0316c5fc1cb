"""What entries are made of: their heads, groups of members, bounded numbers and texts."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from domain.record.canonical import LARGEST

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Seats: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100)]  # no game has nearly so many
Bytes16: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{21}[AQgw]$", max_length=22)]  # base64url
Bytes32: TypeAlias = Annotated[  # base64url
    str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$", max_length=43)
]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A group of members inside an entry."""


class EntryHead(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"
):
    """What every entry has: its number from 1, the time in milliseconds since 1970 (UTC), who wrote it, its seals."""

    n: Count
    at: Count
    by: str
    seals: dict[str, str] = {}
