"""The hidden places of a public entry: one walk finds them all and puts in what a copy opens of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.chance import Draw
from domain.kernel.codec import command_types
from domain.kernel.game import Rules
from domain.kernel.marks import HIDDEN, PLANS, HiddenField, audience
from domain.kernel.messages import Fact
from domain.record.canonical import NotCanonicalError
from domain.record.entries import ACTIONS, WITH_FACTS, ActionEntry, ActionTaken, Entry, EntryOfFacts, Origin
from domain.table.codec import codec_of, drawn, is_public

_BY_SEAT = ("seat",)  # who may know what an action hides


class HiddenPlace(msgspec.Struct, frozen=True, gc=False):
    """A place of a public entry that must be hidden, who may know it (the seats in these fields), and whether it is."""

    pointer: str
    said: Fact | ActionEntry | Draw
    seen_by: tuple[str, ...]
    hidden: bool

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may know it."""
        return audience(self.said, self.seen_by)


def hidden_places(rules: Rules, entry: Entry) -> list[HiddenPlace]:
    """Return every place of a public entry that the marks hide, and whether it is hidden there.

    Raises `NotCanonicalError` for an action that is none of this game.
    """
    if not isinstance(entry, WITH_FACTS):
        return []
    walk = _Walk(rules, {})
    walk.put_in(entry)
    return walk.places


def open_sealed(rules: Rules, public: Entry, opened: Mapping[str, tuple[Any, str]]) -> tuple[Entry, str | None]:
    """Return an entry with its opened values, if each of its hidden places is hidden and has exactly one seal.

    Where a value is not of its place's type the entry comes back as it is, and why. Raises `NotCanonicalError`.
    """
    seals, walk = public.seals, _Walk(rules, opened)
    full = walk.put_in(public) if isinstance(public, WITH_FACTS) else public
    for place in walk.places:
        if not place.hidden:
            raise NotCanonicalError(f"{place.pointer} stands open where it must be hidden")
        if place.pointer not in seals:
            raise NotCanonicalError(f"{place.pointer} has no seal")
    if len(walk.places) != len(seals):
        odd = min(seals.keys() - {place.pointer for place in walk.places})
        raise NotCanonicalError(f"{odd} has a seal but nothing hidden")
    try:
        if walk.misfit is not None:
            raise walk.misfit
        return codec_of(rules).present(full), None
    except (ValueError, TypeError) as error:
        return public, misfit(error)


def misfit(error: Exception) -> str:
    """Say that an opened value is not of the type of its place."""
    return f"an opened value does not fit its place: {error}"


class _Walk:
    """One walk through an entry; `misfit` is what the first opened value raised that is not of its place's type."""

    __slots__ = ("_opened", "_rules", "misfit", "places")

    def __init__(self, rules: Rules, opened: Mapping[str, tuple[Any, str]]) -> None:
        self._rules = rules
        self._opened = opened
        self.places: list[HiddenPlace] = []
        self.misfit: Exception | None = None

    def put_in(self, entry: EntryOfFacts) -> EntryOfFacts:
        """Return the entry with its opened values."""
        changed = self._said(entry) if isinstance(entry, ACTIONS) else {}
        facts = list(entry.facts)
        for i, fact in enumerate(facts):
            fields = PLANS[type(fact)]
            if fields:
                facts[i] = self._fact(fact, fields, f"/facts/{i}")
        if self.places:
            changed["facts"] = tuple(facts)
        if entry.draws:
            changed["draws"] = tuple([self._draw(draw, f"/draws/{i}/result") for i, draw in enumerate(entry.draws)])
        return replace(entry, **changed) if changed else entry

    def _said(self, entry: ActionEntry) -> dict[str, Any]:
        """Return what becomes of an action's command and origin."""
        said, rules, opened = entry.command, self._rules, self._opened
        known = command_types(rules).get(said.tag)
        changed: dict[str, Any] = {}
        if known is None:
            raise NotCanonicalError(f"{said.tag!r} is no command of {rules.name}")
        body = opened["/command/body"][0] if "/command/body" in opened else said.body
        if not known.public or (known.hides and not (isinstance(body, dict) and is_public(rules, said.tag, body))):
            self.places.append(HiddenPlace("/command/body", entry, _BY_SEAT, said.body is None))
        elif said.body is None:
            raise NotCanonicalError(f"the body of the public command {said.tag!r} is hidden")
        if "/command/body" in opened:
            changed["command"] = replace(said, body=opened["/command/body"][0])
        if isinstance(entry, ActionTaken):
            if (entry.origin is UNSET) is rules.prepares:
                raise NotCanonicalError(f"an action of {rules.name} has {'an' if rules.prepares else 'no'} origin")
            if rules.prepares:
                self.places.append(HiddenPlace("/origin", entry, _BY_SEAT, entry.origin is None))
            if "/origin" in opened:
                changed["origin"] = self._converted(opened["/origin"][0], Origin)
        return changed

    def _fact(self, fact: Fact, fields: tuple[HiddenField, ...], prefix: str) -> Fact:
        opened, places = self._opened, self.places
        known: dict[str, Any] = {}
        for name, pointer, each, whole, seen_by, kind in fields:
            value = getattr(fact, name)
            place = prefix + pointer
            if each:
                items = []
                for i, item in enumerate(value):
                    at = f"{place}/{i}"
                    places.append(HiddenPlace(at, fact, seen_by, item == HIDDEN))
                    items.append(opened[at][0] if at in opened else item)
                known[name] = tuple(items)
                continue
            places.append(HiddenPlace(place, fact, seen_by, value is None if whole else value == HIDDEN))
            if place in opened:
                value = opened[place][0]
                known[name] = self._converted(value, kind) if whole else value
        return replace(fact, **known) if known else fact

    def _draw(self, draw: Draw, pointer: str) -> Draw:
        if draw.result is None:
            self.places.append(HiddenPlace(pointer, draw, (), True))
        return drawn(draw, self._opened[pointer][0]) if pointer in self._opened else draw

    def _converted(self, value: Any, kind: Any) -> Any:
        try:
            return msgspec.convert(value, kind)
        except (ValueError, TypeError) as error:
            self.misfit = self.misfit or error
            return None
