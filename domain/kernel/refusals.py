"""A "no" with its reason: a stable code, a sentence, and the rule it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

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


class Refusals:
    """Every "no" of a game, by code; where one code has several sentences, by code and detail (`shown face_up`).

    `bad_options` are the refusals of a setup, by detail: they share the code `bad_options_code`.
    """

    def __init__(self, codes: Mapping[str, No], bad_options: Mapping[str, No], *, bad_options_code: str) -> None:
        self.bad_options_code = bad_options_code
        self._codes = codes
        self._bad_options = bad_options

    def no(self, code: str, detail: str = "", /, **values: str | int) -> Refusal:
        """Return the refusal of this code, in the sentence for this detail."""
        kind = self._codes[f"{code} {detail}" if detail else code]
        return Refusal(code, kind.category, kind.text, kind.rule, values)

    def bad_options(self, detail: str, /, **values: str | int) -> Refusal:
        """Return the refusal of a setup, with its detail as the sentence."""
        kind = self._bad_options[detail]
        return Refusal(self.bad_options_code, kind.category, kind.text, kind.rule, values)


May: TypeAlias = Callable[[Any], Refusal | None]
"""`refuse` bound to a state and a seat: says why a command is not legal, or nothing."""


class RefusedError(Exception):
    """A command was put to a table that refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal


class NotThereError(Exception):
    """A fact takes a card from a place where it does not lie: facts and state contradict each other."""
