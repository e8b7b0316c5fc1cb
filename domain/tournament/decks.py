"""Decks that players register: sealed in the record as a table seals its cards, open once the tournament has ended.

A deck is the command that chooses it at a table. What a deck may hold is the game's to say; here it is compared only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from domain.record.canonical import unb64
from domain.record.keys import salt_key
from domain.record.members import Bytes32, Part
from domain.record.seals import Salts, seal
from domain.tournament.players import PlayerId

Pointer: TypeAlias = Literal["/deck"]
POINTER: Final[Pointer] = "/deck"
DeckSeals: TypeAlias = Annotated[dict[Pointer, Bytes32], msgspec.Meta(min_length=1)]
FromRound: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=999)]


class ChosenDeck(Part, frozen=True, kw_only=True):
    """The command that chooses a deck: its tag, and the cards."""

    tag: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    body: dict[str, Any]


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A deck in the record: the entry that seals it, the seal, and the deck once it is open."""

    n: int
    seal: str
    deck: ChosenDeck | None = None


Decks: TypeAlias = Mapping[tuple[PlayerId, int], Registered]  # by player and the round from which it is played


def salts(secret: bytes, tournament: str) -> Salts:
    """Return the salts of a tournament, as those of a table with its id would be."""
    return Salts(salt_key(secret, tournament))


def sealed_value(deck: ChosenDeck) -> Any:
    """Return what is sealed of a deck."""
    return msgspec.to_builtins(deck)


def opens(registered: Registered, salt: str, deck: ChosenDeck) -> bool:
    """Say whether a deck is the one that was sealed."""
    return seal(unb64(salt), sealed_value(deck)) == registered.seal
