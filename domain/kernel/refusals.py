"""A "no" with its reason: a stable code, a sentence, and the rule it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

Category = Literal["setup", "caller", "turn", "over", "rule"]


class Refusal(msgspec.Struct, frozen=True):
    """Why a command or a setup is not accepted.

    `text` is a sentence with `{name}` places filled from `values`; it is the message id of the catalogues.
    `rule` cites the specification or the rulebook, for example `chanic_panic R14; rulebook "Attacking"`.
    """

    code: str
    category: Category
    text: str
    rule: str
    values: Mapping[str, str | int] = {}

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.text.format(**self.values)


class No(NamedTuple):
    """One kind of refusal; the sentence has `{places}`."""

    category: Category
    text: str
    rule: str


def _refusal(code: str, kind: No) -> Refusal:
    return Refusal(code, kind.category, kind.text, kind.rule)


class Refusals:
    """Every "no" of a game, by code; where one code has several sentences, by code and detail (`shown face_up`).

    `bad_options` are the refusals of a setup, by detail: they share the code `bad_options_code`.
    """

    def __init__(self, codes: Mapping[str, No], bad_options: Mapping[str, No], *, bad_options_code: str) -> None:
        self.bad_options_code = bad_options_code
        self._codes = {key: _refusal(key.partition(" ")[0], kind) for key, kind in codes.items()}
        self._bad_options = {detail: _refusal(bad_options_code, kind) for detail, kind in bad_options.items()}

    def no(self, code: str, detail: str = "", /, **values: str | int) -> Refusal:
        """Return the refusal of this code, in the sentence for this detail."""
        refusal = self._codes[f"{code} {detail}" if detail else code]
        return replace(refusal, values=values) if values else refusal

    @property
    def listed(self) -> tuple[Refusal, ...]:
        """Every refusal of a command, in the order in which the game lists them, its places still empty."""
        return tuple(self._codes.values())

    def bad_options(self, detail: str, /, **values: str | int) -> Refusal:
        """Return the refusal of a setup, with its detail as the sentence."""
        return replace(self._bad_options[detail], values=values)


May: TypeAlias = Callable[[Any], Refusal | None]
"""`refuse` bound to a state and a seat: says why a command is not legal, or nothing."""


class RefusedError(Exception):
    """A command was put to a table that refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal


class NotThereError(Exception):
    """A fact takes a card from a place where it does not lie: facts and state contradict each other."""
