"""Ways to damage a good record, each with the number of the check that must fail; shared by all verifiers.

A good record here is a full copy (viewer `all`) of a finished table whose secrets are open.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

OTHER = "B" * 42 + "A"  # 32 other bytes in base64url
OTHER_SALT = "B" * 21 + "A"  # 16 other bytes

Line = dict[str, Any]


class NotApplicableError(LookupError):
    """The record has no place that this damage needs."""


class Damage(NamedTuple):
    """A named transformation and the check that must fail; `None` where nothing may fail.

    `needs_rules` marks what only a verifier that knows the game can find.
    """

    name: str
    check: int | None
    change: Callable[[bytes], bytes]
    needs_rules: bool


class Copy:
    """A record taken apart, and put together again with or without a new chain."""

    def __init__(self, text: bytes) -> None:
        self.lines: list[Line] = [json.loads(line) for line in text.split(b"\n")[:-1]]

    @property
    def entries(self) -> list[Line]:
        """The lines with entries."""
        return [line for line in self.lines if "entry" in line]

    def first(self, good: Callable[[Line], Any]) -> Line:
        """Return the first entry's line that is good; raises `NotApplicableError`."""
        for line in self.entries:
            if good(line):
                return line
        raise NotApplicableError

    def kind(self, *kinds: str) -> Line:
        """Return the first entry's line of these kinds."""
        return self.first(lambda line: line["entry"]["kind"] in kinds)

    def text(self) -> bytes:
        """Return the lines in canonical bytes."""
        return b"".join(canonical(line) + b"\n" for line in self.lines)

    def chained(self, *, renumber: bool = False) -> bytes:
        """Return the lines with fitting seals where values are opened, and with a new chain."""
        head = hashlib.sha256(f"matchledger/1/{self.entries[0]['entry']['table']}".encode()).digest()
        for place, line in enumerate(self.entries, 1):
            entry = line["entry"]
            if renumber:
                entry["n"] = place
            for pointer, (value, salt) in line.get("opened", {}).items():
                if pointer in entry.get("seals", {}):
                    entry["seals"][pointer] = seal(value, salt)
            head = hashlib.sha256(head + canonical(entry)).digest()
            line["hash"] = b64(head)
        return self.text()


