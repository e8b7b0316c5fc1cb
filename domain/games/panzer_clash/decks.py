"""Deck files: a small text that people can share, read and written; and a legal deck by chance.

    deck Steel Spearhead
    side axis
    22 factory
    4 ger_grenadiers

Empty lines and lines that begin with `#` say nothing. Whether the deck is legal, `deck_rules.faults` says.
"""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from domain.games.panzer_clash.cards import FACTORY, SIDES, Card, Pool, Side
from domain.games.panzer_clash.deck_rules import COPIES
from domain.games.panzer_clash.messages import ChooseDeck
from domain.kernel.cards.decks import DeckFileError
from domain.kernel.chance import Chance

MOST_BYTES = 16_384  # of a deck file; a hundred cards need a quarter of it
FACTORY_SHARE = 3  # of a deck by chance every third card is a Factory
_NAME = re.compile(r"deck ([^\s\x00-\x1f][^\x00-\x1f]{0,59})")
_SIDE = re.compile(r"side ([a-z]+)")
_CARD = re.compile(r"(-?[0-9]{1,3}) ([A-Za-z0-9_]{1,32})")


class DeckFile(msgspec.Struct, frozen=True, kw_only=True):
    """A deck as a file says it; not yet known to be legal."""

    name: str
    side: Side
    cards: dict[Card, int]


def read(text: bytes, name: str = "deck file") -> DeckFile:
    """Read a deck file; `name` stands for the file in messages. Raises `DeckFileError`."""
    if len(text) > MOST_BYTES:
        raise DeckFileError(f"{name}: more than {MOST_BYTES} bytes")
    title: str | None = None
    side: Side | None = None
    cards: dict[Card, int] = {}
    for number, line in enumerate(_lines(text, name), 1):
        if not line or line.startswith("#"):
            continue
        where = f"{name}:{number}"
        if (match := _NAME.fullmatch(line)) is not None and title is None:
            title = match[1]
        elif (match := _SIDE.fullmatch(line)) is not None and side is None:
            side = next((known for known in SIDES.values() if known == match[1]), None)
            if side is None:
                raise DeckFileError(f"{where}: {match[1]!r} is neither axis nor allies")
        elif (match := _CARD.fullmatch(line)) is not None and match[2] not in cards:
            cards[match[2]] = int(match[1])
        else:
            raise DeckFileError(f"{where}: {line!r} is no name, side or `copies card`, or stands there twice")
    if title is None or side is None:
        raise DeckFileError(f"{name}: a line `deck <name>` and a line `side <axis or allies>` are needed")
    return DeckFile(name=title, side=side, cards=cards)


def _lines(text: bytes, name: str) -> list[str]:
    try:
        return [line.strip() for line in text.decode("utf-8").split("\n")]
    except UnicodeDecodeError:
        raise DeckFileError(f"{name}: this is not UTF-8") from None


def written(deck: DeckFile) -> bytes:
    """Return the text of a deck file, which `read` reads back."""
    lines = [f"deck {deck.name}", f"side {deck.side}"]
    lines += [f"{copies} {card}" for card, copies in sorted(deck.cards.items())]
    return "\n".join([*lines, ""]).encode("utf-8")


def command(deck: DeckFile) -> ChooseDeck:
    """Return the command that chooses a deck."""
    return ChooseDeck(cards=deck.cards, side=deck.side)


def random_deck(pool: Pool, side: Side, size: int, chance: Chance) -> DeckFile:
    """Return a legal deck of a side: every third card a Factory, the rest by chance."""
    kinds = [kind.id for kind in pool.cards.values() if kind.side in (None, side) and kind.card_type != "terrain"]
    loose = [card for card in kinds if card != FACTORY for _ in range(COPIES)]
    others = min(size - size // FACTORY_SHARE, len(loose))
    chosen = Counter([loose[place] for place in chance.shuffle(len(loose), "deck")[:others]])
    chosen[FACTORY] = size - others
    return DeckFile(name=f"Random {side}", side=side, cards=dict(sorted(chosen.items())))
