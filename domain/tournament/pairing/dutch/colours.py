"""Who begins: the allocation of colours (C.04.3, article 5)."""

from __future__ import annotations

from domain.tournament.pairing.dutch.contestants import ABSOLUTE, Colour, Contestant


def first_and_second(one: Contestant, other: Contestant, initial: Colour) -> tuple[Contestant, Contestant]:
    """Return two players who meet, White first."""
    higher, lower = sorted((one, other), key=lambda contestant: contestant.rank)
    return (higher, lower) if colour_of(higher, lower, initial) == 0 else (lower, higher)


def colour_of(higher: Contestant, lower: Contestant, initial: Colour) -> Colour:
    """Return the colour of the higher ranked one: the first of these rules that decides.

    Both preferences; the stronger one, of absolute ones that with the wider difference; the other way round than when
    they last differed; the higher ranked one's; without any game, by the odd or even number of the higher ranked one.
    """
    if higher.wants != lower.wants:
        return higher.wants if higher.wants is not None else _other(lower.wants)
    if higher.wants is None:
        return initial if higher.number % 2 else _other(initial)
    if (strength := _strength(higher)) != _strength(lower):
        return higher.wants if strength > _strength(lower) else _other(higher.wants)
    for own, its in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != its:
            return its
    return higher.wants


def _strength(contestant: Contestant) -> tuple[int, int]:
    return contestant.strength, contestant.imbalance if contestant.strength == ABSOLUTE else 0


def _other(colour: Colour | None) -> Colour:
    return 1 if colour == 0 else 0
