"""A "no" with its reason: a stable code, a sentence, and the rule it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

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


class RefusedError(Exception):
    """A command was put to a table that refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal


class NotThereError(Exception):
    """A fact takes a card from a place where it does not lie: facts and state contradict each other."""
