#!/usr/bin/env python3
"""Verify a Matchledger record (docs/record-format.md) without knowing any game; verify.mjs is this program's twin.

Usage: verify.py [--json] FILE|-   Exit: 0 nothing is wrong, 1 something is wrong, 2 cannot be read. Python 3.9+.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Iterator  # noqa: UP035 - as Python 3.9 has it

FORMAT, LINE_BYTES, RECORD_BYTES, DEPTH, LARGEST = "matchledger/1", 2**22, 2**28, 64, 2**53 - 1
NAMES = "format numbering header chain seals secrets draws decisions clocks outcome complete entropy signatures"
LINES = ("header", "entry", "data", "checkpoint", "note")
# Types of members: s string, i whole number from 0, z whole number, g 1 to 100, m 0 to 65536, h 32 bytes, k 16 bytes,
# o object, n null, b object or null, f fact, r result of a draw, p table and hash, w value and salt, any: not checked;
# *t list of t, %t object of t, a|b one of these words, else a shape below. A member with ? may be absent.
# fmt: off
TAKEN = "seat:i player:s name_hash:s entropy:h bot?:s public_key?:s"
PLAYED, ACTION = "facts:*f draws?:*draw", "facts:*f draws?:*draw seat:i command:command used_ms:i reveals?:%w"
ENTRIES = {
    "table_opened": "format:matchledger/1|- release:s table:s game:s version:i edition:h options:o seats:g deal_id:s "
    "protocol:seed+seats/1|- commitments:commitments secrets_open_at:confirmed|event_end|never start:full|word data?:h "
    "visibility:public|unlisted|private clock?:clock label?:s external_id?:s series?:series branch_of?:branch",
    "seat_taken": TAKEN, "seat_replaced": TAKEN, "seat_left": "seat:i", "game_started": PLAYED,
    "action_taken": ACTION + " origin?:n seen?:i", "action_forced": ACTION, "rewound_to": "to:i reason:s",
    "evidence_viewed": "viewer:s first:i last:i case?:s", "table_abandoned": "reason:s", "result_confirmed": "",
    "game_finished": "outcome:outcome", "secrets_opened": "deal_secret:h salt_secret:h",
}
SHAPES = {
    "header line": "header:header", "data line": "data:card_set", "checkpoint line": "checkpoint:any",
    "note line": "note:any", "entry line": "entry:o hash:h opened?:%w", "card_set": "digest:h text:s",
    "header": "format:matchledger/1|- game:s release:s table:s viewer:s", "place": "place:i seats:*i",
    "clock": "move_ms?:i bank_ms?:i increment_ms?:i", "commitments": "deal:h salt:h", "command": "tag:s body:b",
    "series": "id:s number:i previous?:p", "branch": "table:s n:i hash:h",
    "draw": "label:s kind:shuffle|pick n:m result:r",
    "outcome": "places:*place ended_by:play|concession|time|limit|abandoned reason:s points?:*z",
    **{f"entry {kind}": "n:i at:i by:s kind:s seals?:%h " + members for kind, members in ENTRIES.items()},
}
SIMPLE: dict[str, Any] = {
    "s": lambda v: isinstance(v, str), "z": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "i": lambda v: SIMPLE["z"](v) and v >= 0, "g": lambda v: SIMPLE["z"](v) and 1 <= v <= 100,
    "m": lambda v: SIMPLE["z"](v) and 0 <= v <= 65536, "o": lambda v: isinstance(v, dict), "n": lambda v: v is None,
    "h": lambda v: isinstance(v, str) and re.fullmatch("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", v),
    "k": lambda v: isinstance(v, str) and re.fullmatch("[A-Za-z0-9_-]{21}[AQgw]", v), "any": lambda v: True,
    "b": lambda v: v is None or isinstance(v, dict), "f": lambda v: isinstance(v, dict) and SIMPLE["s"](v.get("tag")),
    "r": lambda v: v is None or SIMPLE["i"](v) or (isinstance(v, list) and all(map(SIMPLE["i"], v))),
    "w": lambda v: isinstance(v, list) and len(v) == 2 and SIMPLE["k"](v[1]),
    "p": lambda v: isinstance(v, list) and len(v) == 2 and SIMPLE["s"](v[0]) and SIMPLE["h"](v[1]),
}
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
def canonical(value: Any) -> bytes: return ENCODER.encode(value).encode()
def unb64(text: str) -> bytes: return urlsafe_b64decode(text + "=" * (-len(text) % 4))
def sha(*parts: bytes) -> str: return urlsafe_b64encode(hashlib.sha256(b"".join(parts)).digest()).decode().rstrip("=")
def mac(key: bytes, message: bytes) -> bytes: return hmac.new(key, message, hashlib.sha256).digest()
def hkdf(secret: bytes, salt: str, info: str) -> bytes: return mac(mac(salt.encode(), secret), info.encode() + b"\x01")

def plain(value: Any, depth: int = 0) -> bool:
    """Say whether a value has a canonical form."""
    if isinstance(value, (dict, list)):
        inner, ascii_names = (value, True) if isinstance(value, list) else (value.values(), "".join(value).isascii())
        return depth < DEPTH and ascii_names and all(plain(item, depth + 1) for item in inner)
    return not isinstance(value, float) and (not isinstance(value, int) or abs(value) <= LARGEST)

def misfit(value: Any, kind: str, place: str) -> str:
    """Return the first place that is unknown, missing or not of its type, or nothing."""
    inner: dict[Any, str] = {}
    if kind in SHAPES and isinstance(value, dict):
        members = dict(word.split(":") for word in SHAPES[kind].split())
        odd = sorted(value.keys() - {name.rstrip("?") for name in members})
        odd = odd or [name for name in members if name[-1] != "?" and name not in value]
        if odd:
            return f"{place}/{odd[0]}"
        inner = {name.rstrip("?"): members[name] for name in members if name.rstrip("?") in value}
    elif kind[0] in "*%" and isinstance(value, list if kind[0] == "*" else dict):
        inner = dict.fromkeys(range(len(value)) if kind[0] == "*" else sorted(value), kind[1:])
    elif not (SIMPLE[kind](value) if kind in SIMPLE else "|" in kind and value in kind.split("|")):
        return place
    return next(filter(None, (misfit(value[name], inner[name], f"{place}/{name}") for name in inner)), "")

def hidden(value: Any, pointer: str) -> Iterator[str]:
    """Yield the pointers of the hidden places in a value."""
    if value is None or value == "?":
        yield pointer
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from hidden(value[key], f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")

def result_of(key: bytes, draw: dict[str, Any]) -> Any:
    """Return what a draw must have given."""
    blocks = (mac(key, f"{draw['label']}/{block}".encode()) for block in range(LARGEST))
    words = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in range(0, 32, 8))
    n, places, j = draw["n"], list(range(draw["n"])), 0
    for i in range(n, 1 if draw["kind"] == "shuffle" else n - 1, -1):
        j = next(word for word in words if word < 2**64 - 2**64 % i) % i
        places[i - 1], places[j] = places[j], places[i - 1]
    return places if draw["kind"] == "shuffle" else j

class Record:
    """A record in its lines, and what its checks found: `notes` holds status, reason and line by number."""
    def __init__(self, text: bytes) -> None:
        self.notes: dict[int, tuple[str, str | None, int | None]] = {}
        self.header: dict[str, Any] = {}
        self.cards: list[tuple[int, dict[str, str]]] = []
        self.entries: list[tuple[int, dict[str, Any], str, dict[str, Any]]] = []  # line, entry, hash, opened
        *lines, rest = text.split(b"\n")
        self.note(1, len(text) <= RECORD_BYTES, f"a record has at most {RECORD_BYTES} bytes", 1)
        for number, line in enumerate(lines, 1):
            wrong = "" if self.notes else self.misread(number, line)
            self.note(1, not wrong, wrong, number)
        self.note(1, not rest, "the line does not end: the record was cut off", len(lines) + 1)
        self.note(1, self.entries, "there is no entry", 1)

    def note(self, number: int, right: Any, reason: str, line: int | None = None) -> None:
        """Note the first failure of a check, or, without a line, why it is not possible."""
        if not right:
            self.notes.setdefault(number, ("failed" if line else "not possible", re.sub("[^ -~]", "?", reason), line))

    def misread(self, number: int, text: bytes) -> str:
        """Add a line; return what is wrong with it, or nothing."""
        try:
            line: Any = json.loads(text.decode(), parse_constant=float) if len(text) <= LINE_BYTES else 0.5
            if not plain(line) or canonical(line) != text:
                raise ValueError
        except (ValueError, RecursionError):
            return f"the line is not canonical JSON of at most {LINE_BYTES} bytes"
        kinds = [kind for kind in LINES if isinstance(line, dict) and kind in line]
        if len(kinds) != 1 or (kinds[0] == "header") is not (number == 1):
            return f"a record is one header, then lines with exactly one of {', '.join(LINES[1:])}"
        place = misfit({name: line[name] for name in line if name[:2] != "x_"}, f"{kinds[0]} line", "")
        entry, opened = line.get("entry", {}), line.get("opened", {})
        place = place or (misfit(entry, f"entry {entry.get('kind')}", "/entry") if "entry" in line else "")
        if place or line.get("opened") == {}:
            return f"{place or '/opened'} is unknown, missing or not of its type"
        self.header = line.get("header", self.header)
        self.cards.extend([(number, line["data"])] if "data" in line else [])
        if "entry" in line:
            if (entry["kind"] == "table_opened") is not (not self.entries):
                return "entry 1, and no other, opens the table"
            self.entries.append((number, entry, line["hash"], opened))
        secret = {name: entry[name] for name in ("facts", "draws", "command", "origin") if name in entry}
        odd = sorted(set(hidden(secret, "")) ^ set(entry.get("seals", {})))
        return f"{odd[0]}: a seal stands for each hidden place and for nothing else" if odd else ""

    def verify(self) -> None:
        self.opening, kinds = self.entries[0][1], [entry["kind"] for _, entry, *_ in self.entries]
        self.secrets = next((entry for _, entry, *_ in self.entries if entry["kind"] == "secrets_opened"), {})
        deal = kinds.index("game_started") if "game_started" in kinds else 0
        held = {entry["seat"]: entry for _, entry, *_ in self.entries[:deal] if entry["kind"].startswith("seat_")}
        given = [unb64(held.get(seat, {}).get("entropy", "A" * 43)) for seat in range(self.opening["seats"])]
        secret, salt = (unb64(self.secrets.get(f"{kind}_secret", "")) for kind in ("deal", "salt"))
        info = f"{FORMAT}/deal/{self.opening['game']}/{self.opening['version']}"
        self.deal_key = hkdf(secret + b"".join(given), self.opening["deal_id"], info)
        self.salt_key = hkdf(salt, self.opening["table"], f"{FORMAT}/salts")
        self.heading()
        self.chain()
        self.draws()
        self.note(6, self.secrets, "the secrets are not open in this copy")
        self.note(7, self.secrets, "the secrets are not open in this copy; only the labels were checked")
        never = self.opening["secrets_open_at"] != "confirmed" and {"result_confirmed", "table_abandoned"} & {*kinds}
        self.note(11, self.secrets or never, "the end is not in this copy: later entries may be missing")
        self.note(12, any(map(any, given)), "no seat gave entropy before a deal")
        for number, lacking in ((8, "it needs the rules"), (10, "it needs the rules"), (13, "none are defined yet")):
            self.note(number, False, lacking)

    def heading(self) -> None:
        header, opening = self.header, self.opening
        odd = [name for name in ("game", "release", "table") if header[name] != opening[name]]
        self.note(3, not odd, f"header and entry 1 differ in {', '.join(odd)}", 1)
        viewer, names = header["viewer"], [f"seat:{seat}" for seat in range(opening["seats"])]
        seats = [name for name in names if name in viewer.split(",")]
        self.note(3, viewer in ("all", "spectator", ",".join(seats) or "all"), "no viewer of this table", 1)
        for line, entry, _, opened in self.entries if viewer != "all" else []:
            own = f"seat:{entry.get('seat')}" in seats
            for pointer in sorted(opened):
                may = own if pointer in ("/command/body", "/origin") else seats and not pointer.startswith("/draws/")
                self.note(3, may, f"{pointer} is not for this viewer", line)
        for line, cards in self.cards:
            good = cards["digest"] == opening.get("data") == sha(cards["text"].encode())
            self.note(3, good, "the card set is not the one that entry 1 names", line)

    def chain(self) -> None:
        head, before, moments, seals = sha(f"{FORMAT}/{self.opening['table']}".encode()), 0, set(), {}
        for place, (line, entry, claimed, opened) in enumerate(self.entries, 1):
            n, at, used = entry["n"], entry["at"], entry.get("used_ms", 0)
            self.note(2, n == place and at >= before, f"entry {place}, not before {before}, must stand here", line)
            before, head = at, sha(unb64(head), canonical(entry))
            self.note(4, head == claimed, "the hash does not follow from the entries so far", line)
            seals.update({f"{n}{pointer}": seal for pointer, seal in entry.get("seals", {}).items()})
            own, reveals = {f"{n}{pointer}": opened[pointer] for pointer in opened}, entry.get("reveals", {})
            for where, (value, salt) in [(at, found[at]) for found in (own, reveals) for at in sorted(found)]:
                fits = seals.get(where) == sha(unb64(salt), canonical(value))
                self.note(5, fits, f"{where} is opened to a value or salt that no seal holds", line)
                derives = not self.secrets or unb64(salt) == mac(self.salt_key, where.encode())[:16]
                self.note(6, derives, f"the salt of {where} does not derive from the salt secret", line)
            for kind in ("deal", "salt") if entry is self.secrets else ():
                made = sha(f"{FORMAT}/{kind}_secret/".encode(), unb64(entry[f"{kind}_secret"]))
                self.note(6, made == self.opening["commitments"][kind], f"the {kind} secret is another one", line)
            right = not used or (opened.get("/origin", [""])[0] != "prepared" and at - used in moments)
            self.note(9, right, "used_ms is not the time since an earlier entry, or 0 if prepared", line)
            moments.update([at] if "facts" in entry or entry["kind"] == "rewound_to" else [])

    def draws(self) -> None:
        uses, use, rewinds = {0: 0}, 0, 0
        for line, entry, *_ in self.entries:
            if entry["kind"] == "rewound_to":
                use, rewinds = uses.get(entry["to"], 0), rewinds + 1
            for i, draw in enumerate(entry.get("draws", [])):
                result, pointer = draw["result"], f"/draws/{i}/result"
                good = draw["label"].startswith(f"{rewinds}/{use}/") and draw["n"] >= (draw["kind"] == "pick")
                self.note(7, good, f"draw {use} after {rewinds} rewinds must stand at /draws/{i}", line)
                use += 1
                if self.secrets and good:
                    made = result_of(self.deal_key, draw)
                    seal = sha(mac(self.salt_key, f"{entry['n']}{pointer}".encode())[:16], canonical(made))
                    right = made == result if result is not None else seal == entry["seals"][pointer]
                    self.note(7, right, f"{pointer} is not what the secrets give", line)
            uses[entry["n"]] = use

def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if argument != "--json"]
    try:
        with open(0 if names == ["-"] else " ".join(names), "rb") as file:
            text = file.read()
    except OSError:
        text = b""
    if not re.search(rb'"(header|entry|data|checkpoint|note)":', text):
        print("cannot be read, or no record; usage: verify.py [--json] FILE", file=sys.stderr)
        return 2
    record = Record(text)
    if record.notes:
        record.notes.update(dict.fromkeys(range(2, 14), ("not possible", "the format is broken", None)))
    else:
        record.verify()
    notes = [(i, name, *record.notes.get(i, ("passed", None, None))) for i, name in enumerate(NAMES.split(), 1)]
    wrong = min((line for *_, line in notes if line), default=None)
    checks = [dict(zip(("number", "name", "status", "reason", "line"), note)) for note in notes]  # noqa: B905
    said = [f"{i:2} {name:<11}{status}{f': {why}' if why else ''}{f' (line {line})' if line else ''}"
            for i, name, status, why, line in notes]
    said.append("Nothing is wrong." if wrong is None else f"First wrong line: {wrong}.")
    outcome = json.dumps({"checks": checks, "first_wrong_line": wrong}, separators=(",", ":"))
    print(outcome if "--json" in arguments else "\n".join(said))
    return 0 if wrong is None else 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
