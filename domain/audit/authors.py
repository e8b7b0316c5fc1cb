"""Who wrote an entry, in words."""

from __future__ import annotations

from domain.kernel.display.words import Words

_ROLES = {
    "opener": ("The opener", "The opener"),
    "player": ("The opener", "The opener"),  # of the table: no other player rules over it
    "operator": ("Operator {id}", "The operator"),
    "organiser": ("Organiser {id}", "The organiser"),
    "arbiter": ("Arbiter {id}", "An arbiter"),
}


def author(by: str, words: Words) -> str:
    """Return who wrote an entry in words: `seat:1`, or a role with or without an id (`operator`, `arbiter:a`)."""
    role, _, name = by.partition(":")
    if role == "seat" and name.isascii() and name.isdigit():
        return words.seat(int(name))
    if role not in _ROLES:
        return name or by
    with_id, alone = _ROLES[role]
    return words.say(with_id, id=name) if name else words.say(alone)
