"""The chance of a tournament: the table's words and draws under a key of its own, by `<round>/<attempt>/<purpose>`."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.chance import Draw
from domain.record.canonical import b64, sha256
from domain.record.draws import DrawMismatchError, recomputed, shuffled, uniform, words
from domain.record.keys import Keyed, hkdf
from domain.record.keys import commitment as commitment_of_table
from domain.tournament.log.entries import FORMAT


def genesis(tournament: str) -> bytes:
    """Return the hash before entry 1: SHA-256("matchledger/tournament/1/" || id)."""
    return sha256(f"{FORMAT}/{tournament}".encode())


def commitment(secret: bytes) -> str:
    """Return what entry 1 says of the secret: base64url(SHA-256("matchledger/tournament/1/secret/" || secret))."""
    return b64(sha256(f"{FORMAT}/secret/".encode(), secret))


def table_id(tournament: str, round: int | str, pairing: int, game: int = 1) -> str:
    """Return the id of a table, the same whoever opens it: 10 bytes, in hexadecimal digits, of the SHA-256 of
    "matchledger/tournament/1/table/<tournament>/<round>/<pairing>", for later games of a match with "/<game>" after it.

    Of a round that was recalled before it is "<round>.<attempt>" in the place of the round.
    """
    later = f"/{game}" if game > 1 else ""
    return sha256(f"{FORMAT}/table/{tournament}/{round}/{pairing}{later}".encode()).hex()[:20]


def draw_key(secret: bytes, entropy: Iterable[bytes], tournament: str) -> bytes:
    """Return the key of all draws: the secret, and what everybody gave last, in the order of registration."""
    return hkdf(secret + b"".join(entropy), salt=tournament.encode(), info=f"{FORMAT}/draws".encode())


def board_secret(secret: bytes, entropy: Iterable[bytes], tournament: str, board: int | str) -> bytes:
    """Return the secret that all tables of a board are dealt from; it tells nothing of another board.

    A board is called as its round, and "<round>.<attempt>" if that was taken back before. What everybody gave stands
    before the first round, so nobody can choose it once the tournament has begun.
    """
    info = f"{FORMAT}/board/{board}".encode()
    return hkdf(secret + b"".join(entropy), salt=tournament.encode(), info=info)


def board_commitment(secret: bytes, entropy: Iterable[bytes], tournament: str, board: int | str) -> str:
    """Return what a round's start says of the secret of its board, and entry 1 of each of its tables too."""
    return commitment_of_table("deal", board_secret(secret, entropy, tournament, board))


class LiveChance:
    """The draws of one attempt, made."""

    def __init__(self, key: bytes, round: int, attempt: int) -> None:
        self._key = Keyed(key)
        self._label = f"{round}/{attempt}"
        self.drawn: list[Draw] = []

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return a permutation of 0 to n - 1 and note the draw."""
        label = f"{self._label}/{purpose}"
        result = shuffled(words(self._key, label), n)
        self.drawn.append(Draw(label=label, kind="shuffle", n=n, result=result))
        return result

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return a number from 0 to n - 1 and note the draw."""
        label = f"{self._label}/{purpose}"
        result = uniform(words(self._key, label), n)
        self.drawn.append(Draw(label=label, kind="pick", n=n, result=result))
        return result


class ReadChance:
    """The draws of one attempt, as its entry has them; anything but the same questions is a mismatch."""

    def __init__(self, draws: Iterable[Draw], round: int, attempt: int) -> None:
        self._left = list(draws)
        self._label = f"{round}/{attempt}"

    def _next(self, kind: str, n: int, purpose: str) -> Draw:
        label = f"{self._label}/{purpose}"
        if not self._left:
            raise DrawMismatchError(f"the rules draw {label}, the entry holds no such draw")
        draw = self._left.pop(0)
        if (draw.label, draw.kind, draw.n) != (label, kind, n):
            raise DrawMismatchError(f"the rules draw {label} ({kind} of {n}), the entry holds {draw.label}")
        return draw

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the recorded permutation."""
        result = self._next("shuffle", n, purpose).result
        if not isinstance(result, tuple) or sorted(result) != list(range(n)):
            raise DrawMismatchError(f"the recorded shuffle {purpose} is no permutation of {n}")
        return result

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return the recorded number."""
        result = self._next("pick", n, purpose).result
        if not isinstance(result, int) or result >= n:
            raise DrawMismatchError(f"the recorded pick {purpose} is not below {n}")
        return result

    def finish(self) -> None:
        """Raise `DrawMismatchError` if the entry holds draws that nobody asked for."""
        if self._left:
            raise DrawMismatchError(f"the entry holds {self._left[0].label}, which the rules do not draw")


def is_drawn(key: bytes, draw: Draw) -> bool:
    """Say whether a draw is what the key gives."""
    return recomputed(Keyed(key), draw) == draw.result
