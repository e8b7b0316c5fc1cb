"""Tokens of seats, openers and casters, and join codes: derived from the server key, so that a repeat meets them again.

    seat.<table>.<seat>.<base64url(HMAC-SHA256(server key, "matchledger/1/seat/<table>/<seat>/<generation>"))>

The store keeps their hashes and generations; raising the generation makes the token before worthless.
"""

from __future__ import annotations

import hmac

import msgspec

from api.service import Service
from domain.kernel.seats import Seat
from domain.ledger.seat_tokens import OPENER, place_of_caster
from domain.record.canonical import b64
from domain.record.keys import FORMAT
from domain.table.table import Table

MAC_BYTES = 24
CODE_LENGTH = 10  # characters of 5 bits: 50 bits, read aloud in a few seconds
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
ROTATIONS = 1000  # a seat taken by entry n has the generations from n * 1000 on; those below belong to token seats
TOKEN_AT_MOST = 200  # characters of any credential


class Token(msgspec.Struct, frozen=True):
    """What a well-formed token says it is for; whether that is true only the store knows.

    `seat` is a seat, or the place of another token of the table: the opener's or a caster's.
    """

    table: str
    seat: int


def _mac(key: bytes, what: str, table: str, seat: int, generation: int) -> bytes:
    return hmac.digest(key, f"{FORMAT}/{what}/{table}/{seat}/{generation}".encode(), "sha256")


def seat_token(key: bytes, table: str, seat: int, generation: int) -> str:
    """Return the token that acts for a seat."""
    return f"seat.{table}.{seat}.{b64(_mac(key, 'seat', table, seat, generation)[:MAC_BYTES])}"


def opener_token(key: bytes, table: str) -> str:
    """Return the token that starts or cancels a table."""
    return f"opener.{table}.{b64(_mac(key, 'opener', table, OPENER, 0)[:MAC_BYTES])}"


def caster_token(key: bytes, table: str, number: int, generation: int) -> str:
    """Return the token that sees what a caster may see."""
    return f"caster.{table}.{number}.{b64(_mac(key, 'caster', table, number, generation)[:MAC_BYTES])}"


def join_code(key: bytes, table: str, seat: int) -> str:
    """Return the code that takes a seat, for people to read to each other."""
    number = int.from_bytes(_mac(key, "code", table, seat, 0)[:8], "big")
    return "".join([CODE_LETTERS[number >> 5 * place & 31] for place in range(CODE_LENGTH)])


def registration_code(key: bytes, tournament: str) -> str:
    """Return the code with which somebody registers for a tournament."""
    return join_code(key, f"registration:{tournament}", 0)


def player_link(key: bytes, tournament: str, player: str, generation: int) -> str:
    """Return the secret of a player's personal link to a tournament, which is exchanged once for a key."""
    return b64(_mac(key, "player-link", f"{tournament}/{player}", 0, generation)[:MAC_BYTES])


def plain_code(text: str) -> str:
    """Return a code as people may have written it: small letters, O for 0, I and L for 1, hyphens."""
    return text.upper().replace("-", "").replace("O", "0").replace("I", "1").replace("L", "1")


def parse(text: str) -> Token | None:
    """Return what a seat's, an opener's or a caster's token claims to be for, or nothing for any other text."""
    parts = text.split(".")
    if len(parts) == 4 and parts[2].isascii() and parts[2].isdigit() and len(parts[2]) < 4:
        number = int(parts[2])
        if parts[0] == "seat":
            return Token(parts[1], number)
        if parts[0] == "caster" and number:
            return Token(parts[1], place_of_caster(number))
    if len(parts) == 3 and parts[0] == "opener":
        return Token(parts[1], OPENER)
    return None


def is_valid(service: Service, token: Token, hash: bytes) -> bool:
    """Say whether the store knows a token by its hash for the place it claims; compared in constant time there."""
    return service.store.seats.seat_of_hash(token.table, hash) == token.seat


def give(service: Service, table: str, seat: int, generation: int, *, coded: bool) -> str:
    """Make a generation the seat's valid one and return its token; `coded` keeps the seat's join code."""
    key = service.settings.server_key
    token = seat_token(key, table, seat, generation)
    service.store.seats.put(
        table, seat, generation=generation, token=token, code=join_code(key, table, seat) if coded else None
    )
    return token


def generation_of_substitute(n: int, kind: str) -> int:
    """Return the generation of who was put at a seat of this kind (see `joins`) by entry n: the seat stays of its kind.

    That of a token seat is below nought, so that who sees the table later cannot tell that anybody was.
    """
    return n * (-ROTATIONS if kind == "token" else ROTATIONS)


def joins(service: Service, table: Table, seat: Seat) -> str:
    """Return how a seat is taken: by token, join code, whoever comes, or a bot."""
    holder = table.book.holders[seat]
    if holder is not None and holder.bot is not None:
        return "bot"
    access = service.store.seats.get(table.id, seat)
    if access is None:
        return "open"
    if access.has_code:
        return "code"
    return "token" if access.generation < ROTATIONS else "open"