def canonical(value: Any) -> bytes:
    """Return canonical JSON bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def seal(value: Any, salt: str) -> str:
    """Return the commitment to a value."""
    return b64(hashlib.sha256(urlsafe_b64decode(salt + "==") + canonical(value)).digest())


DAMAGES: list[Damage] = []


def raw(check: int | None) -> Callable[[Callable[[bytes], bytes]], Callable[[bytes], bytes]]:
    """Add a damage of bytes."""

    def add(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
        DAMAGES.append(Damage(change.__name__, check, change, needs_rules=False))
        return change

    return add


def damage(
    check: int | None, *, chained: bool = False, renumber: bool = False, needs_rules: bool = False
) -> Callable[[Callable[[Copy], object]], Callable[[Copy], object]]:
    """Add a damage of lines; `chained` hides it behind new seals and a new chain."""

    def add(change: Callable[[Copy], object]) -> Callable[[Copy], object]:
        def whole(text: bytes) -> bytes:
            copy = Copy(text)
            change(copy)
            damaged = copy.chained(renumber=renumber) if chained else copy.text()
            if damaged == text:
                raise NotApplicableError
            return damaged

        DAMAGES.append(Damage(change.__name__, check, whole, needs_rules))
        return change

    return add


def another(value: Any) -> Any:
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case list():
            return value[::-1] if value[::-1] != value else [*value, *value]
        case dict():
            name = next(iter(value), None)
            return {"x": 1} if name is None else {**value, name: another(value[name])}
        case _:
            return "x"


def sealed_card(line: Line) -> str | None:
    """Return the pointer of an opened card in a fact."""
    opened = line.get("opened", {})
    return next((at for at in opened if at.startswith("/facts/") and isinstance(opened[at][0], str)), None)


def is_open(value: Any) -> bool:
    """Say whether nothing in a value is hidden."""
    if isinstance(value, dict | list):
        return all(is_open(item) for item in (value.values() if isinstance(value, dict) else value))
    return value is not None and value != "?"


def open_fact(copy: Copy) -> tuple[list[Any], int]:
    """Return the facts of a played entry whose last fact is wholly public, and the place of that fact."""
    line = copy.first(lambda line: line["entry"].get("facts") and is_open(line["entry"]["facts"][-1]))
    return line["entry"]["facts"], len(line["entry"]["facts"]) - 1


def drawing(copy: Copy, kind: str | None = None, *, shown: bool | None = None) -> tuple[Line, dict[str, Any]]:
    """Return a line with a draw of a kind, shown or sealed, of more than one thing, and the draw."""
    for line in copy.entries:
        for draw in line["entry"].get("draws", []):
            if kind in (None, draw["kind"]) and shown in (None, draw["result"] is not None) and draw["n"] > 1:
                return line, draw
    raise NotApplicableError


# 1 format


@raw(1)
def first_line_dropped(text: bytes) -> bytes:
    return text[text.index(b"\n") + 1 :]


@raw(1)
def keys_out_of_canonical_order(text: bytes) -> bytes:
    first, _, rest = text.partition(b"\n")
    header = json.loads(first)["header"]
    turned = dict(sorted(header.items(), reverse=True))
    return json.dumps({"header": turned}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" + rest


@raw(1)
def white_space(text: bytes) -> bytes:
    return text.replace(b'"entry":{', b'"entry": {', 1)


@raw(1)
def white_space_at_the_end_of_a_line(text: bytes) -> bytes:
    return text.replace(b"\n", b" \n", 1)


@raw(1)
def duplicate_key(text: bytes) -> bytes:
    return text.replace(b'"entry":{', b'"entry":{"at":0,', 1)


@raw(1)
def truncated_line(text: bytes) -> bytes:
    return text[:-20]


@raw(1)
def missing_last_line_feed(text: bytes) -> bytes:
    return text[:-1]


@raw(1)
def empty_line_added(text: bytes) -> bytes:
    return text + b"\n"


@raw(1)
def byte_order_mark(text: bytes) -> bytes:
    return b"\xef\xbb\xbf" + text


@raw(1)
def carriage_returns(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


@raw(1)
def byte_that_is_no_utf8(text: bytes) -> bytes:
    return text.replace(b'"kind":"', b'"kind":"\xff', 1)


@raw(1)
def half_a_surrogate(text: bytes) -> bytes:
    return text.replace(b'"release":"', b'"release":"\\ud800', 1)


@raw(1)
def escape_that_is_not_needed(text: bytes) -> bytes:
    return text.replace(b'"kind":"table_opened"', b'"kind":"table\\u005fopened"')


@raw(1)
def fraction(text: bytes) -> bytes:
    return text.replace(b'"n":1,', b'"n":1.0,', 1)


@raw(1)
def number_with_exponent(text: bytes) -> bytes:
    return text.replace(b'"n":1,', b'"n":1e0,', 1)


@raw(1)
def minus_nought(text: bytes) -> bytes:
    return text.replace(b'"seat":0,', b'"seat":-0,', 1)


@raw(1)
def large_integer(text: bytes) -> bytes:
    return text.replace(b'"at":', b'"at":9007199254740993', 1)


@raw(1)
def no_number_at_all(text: bytes) -> bytes:
    return text.replace(b'"n":1,', b'"n":NaN,', 1)


NOTE = {"n": 1, "part": "/text", "salt": "A" * 22, "text": "x"}


@raw(1)
def deep_nesting(text: bytes) -> bytes:
    return text + b'{"checkpoint":' + b"[" * 3000 + b"]" * 3000 + b"}\n"


@raw(1)
def nesting_one_too_deep(text: bytes) -> bytes:
    return text + b'{"checkpoint":' + b"[" * 64 + b"]" * 64 + b"}\n"


@raw(1)
def line_that_is_too_long(text: bytes) -> bytes:
    return text + b'{"checkpoint":"' + b"x" * (4 * 1024 * 1024) + b'"}\n'


@damage(1)
def non_ascii_key(copy: Copy) -> None:
    copy.entries[1]["x_ä"] = 1


@damage(1)
def header_missing(copy: Copy) -> None:
    copy.lines[0] = {"note": "header"}


@damage(1)
def second_header(copy: Copy) -> None:
    copy.lines.insert(2, copy.lines[0])


@damage(1)
def header_of_another_format(copy: Copy) -> None:
    copy.lines[0]["header"]["format"] = "matchledger/2"


@damage(1, chained=True)
def format_version_unknown(copy: Copy) -> None:
    copy.lines[0]["header"]["format"] = copy.entries[0]["entry"]["format"] = "matchledger/2"


@damage(1, chained=True)
def deal_protocol_unknown(copy: Copy) -> None:
    copy.entries[0]["entry"]["protocol"] = "dice/1"


@damage(1, chained=True)
def unknown_kind(copy: Copy) -> None:
    copy.entries[-1]["entry"]["kind"] = "secrets_whispered"


@damage(1, chained=True)
def unknown_member(copy: Copy) -> None:
    copy.entries[1]["entry"]["colour"] = "red"


@damage(1, chained=True)
def member_missing(copy: Copy) -> None:
    del copy.kind("seat_taken")["entry"]["entropy"]


@damage(1, chained=True)
def member_of_another_type(copy: Copy) -> None:
    copy.kind("seat_taken")["entry"]["seat"] = "0"


@damage(1, chained=True)
def negative_seat(copy: Copy) -> None:
    copy.kind("seat_taken")["entry"]["seat"] = -1


@damage(1, chained=True)
def negative_place(copy: Copy) -> None:
    copy.kind("game_finished")["entry"]["outcome"]["places"][0]["place"] = -1


@damage(1, chained=True)
def negative_seat_in_a_place(copy: Copy) -> None:
    copy.kind("game_finished")["entry"]["outcome"]["places"][0]["seats"][0] = -1


@damage(1)
def unknown_member_of_a_line(copy: Copy) -> None:
    copy.entries[1]["colour"] = "red"


@damage(1)
def entry_and_note_on_one_line(copy: Copy) -> None:
    copy.entries[1]["note"] = "two"


@damage(1)
def hash_missing(copy: Copy) -> None:
    del copy.entries[1]["hash"]


@damage(1, chained=True)
def seal_removed(copy: Copy) -> None:
    line = copy.first(sealed_card)
    pointer = sealed_card(line)
    del line["entry"]["seals"][pointer], line["opened"][pointer]


@damage(1, chained=True)
def seal_added_at_an_open_place(copy: Copy) -> None:
    line = copy.first(lambda line: line["entry"].get("seals"))
    line["entry"]["seals"]["/seat"] = OTHER


@damage(1, chained=True)
def hidden_place_without_a_seal(copy: Copy) -> None:
    facts, last = open_fact(copy)
    name = next((name for name, value in facts[last].items() if isinstance(value, str) and name != "tag"), "tag")
    facts[last][name] = "?"


@damage(1, chained=True)
def table_opened_twice(copy: Copy) -> None:
    copy.lines.append(json.loads(json.dumps(copy.entries[0])))
    copy.lines[-1]["entry"].update(n=len(copy.entries), at=copy.entries[-2]["entry"]["at"])


@damage(1, chained=True)
def seal_that_is_no_commitment(copy: Copy) -> None:
    line = copy.first(sealed_card)
    pointer = sealed_card(line)
    line["entry"]["seals"][pointer] = "x"
    del line["opened"][pointer]


@damage(1)
def opened_to_no_pair(copy: Copy) -> None:
    line = copy.first(sealed_card)
    line["opened"][sealed_card(line)] = "card"


# 2 numbering and times


@damage(2)
def line_dropped(copy: Copy) -> None:
    copy.lines.remove(copy.kind("action_taken"))


@damage(2, chained=True)
def line_dropped_with_a_new_chain(copy: Copy) -> None:
    copy.lines.remove(copy.kind("action_taken"))


@damage(2)
def lines_swapped(copy: Copy) -> None:
    a, b = (copy.lines.index(line) for line in copy.entries[1:3])
    copy.lines[a], copy.lines[b] = copy.lines[b], copy.lines[a]


@damage(1)
def line_doubled(copy: Copy) -> None:
    copy.lines.append(copy.lines[-1])


@damage(2, chained=True)
def entry_renumbered(copy: Copy) -> None:
    copy.entries[-1]["entry"]["n"] += 1


@damage(2, chained=True)
def time_running_back(copy: Copy) -> None:
    copy.entries[-1]["entry"]["at"] -= 10**9


# 3 header


def _header(name: str, value: str) -> None:
    def change(copy: Copy) -> None:
        copy.lines[0]["header"][name] = value

    change.__name__ = f"header_with_another_{name}"
    damage(3)(change)


for _name, _value in (("game", "another"), ("table", "another"), ("release", "another 1"), ("viewer", "spectator")):
    _header(_name, _value)


@damage(3)
def header_of_a_seat(copy: Copy) -> None:
    copy.lines[0]["header"]["viewer"] = "seat:1"


@damage(3)
def header_of_a_viewer_that_cannot_be(copy: Copy) -> None:
    copy.lines[0]["header"]["viewer"] = "seat:1,seat:0"


@damage(3)
def card_set_edited(copy: Copy) -> None:
    line = next((line for line in copy.lines if "data" in line), None)
    if line is None:
        raise NotApplicableError
    line["data"]["text"] += "another\n"


# 4 chain


@damage(4)
def hash_altered(copy: Copy) -> None:
    copy.entries[2]["hash"] = OTHER


@damage(4)
def entry_edited(copy: Copy) -> None:
    copy.kind("seat_taken")["entry"]["player"] += "x"


@damage(4)
def public_card_edited(copy: Copy) -> None:
    facts, last = open_fact(copy)
    name = next(name for name in facts[last] if name != "tag")
    facts[last][name] = another(facts[last][name])


@damage(4)
def seal_altered(copy: Copy) -> None:
    seals = copy.first(lambda line: line["entry"].get("seals"))["entry"]["seals"]
    seals[min(seals)] = OTHER


@damage(4)
def command_tag_edited(copy: Copy) -> None:
    copy.kind("action_taken")["entry"]["command"]["tag"] = "concede"


# 5 seals


@damage(5)
def opened_card_edited(copy: Copy) -> None:
    line = copy.first(sealed_card)
    line["opened"][sealed_card(line)][0] = "x"


@damage(5)
def salt_edited(copy: Copy) -> None:
    line = copy.first(sealed_card)
    line["opened"][sealed_card(line)][1] = OTHER_SALT


@damage(5)
def opened_where_nothing_is_sealed(copy: Copy) -> None:
    line = copy.first(sealed_card)
    line["opened"]["/seat"] = [0, OTHER_SALT]


@damage(5)
def opened_values_exchanged(copy: Copy) -> None:
    def cards(line: Line) -> list[str]:
        return [at for at, (value, _) in line.get("opened", {}).items() if isinstance(value, str) and "/facts" in at]

    line = copy.first(lambda line: len(cards(line)) > 1)
    opened, (a, b) = line["opened"], sorted(cards(line))[:2]
    opened[a], opened[b] = opened[b], opened[a]


def revealing(copy: Copy) -> dict[str, Any]:
    """Return the reveals of an entry that has some."""
    reveals: dict[str, Any] = copy.first(lambda line: line["entry"].get("reveals"))["entry"]["reveals"]
    return reveals


@damage(5, chained=True)
def reveal_of_another_value(copy: Copy) -> None:
    reveals = revealing(copy)
    reveals[min(reveals)][0] = another(reveals[min(reveals)][0])


@damage(5, chained=True)
def reveal_of_no_seal(copy: Copy) -> None:
    reveals = revealing(copy)
    reveals["1/label"] = ["x", OTHER_SALT]


# 6 secrets


@damage(6, chained=True)
def other_deal_secret(copy: Copy) -> None:
    copy.kind("secrets_opened")["entry"]["deal_secret"] = OTHER


@damage(6, chained=True)
def other_salt_secret(copy: Copy) -> None:
    copy.kind("secrets_opened")["entry"]["salt_secret"] = OTHER


@damage(6, chained=True)
def commitments_exchanged(copy: Copy) -> None:
    commitments = copy.entries[0]["entry"]["commitments"]
    commitments["deal"], commitments["salt"] = commitments["salt"], commitments["deal"]


@damage(6, chained=True)
def salt_that_does_not_derive(copy: Copy) -> None:
    line = copy.first(sealed_card)
    line["opened"][sealed_card(line)][1] = OTHER_SALT


# 7 draws


def _redraw(line: Line, draw: dict[str, Any], result: Any) -> None:
    """Give a draw another result, opened or public."""
    if draw["result"] is None:
        line["opened"][f"/draws/{line['entry']['draws'].index(draw)}/result"][0] = result
    else:
        draw["result"] = result


@damage(7, chained=True)
def other_shuffle(copy: Copy) -> None:
    line, draw = drawing(copy, "shuffle")
    _redraw(line, draw, list(range(draw["n"])))


@damage(7, chained=True)
def open_pick_edited(copy: Copy) -> None:
    line, draw = drawing(copy, "pick", shown=True)
    _redraw(line, draw, (draw["result"] + 1) % draw["n"])


@damage(7, chained=True)
def draw_label_altered(copy: Copy) -> None:
    _, draw = drawing(copy)
    draw["label"] = draw["label"].replace("0/", "1/", 1)


@damage(7, chained=True)
def draw_purpose_altered(copy: Copy) -> None:
    _, draw = drawing(copy, "shuffle")
    draw["label"] += "x"


@damage(1, chained=True)
def draw_of_another_number(copy: Copy) -> None:
    _, draw = drawing(copy, "shuffle")
    draw["n"] -= 1


@damage(1, chained=True)
def pick_of_nothing(copy: Copy) -> None:
    _, draw = drawing(copy, "pick")
    draw["n"] = 0


@damage(7, chained=True)
def draw_dropped(copy: Copy) -> None:
    for line in copy.entries[:-1]:
        draws = line["entry"].get("draws", [])
        if draws:
            draws.pop()
            _unseal(line, f"/draws/{len(draws)}/result")
            if any(later["entry"].get("draws") for later in copy.entries[copy.entries.index(line) + 1 :]):
                return
    raise NotApplicableError


def _unseal(line: Line, pointer: str) -> None:
    """Take a seal off a line, and the value that opens it."""
    for holder, name in ((line["entry"], "seals"), (line, "opened")):
        if pointer in holder.get(name, {}):
            del holder[name][pointer]
            if not holder[name]:
                del holder[name]


@damage(7, chained=True)
def draw_added(copy: Copy) -> None:
    facts, _ = open_fact(copy)
    line = copy.first(lambda line: line["entry"].get("facts") is facts)
    draws = line["entry"].setdefault("draws", [])
    draws.append({"kind": "pick", "label": "0/999/more", "n": 2, "result": 0})


@damage(7, chained=True)
def entropy_edited(copy: Copy) -> None:
    copy.first(lambda line: line["entry"]["kind"] in ("seat_taken", "seat_replaced") and drawing(copy))
    line = [line for line in copy.entries if line["entry"]["kind"] in ("seat_taken", "seat_replaced")][-1]
    line["entry"]["entropy"] = OTHER


@damage(7, chained=True)
def rules_version_edited(copy: Copy) -> None:
    drawing(copy)
    copy.entries[0]["entry"]["version"] += 1


@damage(1, chained=True)
def deal_id_edited(copy: Copy) -> None:
    drawing(copy)
    copy.entries[0]["entry"]["deal_id"] += "x"


# 8 decisions


PARENT = {"table": "parent", "n": 4, "hash": OTHER}


@damage(1, chained=True)
def parent_added(copy: Copy) -> None:
    copy.entries[0]["entry"]["branch_of"] = PARENT


@damage(1, chained=True)
def protocol_of_a_branch(copy: Copy) -> None:
    copy.entries[0]["entry"]["protocol"] = "branch/1"


@damage(1, chained=True)
def protocol_of_a_known_deal(copy: Copy) -> None:
    copy.entries[0]["entry"]["protocol"] = "known/1"


@damage(1, chained=True)
def deal_said_to_be_a_branch(copy: Copy) -> None:
    if "draws" not in copy.kind("game_started")["entry"]:
        raise NotApplicableError
    copy.entries[0]["entry"].update(protocol="branch/1", branch_of=PARENT)


@damage(8, chained=True, needs_rules=True)
def command_body_edited(copy: Copy) -> None:
    line = copy.first(lambda line: line.get("opened", {}).get("/command/body", [None])[0])
    line["opened"]["/command/body"][0] = another(line["opened"]["/command/body"][0])


@damage(8, chained=True, needs_rules=True)
def command_tag_edited_with_a_new_chain(copy: Copy) -> None:
    line = copy.first(lambda line: "/command/body" in line.get("opened", {}))
    line["entry"]["command"] = {"tag": "concede", "body": {}}
    del line["opened"]["/command/body"], line["entry"]["seals"]["/command/body"]


@damage(8, chained=True, needs_rules=True)
def dealt_card_edited(copy: Copy) -> None:
    line = copy.kind("game_started")
    opened = line["opened"]
    cards = [at for at in opened if at.startswith("/facts/") and isinstance(opened[at][0], str)]
    if not cards:
        raise NotApplicableError
    a = cards[0]
    b = next((b for b in cards if line["opened"][b][0] != line["opened"][a][0]), None)
    if b is None:
        raise NotApplicableError
    line["opened"][a][0], line["opened"][b][0] = line["opened"][b][0], line["opened"][a][0]


@damage(8, chained=True, needs_rules=True)
def fact_edited(copy: Copy) -> None:
    facts, last = open_fact(copy)
    name = next((name for name, value in facts[last].items() if type(value) is int), None)
    if name is None:
        raise NotApplicableError
    facts[last][name] += 1


@damage(8, chained=True, needs_rules=True)
def fact_dropped(copy: Copy) -> None:
    facts, _ = open_fact(copy)
    facts.pop()


@damage(8, chained=True, needs_rules=True)
def fact_added(copy: Copy) -> None:
    facts, last = open_fact(copy)
    facts.append(facts[last])


@damage(8, chained=True, needs_rules=True)
def facts_reordered(copy: Copy) -> None:
    def good(line: Line) -> bool:
        facts = line["entry"].get("facts", [])
        return len(facts) > 1 and is_open(facts[-2:]) and facts[-1] != facts[-2]

    facts = copy.first(good)["entry"]["facts"]
    facts[-2], facts[-1] = facts[-1], facts[-2]


@damage(8, chained=True, renumber=True, needs_rules=True)
def action_doubled(copy: Copy) -> None:
    line = copy.kind("action_taken")
    place = copy.lines.index(line)
    copy.lines.insert(place, json.loads(json.dumps(line)))


@damage(8, chained=True, needs_rules=True)
def action_by_another_seat(copy: Copy) -> None:
    entry = copy.kind("action_taken")["entry"]
    entry["seat"] = (entry["seat"] + 1) % copy.entries[0]["entry"]["seats"]
    entry["by"] = f"seat:{entry['seat']}"


@damage(8, chained=True, needs_rules=True)
def edition_digest_edited(copy: Copy) -> None:
    copy.entries[0]["entry"]["edition"] = OTHER


@damage(1, chained=True, renumber=True)
def deal_dropped(copy: Copy) -> None:
    copy.lines.remove(copy.kind("game_started"))


@damage(8, chained=True, needs_rules=True)
def options_edited(copy: Copy) -> None:
    copy.entries[0]["entry"]["options"]["no_such_option"] = 1


# 9 clocks


@damage(9, chained=True)
def used_ms_wrong(copy: Copy) -> None:
    copy.first(lambda line: line["entry"].get("used_ms"))["entry"]["used_ms"] += 1


@damage(9, chained=True)
def used_ms_longer_than_the_game(copy: Copy) -> None:
    line = copy.kind("action_taken")["entry"]
    line["used_ms"] = line["at"]


# 10 outcome


@damage(10, chained=True, needs_rules=True)
def wrong_outcome(copy: Copy) -> None:
    outcome = copy.kind("game_finished")["entry"]["outcome"]
    outcome["reason"] += "x"


@damage(10, chained=True, needs_rules=True)
def tail_cut_before_the_outcome(copy: Copy) -> None:
    place = copy.lines.index(copy.kind("game_finished"))
    del copy.lines[place:]


# nothing may fail


@damage(None)
def tail_cut(copy: Copy) -> None:
    copy.kind("secrets_opened")
    del copy.lines[-1]


@damage(None)
def unprotected_member_added(copy: Copy) -> None:
    copy.entries[1]["x_seen"] = "anything"


@damage(1)
def a_note_without_a_salt(copy: Copy) -> None:
    copy.lines.append({"note": {"n": 1, "part": "/text", "text": "x"}})


@damage(1)
def a_note_that_is_too_long(copy: Copy) -> None:
    copy.lines.append({"note": {**NOTE, "text": "\U0001d11e" * 4001}})


@damage(1)
def a_note_for_a_part_without_texts(copy: Copy) -> None:
    copy.lines.append({"note": {**NOTE, "part": "/reason"}})


@damage(5)
def a_note_for_an_entry_without_a_text(copy: Copy) -> None:
    copy.lines.insert(1, {"note": {**NOTE, "text": "\U0001d11e" * 4000}})


@damage(None)
def reserved_lines_added(copy: Copy) -> None:
    copy.lines.extend([{"checkpoint": {"text": "reserved"}}, {"checkpoint": []}])


def applied(text: bytes) -> Iterator[tuple[Damage, bytes]]:
    """Yield each damage that a record has a place for, with the damaged record."""
    for item in DAMAGES:
        try:
            yield item, item.change(text)
        except NotApplicableError:
            continue
