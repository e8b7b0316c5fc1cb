"""Entries of a game's tables between their typed full form, their typed public form, and bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NoReturn

import msgspec
from msgspec.structs import replace

from domain.kernel.chance import Draw
from domain.kernel.codec import command_from, command_types
from domain.kernel.game import Rules
from domain.kernel.marks import PLANS, Secret, hide, unhide
from domain.kernel.messages import Command, Fact
from domain.record.canonical import NotCanonicalError
from domain.record.draws import Drawn
from domain.record.entries import ACTIONS, WITH_FACTS, ActionEntry, BookEntry, Entry
from domain.record.lines import EntryLine, Typed


class EntryCodec:
    """Reads the entries of one game; made once a game."""

    def __init__(self, rules: Rules) -> None:
        with_facts: tuple[Any, ...] = WITH_FACTS
        known: Any = reduce(or_, [cls[rules.fact_types] for cls in with_facts], BookEntry)
        self._decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(known)
        line: Any = EntryLine[known]
        self.line: Typed = msgspec.json.Decoder(line, float_hook=_whole).decode
        for cls in (*command_types(rules).values(), rules.options):
            msgspec.json.Decoder(cls)  # worked out now, not at the first command: see `codec_of`
        self._upcasts = rules.upcasts
        self._rules = rules

    def public(self, text: bytes) -> Entry:
        """Decode a public entry; hidden places stay `"?"` or `null`, facts in their stored form.

        Raises `NotCanonicalError` for an unknown kind, an unknown member or a value of the wrong type.
        """
        try:
            return self._decoder.decode(text)
        except msgspec.DecodeError as error:
            raise NotCanonicalError(str(error)) from None

    def opened(self, entry: Entry, values: Mapping[str, Any]) -> Entry:
        """Put opened values (by pointer into the entry) back, and bring old facts to their present form."""
        if not isinstance(entry, WITH_FACTS):
            return entry
        if not values:
            return self.present(entry)
        facts = [
            unhide(fact, f"/facts/{i}", values) if PLANS[type(fact)] else fact for i, fact in enumerate(entry.facts)
        ]
        changed: dict[str, Any] = {"facts": tuple(facts)}
        if entry.draws:
            changed["draws"] = tuple(
                [drawn(draw, values.get(f"/draws/{i}/result")) for i, draw in enumerate(entry.draws)]
            )
        if isinstance(entry, ACTIONS):
            if "/command/body" in values:
                changed["command"] = replace(entry.command, body=values["/command/body"])
            if "/origin" in values:
                changed["origin"] = values["/origin"]
        return self.present(replace(entry, **changed))

    def present(self, entry: Entry) -> Entry:
        """Bring old facts to their present form."""
        upcasts = self._upcasts
        if not upcasts or not isinstance(entry, WITH_FACTS):
            return entry
        facts = [upcasts[type(fact)](fact) if type(fact) in upcasts else fact for fact in entry.facts]
        return replace(entry, facts=tuple(facts))

    def stored(self, text: bytes, hidden: Sequence[tuple[Any, Sequence[int]]] | None) -> Entry:
        """Decode an entry and put back what the store kept beside it, in the order of its seals, for a fold.

        `None` is of a table that came as a copy: what it hides stays hidden. The origin stays sealed: no fold asks for
        it. Raises `NotCanonicalError` like `public`, and when values and seals differ in number.
        """
        entry = self.public(text)
        if hidden is None:
            return self.present(entry)
        if len(hidden) != len(entry.seals):
            raise NotCanonicalError(f"{len(entry.seals)} seals stand beside {len(hidden)} values")
        if not hidden:
            return self.present(entry)
        values = dict(zip(entry.seals, [value for value, _ in hidden], strict=True))
        values.pop("/origin", None)
        return self.opened(entry, values)

    def command(self, entry: ActionEntry) -> Command:
        """Return the command of an action whose body is known; raises `BadCommandError`."""
        assert entry.command.body is not None, "the command is sealed in this copy"
        return command_from(self._rules, entry.command.tag, entry.command.body)


def _whole(number: str) -> NoReturn:
    """Refuse a fraction and what looks like one, `1e22`: no canonical form has any."""
    raise ValueError(f"the number {number} is not whole")


def drawn(draw: Draw, result: Any) -> Draw:
    """Return a draw with its result as JSON has it, if there is one."""
    if result is None:
        return draw
    return replace(draw, result=tuple(result) if isinstance(result, list) else result)


_CODECS: dict[Rules, EntryCodec] = {}


def codec_of(rules: Rules) -> EntryCodec:
    """Return the codec of a game, made at its first use.

    A program with threads makes them beforehand: msgspec works a type out at its first use and keeps it on the class
    before it is complete, so that a second thread which uses it meanwhile crashes the process.
    """
    codec = _CODECS.get(rules)
    if codec is None:
        codec = _CODECS[rules] = EntryCodec(rules)
    return codec


def hidden_facts(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], list[Secret]]:
    """Split facts into their public forms and their secrets, with pointers into the entry."""
    public = []
    secrets: list[Secret] = []
    for i, fact in enumerate(facts):
        if PLANS[type(fact)]:
            fact, hidden = hide(fact, f"/facts/{i}")
            secrets += hidden
        public.append(fact)
    return tuple(public), secrets


def hidden_draws(drawn: Sequence[Drawn]) -> tuple[tuple[Draw, ...], list[Secret]]:
    """Split draws likewise; what is not open is for nobody."""
    public = []
    secrets = []
    for i, (draw, is_open) in enumerate(drawn):
        if is_open:
            public.append(draw)
            continue
        result = list(draw.result) if isinstance(draw.result, tuple) else draw.result
        public.append(replace(draw, result=None))
        secrets.append(Secret(f"/draws/{i}/result", result, ()))
    return tuple(public), secrets


def is_public(rules: Rules, tag: str, body: Mapping[str, Any]) -> bool:
    """Say whether a command's body stands open in the entry: a public command that holds nothing hidden."""
    kind = command_types(rules)[tag]
    return kind.public and not (kind.hides and any(field in body for field in kind.hides))
