"""Who may call an operation: kinds of callers, some under a condition, for the document and the page.

What decides is `api.callers`; a test tries every operation with every kind of credentials and compares.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["anybody", "seat", "opener", "caster", "player", "organiser", "operator", "arbiter"]

NOT_PRIVATE = "unless the table is private"
OF_TABLE = "of this table"
OPENED_IT = "that opened this table"
SITS_HERE = "that sits at this table"
SITS_OR_OPENED = "that sits at this table or opened it"
OVERSEES_IT = "of all tables, or of this one's organiser or tournament"
LOOKS_HERE = f"{OVERSEES_IT}; not where its player sits"


OF_ITS_PLAYERS = "that plays in this tournament"
OPENED_TOURNAMENT = "that opened this tournament"
OVERSEES_TOURNAMENT = "of all tables, or of this tournament or its organiser; not where its player has entered"
OWN_ENTRY = "of this tournament, for itself"


class Who(NamedTuple):
    """Callers of one kind who may call, under one condition if any; `anybody` has any credentials or none."""

    caller: Kind
    when: str | None = None


ANYBODY = (Who("anybody"),)
WHO_MAY_KNOW = (
    Who("anybody", NOT_PRIVATE),
    Who("seat", OF_TABLE),
    Who("opener", OF_TABLE),
    Who("caster", OF_TABLE),
    Who("player", SITS_OR_OPENED),
    Who("organiser", OPENED_IT),
    Who("operator"),
    Who("arbiter", OVERSEES_IT),
)
ITS_SEATS = (Who("seat", OF_TABLE), Who("player", SITS_HERE))
ITS_KEYS = (Who("organiser", OPENED_IT), Who("operator"))
ITS_RULERS = (Who("opener", OF_TABLE), Who("player", OPENED_IT), *ITS_KEYS)

ITS_ORGANISERS = (Who("organiser", OPENED_TOURNAMENT), Who("operator"))
ITS_OFFICERS = (*ITS_ORGANISERS, Who("arbiter", OVERSEES_TOURNAMENT))
WHO_MAY_SEE_IT = (
    Who("anybody", "unless the tournament is private"),
    Who("player", OF_ITS_PLAYERS),
    *ITS_OFFICERS,
)
