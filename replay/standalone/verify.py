#!/usr/bin/env python3
"""Verify a Matchledger record (docs/record-format.md) without knowing any game; verify.mjs is this program's twin.
The record of a tournament (docs/tournament-record.md) is verified without knowing any way of pairing.

It reads from top to bottom: which members an entry has (`ENTRIES`, `SHAPES`), bytes and draws, which entry may follow
which (`Order`), a record line by line and its checks (`Record`), that of a tournament (`Cup`), what is told of them.
The twin has the same order.

Usage: verify.py [--json] FILE|-...   Exit: 0 nothing is wrong, 1 something is wrong, 2 cannot be read. Python 3.9+.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from io import BytesIO
from typing import Any, Iterator  # noqa: UP035 - as Python 3.9 has it

FORMAT, LINE_BYTES, RECORD_BYTES, DEPTH, LARGEST, MOST_DRAWN = "matchledger/1", 2**22, 2**28, 64, 2**53 - 1, 2**24
NOTES, DAY, BOARD, KNOWN = 20_000, 86_400_000, "board/1", "known/1"  # notes of a record; ms; protocols
NO_SECRET = "WXOdNYm0vXnqV0oJgqSKdy9b_UP2MinPk_EdktvV16I"  # commits to 32 zero bytes
NAMES = "format numbering header chain seals secrets draws decisions clocks outcome complete entropy signatures"
ONE_DEAL = "a board, and no other, shares its deal"
LINES = ("header", "entry", "data", "checkpoint", "note")
# Types of members: s string, i whole number from 0, z whole number, h 32 bytes, k 16 bytes,
# o object, n null, b object or null, f fact, t tag, l label of a draw, p table and hash, w value and salt, c id of a
# case, a address of a fact, r rule cited, x string of at most 4000 characters, y true or false, any: not checked; in
# tournaments e id, q text, u exact points (U not 0), v such not below 0, 2-5 whole number from 2 to 5, B odd number to
# 9 (D not 1), P whole number from 1, Z a string but UTC, T true, F false; *t list of t, %t object of t, a|b one of
# these words, else a shape below. A member with ? may be absent, and is neither empty nor its default.
# fmt: off
TAKEN = "seat:i player:s name_hash:s entropy:h bot?:s public_key?:s"
PLAYED, ACTION = "facts:*f draws?:*draw", "facts:*f draws?:*draw seat:i command:command used_ms:i reveals?:%w"
ENTRIES = {
    "table_opened": "format:matchledger/1|- release:s table:s game:s version:i edition:h options:o seats:1-100 "
    "deal_id:s protocol:seed+seats/1|board/1|branch/1|known/1 commitments:commitments secrets_open_at:confirmed|"
    "event_end|never start:full|word data?:h visibility:public|unlisted|private delay_entries?:i delay_seconds?:i "
    "clock?:clock confirm?:confirm connection?:shown|- label?:s external_id?:s series?:series branch_of?:branch "
    "tournament?:cup arbiter_call?:none|stop file_ms?:i appeal_ms?:i", "seat_taken": TAKEN, "seat_replaced": TAKEN,
    "seat_left": "seat:i", "result_accepted": "seat:i", "result_adjusted": "outcome:outcome case:c",
    "ruling_accepted": "case:c seat:i", "verified": "checks:*passed|failed|not_possible result:good|wrong head:head",
    "game_started": PLAYED, "result_confirmed": "", "outage": "since:i until:i",
    "caster_admitted": "caster:i player:s name_hash:s seats:*i", "caster_dismissed": "caster:i",
    "action_taken": ACTION + " origin?:n seen?:i", "action_forced": ACTION,
    "rewound_to": "to:i reason:infraction|mistake|service_fault|agreement|other order?:reshuffle|- facts?:*f "
    "draws?:*draw case?:c clocks?:*i",
    "table_abandoned": "reason:cancelled|no_show|idle|emergency|agreement|void|other",
    "evidence_viewed": "viewer:s first:i last:i case?:s looked_at?:i", "game_finished": "outcome:outcome",
    "secrets_opened": "deal_secret:h salt_secret:h", "resumed": "cause:s",
    "paused": "cause:s reason:break|dispute|technical|conduct|emergency|other",
    "clock_adjusted": "seat:i reason:penalty|compensation|mistake|agreement|other bank_ms?:i move_ms?:i",
    "case_opened": "case:c moment:a about:rule|clock|connection|conduct|software|other stops_play:y filed_at:i text?:h",
    "case_claimed": "case:c", "case_released": "case:c", "case_appealed": "case:c text?:h", "case_closed": "case:c",
    "case_dismissed": "case:c code:unfounded|too_late|duplicate|withdrawn|not_for_us|other text?:h",
    "ruling_made": "case:c finding:infraction|no_infraction|service_fault|undecided grounds:*r measures:*none|rewind|"
    "clock|result|penalty|void|words text?:h sealed_text?:h",
    "penalty": "seat:i penalty:warning|time|game_loss|match_loss|disqualification case:c points?:i",
}
CUP, ENTERS = "matchledger/tournament/1", "player:e rating?:i name_hash?:h bot?:e"
TOLD = "round:i table:i game?:i places:*0-10 rests_on?:counted redealt?:T"
OF_CUPS = {
    "tournament_opened": "format:matchledger/tournament/1|- tournament:e game:s version:i method:o scoring:scoring "
    "tie_breaks:*buchholz|buchholz_cut_1|sonneborn_berger|direct_encounter|wins|opponents_average_place|"
    "opponents_win_share tie_break_edition:fide-c07-2026-03|- commitment:h label?:s options?:%any tables?:tables "
    "registration?:code|- sandbox?:T best_of?:D cut?:cut_said draw_by_agreement?:before_start|any_time "
    "own_byes?:own_byes data?:h at_rounds?:*of_rounds next_round_ms?:i time_zone?:Z decks?:registered|- same_deal?:T",
    "player_registered": ENTERS + " entropy:h", "player_entered_late": ENTERS + " points:v",
    "player_checked_in": "player:e entropy?:h", "player_withdrawn": "player:e", "player_returned": "player:e",
    "player_disqualified": "player:e reason:q", "penalty_given": "player:e points:v reason:q",
    "bye_requested": "player:e round:i bye:full|half|zero own?:T", "pair_forbidden": "players:*e first:i last:i",
    "tournament_started": "order:*e initial:0-1 draws:*draw", "round_started": "round:i attempt:i board?:h",
    "round_paired": "round:i attempt:i tables:**e byes?:*bye draws?:*draw reason?:q",
    "round_recalled": "round:i attempt:i reason:q", "result_counted": TOLD + " reason?:q agreed?:T",
    "result_corrected": TOLD + " reason:q", "draw_offered": "player:e round:i table:i stands?:F",
    "result_conceded": "player:e round:i table:i game?:i", "standings_frozen": "rounds:i rows:*standing draws?:*draw",
    "cut_made": "standings:i players:*e", "prizes_given": "standings:i prizes:*prize",
    "tournament_ended": "standings:i", "tournament_cancelled": "reason:q", "tournament_paused": "reason:q",
    "tournament_resumed": "", "secret_opened": "secret:h", "deck_registered": "player:e round?:2-999 seals:deck_seal",
    "deck_opened": "player:e round?:2-999 salt:k deck:deck",
}
AT_ANY_TIME = ("player_withdrawn player_returned player_disqualified penalty_given bye_requested pair_forbidden "
               "tournament_cancelled deck_registered")
WHILE_PLAYED = ("player_entered_late result_counted result_corrected standings_frozen cut_made prizes_given "
                f"draw_offered result_conceded round_recalled tournament_ended {AT_ANY_TIME}")
CUP_ORDER = {
    "registration": f"player_registered player_checked_in tournament_started {AT_ANY_TIME}",
    "running": f"round_paired round_started tournament_paused {WHILE_PLAYED}",
    "paused": f"tournament_resumed {WHILE_PLAYED}",
    "over": "deck_opened secret_opened", "closed": ""}
ENTERING = ("player_registered", "player_entered_late")
CUP_BECOMES = {"tournament_started": "running", "tournament_paused": "paused", "tournament_resumed": "running",
               "tournament_ended": "over", "tournament_cancelled": "over", "secret_opened": "closed"}
SHAPES = {
    "method round_robin": "format:s cycles?:2-2 groups?:2-99",
    "method knock_out": "format:s losses?:2-2 drawn?:replay|-",
    "method swiss": "format:s rounds:1-999 edition:fide-c0403-2026-02|-",
    "method pods": "format:s rounds:1-999 seats:3-10 edition:pods-1|-",
    "scoring": "by_place:*u tie?:draw_points|- draw_points?:U pairing_bye?:u forfeit_loss?:U",
    "tables": "clock?:clock confirm?:confirm visibility?:unlisted|private no_show_ms?:i round_ms?:i "
    "secrets_open_at?:event_end|- delay_entries?:i delay_seconds?:i seat_tokens?:T",
    "cut_said": "players:2-999 losses?:2-2 drawn?:replay|- best_of?:B", "prize": "place:i player:e prize:q",
    "of_rounds": "first:1-999 last?:1-999 options?:%any data?:h clock?:clock best_of?:B decks?:anew|-",
    "deck_seal": "/deck:h", "deck": "tag:t body:o", "own_byes": "half?:P zero?:P last?:i",
    "bye": "player:e kind:pairing|full|half|zero", "standing": "place:i player:e score:s values:*s",
    "counted": "table:s n:i hash:h kind:result_confirmed|result_adjusted|table_abandoned",
    **{f"cup {kind}": "n:i at:i by:q kind:s " + members for kind, members in OF_CUPS.items()},
    "line cup": "entry:o hash:h", "line header": "header:header", "line data": "data:card_set",
    "line checkpoint": "checkpoint:any", "line note": "note:note", "note": "n:i part:/text|/sealed_text salt:k text:x",
    "line entry": "entry:o hash:h opened?:%w", "card_set": "digest:h text:s",
    "header": "format:matchledger/1|- game:s release:s table:s viewer:s", "place": "place:i seats:*i",
    "clock": "move_ms?:i bank_ms?:i increment_ms?:i delay_ms?:i grace_ms?:i no_show_ms?:i", "confirm": "window_ms:i",
    "head": "n:i hash:h", "commitments": "deal:h salt:h", "command": "tag:t body:b",
    "series": "id:s number:i previous?:p", "branch": "table:s n:i hash:h",
    "cup": "id:s round:i pairing:i board?:i sandbox?:T seat_tokens?:T",
    "draw": "label:l kind:shuffle|pick n:0-65536 result:any",
    "outcome": "places:*place ended_by:play|concession|time|limit|abandoned|ruling reason:s points?:*z",
    **{f"entry {kind}": "n:i at:i by:s kind:s seals?:%h " + members for kind, members in ENTRIES.items()},
}
MEASURES = {"rewound_to": "rewind", "clock_adjusted": "clock", "result_adjusted": "result", "penalty": "penalty",
            "table_abandoned": "void"}
DECIDED = ("ruled", "dismissed")
CASES: dict[str, dict[str, str]] = {  # what a case becomes by an entry, from each state
    "case_opened": {"": "open"}, "case_claimed": {"open": "claimed", "appealed": "reclaimed"},
    "case_released": {"claimed": "open", "reclaimed": "appealed"}, "case_dismissed": {"claimed": "dismissed"},
    "ruling_made": {"claimed": "ruled", "reclaimed": "ruled"}, "case_appealed": dict.fromkeys(DECIDED, "appealed"),
    "case_closed": dict.fromkeys(DECIDED, "closed"), "penalty": {"ruled": "ruled"},
    "ruling_accepted": dict(zip(DECIDED, DECIDED)),  # noqa: B905
}
ALIKE = "seat_replaced caster_admitted caster_dismissed table_abandoned evidence_viewed"
OF_CASES, DESK = " ".join(CASES), " ".join(["evidence_viewed", *CASES])
ORDER = {  # what may come while the table is in this status
    "open": f"seat_taken seat_left game_started {ALIKE}",
    "running": f"action_taken action_forced game_finished rewound_to paused resumed clock_adjusted outage {ALIKE} "
     f"result_adjusted {OF_CASES}",
    "finished": f"result_accepted result_confirmed result_adjusted rewound_to {DESK}",
    "closed": f"result_adjusted {OF_CASES}",
    "confirmed": f"secrets_opened result_adjusted verified {DESK}", "abandoned": f"secrets_opened verified {DESK}",
}
BECOMES = {"game_started": "running", "rewound_to": "running", "game_finished": "finished",
           "result_confirmed": "confirmed", "table_abandoned": "abandoned", "secrets_opened": "closed"}
STRINGS = {  # what a string of a type is like
    "s": ".*", "x": ".{0,4000}", "q": ".{1,500}", "r": ".{1,80}", "t": r"(?!\?\Z).*", "Z": r"(?!UTC\Z).*",
    "h": "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", "k": "[A-Za-z0-9_-]{21}[AQgw]", "e": "[A-Za-z0-9_.-]{1,64}",
    "c": "[a-z0-9][a-z0-9_-]{0,63}", "a": r"[1-9][0-9]{0,8}(\.(0|[1-9][0-9]{0,5}))?", "l": "[0-9]+/[0-9]+/.+",
}
SIMPLE: dict[str, Any] = {
    **{kind: lambda v, like=re.compile(like, re.DOTALL): isinstance(v, str) and like.fullmatch(v)
       for kind, like in STRINGS.items()},
    "i": lambda v, least=0, most=LARGEST: isinstance(v, int) and not isinstance(v, bool) and least <= v <= most,
    "z": lambda v: SIMPLE["i"](v, -LARGEST), "P": lambda v: SIMPLE["i"](v, 1),
    "D": lambda v: SIMPLE["i"](v) and v in (3, 5, 7, 9),
    "B": lambda v: SIMPLE["i"](v) and v in (1, 3, 5, 7, 9), "u": lambda v: isinstance(v, str) and exact(v),
    "v": lambda v: SIMPLE["u"](v) and v[0] != "-", "U": lambda v: SIMPLE["u"](v) and v != "0",
    "o": lambda v: isinstance(v, dict), "n": lambda v: v is None, "b": lambda v: v is None or isinstance(v, dict),
    "y": lambda v: isinstance(v, bool), "T": lambda v: v is True, "F": lambda v: v is False, "any": lambda v: True,
    "f": lambda v: isinstance(v, dict) and SIMPLE["t"](v.get("tag")),
    "w": lambda v: isinstance(v, list) and len(v) == 2 and SIMPLE["k"](v[1]),
    "p": lambda v: isinstance(v, list) and len(v) == 2 and SIMPLE["s"](v[0]) and SIMPLE["h"](v[1]),
}
RULERS = "opener|player|organiser|operator"
PAUSE = f"ruler ({RULERS})|case:[a-z0-9][a-z0-9_-]{{0,63}}"
RULER = re.compile(rf"({RULERS}|arbiter)(:[\s\S]*)?").fullmatch
STOPS = {"paused": re.compile(rf"(arbiter arbiter|{PAUSE} (seat|arbiter|{RULERS}))(:[\s\S]*)?").fullmatch,
         "resumed": re.compile(rf"(arbiter (arbiter|operator)|{PAUSE} (arbiter|operator|clock))(:[\s\S]*)?").fullmatch}
OFFICE = re.compile(r"(operator|arbiter)(:[\s\S]*)?").fullmatch
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical(value: Any) -> bytes: return ENCODER.encode(value).encode()


def unb64(text: str) -> bytes: return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha(*parts: bytes) -> str: return urlsafe_b64encode(hashlib.sha256(b"".join(parts)).digest()).decode().rstrip("=")


def mac(key: bytes, message: bytes) -> bytes: return hmac.new(key, message, hashlib.sha256).digest()


def hkdf(secret: bytes, salt: str, info: str) -> bytes: return mac(mac(salt.encode(), secret), info.encode() + b"\x01")


def exact(text: str) -> bool:
    """Say whether points are exact, in lowest terms: 5, 1/2, -10/3."""
    found = re.fullmatch("-?(0|[1-9][0-9]{0,8})(?:/([1-9][0-9]{0,8}))?", text)
    if not found or found[1] == "0":
        return text == "0"
    return not found[2] or (found[2] != "1" and math.gcd(int(found[1]), int(found[2])) == 1)


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
        empty = [name[:-1] for name in members if name[-1] == "?" and members[name][0] in "*%" and name[:-1] in value
                 and value[name[:-1]] in ([], {})]
        if empty or (kind == "draw" and not drawn(value, value["result"])):
            return f"{place}/{(empty or ['result'])[0]}"
        inner = {name.rstrip("?"): members[name] for name in members if name.rstrip("?") in value}
    elif kind[0] in "*%" and isinstance(value, list if kind[0] == "*" else dict):
        inner = dict.fromkeys(range(len(value)) if kind[0] == "*" else sorted(value), kind[1:])
    elif kind[0].isdigit():
        least, most = map(int, kind.split("-"))
        return "" if SIMPLE["i"](value, least, most) else place
    elif not (SIMPLE[kind](value) if kind in SIMPLE else "|" in kind and value in kind.split("|")):
        return place
    return next(filter(None, (misfit(value[name], inner[name], f"{place}/{name}") for name in inner)), "")


def unfit(line: dict[str, Any], what: str, entries: str, form: str) -> str:
    """Return in words what of a line or its entry is unknown, missing or not of its type, or nothing."""
    place, entry = misfit(line, f"line {what}", ""), line.get("entry", {})
    kind = entry.get("kind", 0) if isinstance(entry, dict) else 0
    if not place and "entry" in line and f"{entries} {kind}" not in SHAPES:
        kind = kind if isinstance(kind, str) else "what has no kind"
        return f"no entry of the kind {kind} is known here; a newer release may have written it"
    if not place and "entry" in line:
        place = misfit(entry, f"{entries} {kind}", "/entry")
    if not place and kind == "tournament_opened":
        place = misfit(entry["method"], f"method {entry['method'].get('format')}", "/entry/method")
    return place and f"{place} is {f'not {form}' if place[-7:] == '/format' else 'unknown, missing or not of its type'}"


def hidden(value: Any, pointer: str) -> Iterator[str]:
    """Yield the pointers of the hidden places in a value."""
    if value is None or value == "?":
        yield pointer
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from hidden(value[key], f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


def seats_in(viewer: str, seats: int) -> list[str]:
    """Return the seats that a viewer holds, in order."""
    return [name for name in (f"seat:{seat}" for seat in range(seats)) if name in viewer.split(",")]


def drawn(draw: dict[str, Any], result: Any) -> bool:
    """Say whether a draw could give this: a number below n, an order of 0 to n - 1, or something sealed."""
    n, whole = draw["n"] if SIMPLE["i"](draw["n"], 0, 65536) else 0, SIMPLE["i"]
    if result is None or draw["kind"] == "pick":
        return bool(draw["kind"] != "pick" or (n if result is None else whole(result) and result < n))
    return isinstance(result, list) and all(map(whole, result)) and sorted(result) == [*range(n)]


def misopened(entry: dict[str, Any], opened: dict[str, Any]) -> str:
    """Return which place is opened to what cannot stand there, or nothing."""
    fits: dict[str, Any] = {"/origin": lambda v: v in ("hand", "prepared"), "/command/body": SIMPLE["o"]}
    drawn_here = {f"/draws/{i}/result": draw for i, draw in enumerate(entry.get("draws", []))}
    odd = [at for at, (value, _) in sorted(entry.get("reveals", {}).items())
           if not fits.get(at.lstrip("0123456789"), SIMPLE["any"])(value)]
    for at, (value, _) in sorted(opened.items()):
        good = at not in drawn_here or (value is not None and drawn(drawn_here[at], value))
        odd += [] if good and fits.get(at, SIMPLE["any"])(value) else [at]
    return f"{odd[0]} is opened to what cannot stand there" if odd else ""


def is_record(text: bytes) -> bool:
    """Say whether any line, however damaged the others are, is an object with a header or an entry."""
    for line in BytesIO(text):
        if b'"header"' in line or b'"entry"' in line:
            try:
                value = json.loads(line.decode(), parse_constant=int)  # which refuses them: NaN is no JSON
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and {"header", "entry"} & value.keys():
                return True
    return False


def is_cup(text: bytes) -> bool:
    """Say whether a record begins as that of a tournament."""
    first = text.partition(b"\n")[0]
    return first.startswith(b'{"entry":') and b'"format":"matchledger/tournament/' in first


def result_of(key: bytes, draw: dict[str, Any]) -> Any:
    """Return what a draw must have given."""
    blocks = (mac(key, f"{draw['label']}/{block}".encode()) for block in range(LARGEST))
    words = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in range(0, 32, 8))
    n, places, j = draw["n"], list(range(draw["n"])), 0
    for i in range(n, 1 if draw["kind"] == "shuffle" else n - 1, -1):
        j = next(word for word in words if word < 2**64 - 2**64 % i) % i
        places[i - 1], places[j] = places[j], places[i - 1]
    return places if draw["kind"] == "shuffle" else j


class Order:
    """What the entries so far make of the table: which entry may come next, and what every clock shows at each."""

    def __init__(self) -> None:
        self.opening, self.action = dict[str, Any](), dict[str, Any]()  # entry 1; the first action
        self.status, self.deal, self.drawn, self.at = "open", 0, 0, 0
        self.taken, self.sat = dict[int, str](), set[str]()  # who holds each seat; who has ever held one
        self.causes: dict[str, int | None] = {}  # of the pause, each since when nobody has claimed it
        self.casters, self.cases = dict[int, list[int]](), dict[str, dict[str, Any]]()  # the seats of each; by name
        self.until = dict[str, int]()  # by case: play that it took back waits so long for an appeal
        self.called: tuple[str, str] | None = None  # the pause that must come next, and by whom
        self.owed: set[str | None] = set()  # the measures that must come next
        self.officer, self.over = "", LARGEST  # and by whom; when the table was over
        self.result: int | None = None  # since when it waits to be final
        self.accepted = set[int]()  # by whom
        self.since, self.stood, self.clocks = 0, 0, [(0, False)]

    def disorder(self, entry: dict[str, Any]) -> str:
        """Return how an entry contradicts those before it, or nothing; keep what it changes."""
        kind, n, seat = entry["kind"], entry["n"], entry.get("seat", 0)
        if (kind == "table_opened") is not (not self.opening):
            return "entry 1, and no other, opens the table"
        opening = self.opening = self.opening or entry
        seats, by, outcome = opening["seats"], entry["by"], entry.get("outcome", {})
        places = [at for place in outcome.get("places", []) for at in place["seats"]]
        acting, looking = kind in ("action_taken", "action_forced"), kind == "evidence_viewed"
        cast = entry["seats"] if kind == "caster_admitted" else []
        left = seat if kind in ("seat_left", "seat_replaced") else -1
        author, may_come = f"seat:{seat}" if kind == "action_taken" else "clock", f"table_opened {ORDER[self.status]}"
        declared = kind == "action_forced" and entry["command"]["tag"] == "concede"
        viewers = ("all", ",".join(seats_in(entry.get("viewer", ""), seats)) or "all")
        since, until, clock = entry.get("since", 0), entry.get("until", 0), opening.get("clock", {})
        cause, limits = entry.get("cause", ""), {"bank_ms", "move_ms"} & {*entry}
        drawn_so_far = self.drawn + sum(draw["n"] for draw in entry.get("draws", []))
        self.action = self.action or (entry if kind == "action_taken" else {})
        adjusts, case = kind == "result_adjusted", self.cases.get(entry.get("case", ""), {})
        ruled = case.get("state") == "ruled" and case["ruled"] == by and MEASURES.get(kind) in case["measures"]
        state, officer = (self.cases.get(cause[5:], {}).get(name, "") for name in ("state", "claimed"))
        measures = [(measure, self.officer) for measure in MEASURES]
        misjudged, late = self.judged(kind, entry, opening) if kind in CASES else ([], False)
        known, cup = opening["protocol"] == KNOWN, opening.get("tournament", {})
        shares, of_board = opening["protocol"] == BOARD, "board" in cup
        dealt = f"{cup['id']}/{cup['board']}" if shares and of_board else opening["table"]
        wrong = (
            (opening["commitments"]["deal"] != NO_SECRET if known else opening["deal_id"] != dealt,
             "the deal is not that of the table, or a known deal has a secret"),
            (shares is not of_board or (shares and opening["secrets_open_at"] == "confirmed"), ONE_DEAL),
            (("branch_of" in opening) != (opening["protocol"] == "branch/1"), "a branch, and no other, has branch_of"),
            (kind == "game_started" and "branch_of" in opening and "draws" in entry, "a branch deals nothing"),
            (kind not in may_come.split(), f"{kind} comes while {self.status}"),
            (seat >= seats, "the table has no such seat"),
            (kind[:5] == "seat_" and (seat in self.taken) is (kind == "seat_taken"), "the seat is taken, or free"),
            ((kind == "caster_admitted" and not cast) or sorted({*cast} & {*self.taken}) != cast, "no seats to cast"),
            (kind == "caster_dismissed" and entry["caster"] not in self.casters, "nobody casts under this number"),
            (kind == "game_started" and len(self.taken) < seats, "the deal comes when every seat is taken"),
            (acting and not (RULER(by) if declared else by == author), "another one acts"),
            (self.causes and (acting or kind == "game_finished"), "the play is stopped"),
            (kind in STOPS and not STOPS[kind](f"{cause} {by}"), "another one stops the play, or lets it go on"),
            (kind in STOPS and (cause in self.causes) is (kind == "paused"), "no such pause"),
            (kind == "resumed" and by == "clock" and not self.causes.get(cause) and
             not (self.until and state in DECIDED), "the case is claimed"),
            (kind == "resumed" and state in ("appealed", "reclaimed") and by not in ("clock", officer),
             "the appeal is another's"),
            ((cause, by) != self.called if kind == "paused" and cause[:5] == "case:" else self.called, "no such call"),
            (self.owed and not self.called and (kind, by) not in measures and kind != "resumed",
             "a measure is missing"),
            *misjudged,
            (kind == "clock_adjusted" and not (OFFICE(by) and limits in [{name} for name in clock]), "no such clock"),
            (kind == "outage" and (self.causes or not self.at <= since < until <= entry["at"]), "no such outage"),
            (kind == "action_taken" and ("origin" in entry) != ("origin" in self.action), "only some have an origin"),
            (entry.get("seen", n - 1) >= n, "`seen` is no entry before this one"),
            (kind == "rewound_to" and not self.deal <= entry["to"] < n, "`to` is no entry from the deal on"),
            (kind == "rewound_to" and "order" not in entry and bool({"facts", "draws"} & {*entry}), "the orders stay"),
            (kind == "rewound_to" and not RULER(by), "another one takes the table back"),
            ("clocks" in entry and not ("bank_ms" in clock and len(entry["clocks"]) == seats), "no such banks"),
            ("looked_at" in entry and not opening["at"] <= entry["looked_at"] <= entry["at"], "a look at no such time"),
            (len(set(places)) < len(places) or max(places, default=0) >= seats or (adjusts and len(places) < seats),
             "the places are not of these seats"),
            (len(outcome.get("points", range(seats))) != seats, "the points are not those of these seats"),
            ((outcome.get("ended_by") == "ruling") is not adjusts or (adjusts and outcome["reason"] != "ruling"),
             "no rules, or no ruling, end a game so"),
            (kind in ("result_adjusted", "rewound_to") and "case" in entry and not ruled, "nobody ruled so"),
            (kind == "verified" and not (OFFICE(by) and by.partition(":")[2] not in self.sat - {""} and
             opening["secrets_open_at"] == "never" and len(entry["checks"]) == 13 and entry["head"]["n"] < n and
             ("failed" in entry["checks"]) is (entry["result"] == "wrong")), "nobody verified this like this"),
            (kind == "result_confirmed" and "confirm" in opening and by != "clock", "another one confirms the result"),
            (kind == "result_accepted" and by not in (f"seat:{seat}", "table"), "another one accepts the result"),
            (kind == "result_accepted" and not ("confirm" in opening and seat not in self.accepted), "no such consent"),
            (kind == "secrets_opened" and opening["secrets_open_at"] == "never", "these secrets never open"),
            (looking and not 1 <= entry["first"] <= entry["last"] < n, "no such entries were seen"),
            (looking and entry["viewer"] not in viewers, "no viewer who sees anything hidden"),
            (drawn_so_far > MOST_DRAWN, f"the draws of a record are of at most {MOST_DRAWN} things together"),
        )
        self.status = "finished" if adjusts and self.status == "running" else BECOMES.get(kind, self.status)
        of = entry.get("case", "")
        stays = kind == "rewound_to" and f"case:{of}" not in self.causes and self.goes_back(of, entry["at"])
        self.called = (f"case:{of}", by) if stays or (kind == "case_opened" and entry["stops_play"]) else None
        self.drawn, self.owed = drawn_so_far, self.owed - {MEASURES.get(kind)}
        if kind == "ruling_made":
            self.owed, self.officer = {*entry["measures"]} - {"none", "words"}, by
        self.over = entry["at"] if kind in ("result_confirmed", "table_abandoned") else self.over
        now, early = self.shown(kind, entry, until - since)
        self.clocks.append((now, early or late or self.settled(kind, entry, opening)))
        self.deal = n if kind == "game_started" else self.deal
        on = {of: own for of, own in self.casters.items() if of != entry.get("caster") and left not in own}
        self.casters = {**on, **({entry["caster"]: cast} if cast else {})}
        self.taken = {of: name for of, name in self.taken.items() if kind != "seat_left" or of != seat}
        self.taken.update({seat: entry["player"]} if kind in ("seat_taken", "seat_replaced") else {})
        self.sat |= {*self.taken.values()}
        return next((reason for is_wrong, reason in wrong if is_wrong), "")

    def judged(self, kind: str, entry: dict[str, Any], opening: dict[str, Any]) -> tuple[list[tuple[Any, str]], bool]:
        """Return how an entry about a case may contradict those before it, and whether it comes too early or late."""
        of, by, at, case = entry["case"], entry["by"], entry["at"], self.cases.get(entry["case"], {})
        (role, _, name), state, until = by.partition(":"), case.get("state", ""), case.get("until", at)
        kinds = ("case_opened", "ruling_made", "ruling_accepted", "case_closed")
        opens, rules, accepts, closes = (one == kind for one in kinds)
        stops, filed, seats = entry.get("stops_play"), entry.get("filed_at", at), [f"seat:{i}" for i in self.taken]
        caller, call = by in seats if role == "seat" else RULER(by), opening.get("arbiter_call")
        own = [one for one in self.cases.values() if one["by"] == by and one["stops"]] if opens else []
        stopped = [one for one in own if not one["upheld"]]
        called, hosts = case.get("by") in (f"player:{name}", f"arbiter:{name}"), role == "organiser" and opening["by"]
        interest = name and (name in self.sat or called or opening["by"] == f"player:{name}")
        measures, final = entry.get("measures", case.get("measures", [])), state == "reclaimed"
        several = len({*measures}) < len(measures) or ("none" in measures and len(measures) > 1)
        two_ends = "result" in measures and ("void" in measures or "rewind" in measures)
        mine, consents = f"seat:{entry.get('seat')}", case.get("consents", [])
        wrong = [
            (state not in CASES[kind], "the case is not so far, or further"),
            (len(self.cases) >= 1000 if opens else kind == "penalty" and case.get("penalties", 0) >= 100,
             "too many cases or penalties"),
            (opens and not (caller and opening["at"] <= filed <= at), "nobody called the arbiter like this"),
            (opens and int(entry["moment"].partition(".")[0]) >= entry["n"], "the moment is still to come"),
            (opens and role == "seat" and (call == "none" or (stops and stopped)), "the seat cannot call so"),
            (opens and stops and (call != "stop" or self.status != "running"), "nobody stops the play here"),
            (opens and not stops and self.status == "running" and not self.causes, "a quiet call waits"),
            (kind == "case_claimed" and (interest or not OFFICE(by) or by == case.get("ruled")), "another one claims"),
            (kind == "case_released" and role != "operator" and by not in (case.get("claimed"), hosts),
             "another one releases"),
            ((rules or kind == "case_dismissed") and by != case.get("claimed"), "another one decides"),
            (rules and (several or not measures or two_ends or len(entry["grounds"]) > 20),
             "no such measures, or too many rules"),
            (kind == "case_appealed" and (by not in seats or by in consents or case.get("final")), "no such appeal"),
            (accepts and (mine not in seats or mine in consents or case.get("final") or by not in (mine, "table")),
             "no such consent"),
            (closes and not (by == "clock" or OFFICE(by)), "another one closes the case"),
            (closes and f"case:{of}" in self.causes, "the case stops the play"),
            (kind == "penalty" and (by != case.get("ruled") or "penalty" not in measures), "nobody ruled so"),
        ]
        ends = at + (0 if final else opening.get("appeal_ms", DAY))
        decided = {"ruled": by, "until": ends, "final": final, "measures": measures, "consents": []}
        decided["first"] = case.get("first", at)
        upheld, all_accept = entry.get("finding", "no_infraction") != "no_infraction", {mine, *consents} >= {*seats}
        changes: dict[str, dict[str, Any]] = {
            "case_opened": {"by": by, "stops": stops, "upheld": False}, "case_claimed": {"claimed": by},
            "case_dismissed": decided, "ruling_made": {**decided, "upheld": upheld}, "case_appealed": {"claimed": ""},
            "ruling_accepted": {"consents": [*consents, mine], "until": min(until, at) if all_accept else until},
        }
        self.cases[of] = {"by": "", "stops": False, "upheld": False, **case, **changes.get(kind, {})}
        self.cases[of]["penalties"] = case.get("penalties", 0) + (kind == "penalty")
        self.cases[of]["state"] = CASES[kind].get(state, "")
        when = filed if opens else case["first"] if case.get("final") else at
        late = (opens or kind == "penalty") and when - self.over > opening.get("file_ms", DAY)
        return wrong, late or (kind in ("case_appealed", "ruling_accepted") and at >= until) or (closes and at < until)

    def settled(self, kind: str, entry: dict[str, Any], opening: dict[str, Any]) -> bool:
        """Say whether a result is confirmed too early or adjusted too late; keep since when one waits, who accepts."""
        at, adjusts = entry["at"], kind == "result_adjusted"
        if kind == "result_confirmed" and "confirm" in opening:
            waits = opening["confirm"]["window_ms"] if len(self.accepted) < opening["seats"] else 0
            undecided = [case for case in self.cases.values() if case["state"] not in (*DECIDED, "closed")]
            ends = [case["until"] for case in self.cases.values() if case["state"] in DECIDED]
            return bool(undecided) or at < max((self.result or 0) + waits, *ends, 0)
        if kind in ("game_finished", "result_adjusted", "rewound_to"):
            since = at if kind == "game_finished" or self.result is None else self.result
            self.result, self.accepted = None if kind == "rewound_to" else since, set()
        self.accepted |= {entry["seat"]} if kind == "result_accepted" else set()
        case = self.cases.get(entry.get("case", ""), {})
        return adjusts and (case["first"] if case.get("final") else at) - self.over > opening.get("file_ms", DAY)

    def goes_back(self, of: str, at: int) -> bool:
        """Say whether a case took play back, and may still be appealed."""
        case = self.cases.get(of, {})
        return "rewind" in case.get("measures", ()) and case["state"] == "ruled" and case["until"] > at

    def shown(self, kind: str, entry: dict[str, Any], down: int) -> tuple[int, bool]:
        """Return what every clock shows at an entry, and whether it ends a case's pause too early."""
        cause, at, before = entry.get("cause", ""), entry["at"], self.causes
        of = cause[5:] if cause[:5] == "case:" else entry.get("case", "")
        back, clock = self.goes_back(of, at), entry["by"] == "clock"
        left_alone = clock and at < (before.get(cause) or at - 900_000) + 900_000
        waits = [end for one, end in self.until.items() if clock or self.cases[one]["state"] != "reclaimed"]
        early = kind == "resumed" and (at < max(waits, default=0) or left_alone)
        stays = back and (kind == "paused" or (kind == "ruling_made" and before))
        if stays or (kind == "ruling_accepted" and of in self.until):
            self.until[of] = self.cases[of]["until"]
        elif kind == "ruling_made":
            self.until.pop(of, None)
        kept = () if kind in ("result_adjusted", "table_abandoned") else before
        new = {cause: None if back else at} if kind == "paused" else {}
        self.causes = {**{one: since for one, since in before.items() if one in kept and one != cause}, **new}
        if kind in ("case_claimed", "case_released", "case_appealed") and f"case:{of}" in before:
            self.causes[f"case:{of}"] = None if kind == "case_claimed" else at
        self.until = self.until if self.causes else {}
        self.stood += down + (at - self.since if before and not self.causes else 0)
        self.since, self.at = self.since if before else at, at
        return (self.since if self.causes else at) - self.stood, early


class Record:
    """A record in its lines, and what its checks found: `notes` holds status, reason and line by number."""
    names, proof = NAMES.split(), {1, 2, 4}  # the checks, and those that a head rests on

    def __init__(self, text: bytes) -> None:
        self.notes: dict[int, tuple[str, str | None, int | None]] = {}
        self.header: dict[str, Any] = {}
        self.cards: list[tuple[int, dict[str, str]]] = []
        self.texts: list[tuple[int, dict[str, Any]]] = []
        self.entries: list[tuple[int, dict[str, Any], str, dict[str, Any]]] = []  # line, entry, hash, opened
        self.order = Order()
        for number, line in enumerate(BytesIO(text), 1):
            is_cut_off = line[-1:] != b"\n"
            wrong = "the line does not end: the record was cut off" if is_cut_off else self.misread(number, line[:-1])
            if wrong:
                self.note(1, False, wrong, number)
                return
        self.note(1, self.entries, "there is no entry", 1)

    def note(self, number: int, right: Any, reason: str, line: int | None = None) -> None:
        """Note the first failure of a check, or, without a line, why it is not possible."""
        if not right:
            found = ("failed" if line else "not possible", re.sub("[^ -~]", "?", reason)[:500], line)
            self.notes[number] = min(self.notes.get(number, found), found, key=lambda note: note[2] or LARGEST)

    def misread(self, number: int, text: bytes) -> str:
        """Add a line; return what is wrong with it, or nothing."""
        try:
            line: Any = json.loads(text.decode(), parse_constant=float) if len(text) <= LINE_BYTES else 0.5
            if not plain(line) or canonical(line) != text:
                raise ValueError
        except (ValueError, RecursionError):
            return f"the line is not canonical JSON of at most {LINE_BYTES} bytes"
        return self.misplaced(number, line)

    def misplaced(self, number: int, line: Any) -> str:
        """Add what a line holds; return what is wrong with it, or nothing."""
        kinds = [kind for kind in LINES if isinstance(line, dict) and kind in line]
        if len(kinds) != 1 or (kinds[0] == "header") is not (number == 1):
            return f"a record is one header, then lines with exactly one of {', '.join(LINES[1:])}"
        wrong = unfit({name: line[name] for name in line if name[:2] != "x_"}, kinds[0], "entry", FORMAT)
        entry, opened = line.get("entry", {}), line.get("opened", {})
        if wrong:
            return wrong
        self.header = line.get("header", self.header)
        self.cards.extend([(number, line["data"])] if "data" in line else [])
        self.texts.extend([(number, line["note"])] if "note" in line else [])
        if "entry" not in line:
            return f"a record has at most {NOTES} notes" if len(self.texts) > NOTES else ""
        secret = {name: entry[name] for name in ("facts", "draws", "command", "origin") if name in entry}
        odd = sorted(set(hidden(secret, "")) ^ set(entry.get("seals", {})))
        if odd:
            return f"{odd[0]}: a seal stands for each hidden place and for nothing else"
        wrong = misopened(entry, opened) or self.order.disorder(entry)
        self.entries.append((number, entry, line["hash"], opened))
        return wrong

    def verify(self) -> None:
        self.opening, kinds = self.order.opening, [entry["kind"] for _, entry, *_ in self.entries]
        self.secrets = next((entry for _, entry, *_ in self.entries if entry["kind"] == "secrets_opened"), {})
        deal = kinds.index("game_started") if "game_started" in kinds else 0
        held = {entry["seat"]: entry for _, entry, *_ in self.entries[:deal] if entry["kind"].startswith("seat_")}
        given = [unb64(held.get(seat, {}).get("entropy", "A" * 43)) for seat in range(self.opening["seats"])]
        secret, salt = (unb64(self.secrets.get(f"{kind}_secret", "")) for kind in ("deal", "salt"))
        info = f"{FORMAT}/deal/{self.opening['game']}/{self.opening['version']}"
        protocol, shown = self.opening["protocol"], {
            KNOWN: "the deal is a known one, as in a first game: everybody could compute it",
            BOARD: "the deal is that of a board: its tournament's record says what was mixed in"}
        self.deal_key = hkdf(secret + b"".join(() if protocol in shown else given), self.opening["deal_id"], info)
        self.salt_key = hkdf(salt, self.opening["table"], f"{FORMAT}/salts")
        self.heading()
        self.chain()
        self.reading()
        self.draws()
        self.note(6, self.secrets, "the secrets are not open in this copy")
        self.note(7, self.secrets, "the secrets are not open in this copy; only the labels were checked")
        never = self.opening["secrets_open_at"] == "never" and self.order.over < LARGEST
        self.note(11, self.secrets or never, "the end is not in this copy: later entries may be missing")
        random, lacking = any(map(any, given)), "no seat gave entropy before a deal"
        self.note(12, random and protocol not in shown, shown.get(protocol, lacking))
        for number, lacking in ((8, "it needs the rules"), (10, "it needs the rules"), (13, "none are defined yet")):
            self.note(number, False, lacking)

    def reading(self) -> None:
        held = {f"{entry['n']}/{name}": (entry[name], entry, name) for _, entry, *_ in self.entries
                for name in ("text", "sealed_text") if name in entry}
        seats = seats_in(self.header["viewer"], self.opening["seats"])
        is_open = self.order.over < LARGEST or self.header["viewer"] == "all"
        for line, text in self.texts:
            place = f"{text['n']}{text['part']}"
            hashed, entry, name = held.get(place, (None, {}, ""))
            fits = hashed == sha(unb64(text["salt"]), text["text"].encode())
            self.note(5, fits, "the text is not the one whose hash its entry holds", line)
            to_all = name == "text" and entry["kind"] in ("ruling_made", "case_dismissed")
            may = not entry or is_open or to_all or entry["by"] in seats
            self.note(3, may, f"{place} is not for this viewer", line)
        missing = held.keys() - {f"{text['n']}{text['part']}" for _, text in self.texts}
        if missing:
            why = f"texts not in this copy, for which it is not possible: {len(missing)}"
            self.notes.setdefault(5, ("passed", why, None))

    def heading(self) -> None:
        header, opening = self.header, self.opening
        odd = [name for name in ("game", "release", "table") if header[name] != opening[name]]
        self.note(3, not odd, f"header and entry 1 differ in {', '.join(odd)}", 1)
        viewer, seats = header["viewer"], seats_in(header["viewer"], opening["seats"])
        self.note(3, viewer in ("all", "spectator", ",".join(seats) or "all"), "no viewer of this table", 1)
        for line, entry, _, opened in self.entries:
            own = f"seat:{entry.get('seat')}" in seats
            for pointer in sorted(opened) if viewer != "all" else ():
                may = own if pointer in ("/command/body", "/origin") else seats and not pointer.startswith("/draws/")
                self.note(3, may, f"{pointer} is not for this viewer", line)
            for where in sorted(entry.get("reveals", {})):
                may = not re.match(r"[0-9]*/(draws/|origin\Z)", where)
                self.note(3, may, f"{where} is not for everybody", line)
        for line, cards in self.cards:
            good = cards["digest"] == opening.get("data") == sha(cards["text"].encode())
            self.note(3, good, "the card set is not the one that entry 1 names", line)

    def chain(self) -> None:
        head, before, moments = sha(f"{FORMAT}/{self.opening['table']}".encode()), 0, set()
        seals: dict[str, dict[str, str]] = {}
        hashes: dict[int, str] = {}
        acted, patience = [0] * self.opening["seats"], self.opening.get("clock", {}).get("no_show_ms", LARGEST + 1)
        for place, (line, entry, claimed, opened) in enumerate(self.entries, 1):
            n, at, used, kind = entry["n"], entry["at"], entry.get("used_ms", 0), entry["kind"]
            now, short = self.order.clocks[place]
            self.note(2, n == place and at >= before, f"entry {place}, not before {before}, must stand here", line)
            before, head = at, sha(unb64(head), canonical(entry))
            self.note(4, head == claimed, "the hash does not follow from the entries so far", line)
            hashes[place] = claimed
            attested = kind != "verified" or hashes.get(entry["head"]["n"]) == entry["head"]["hash"]
            self.note(4, attested, "another record was verified", line)
            seals[str(n)] = entry.get("seals", {})
            own, reveals = {f"{n}{pointer}": opened[pointer] for pointer in opened}, entry.get("reveals", {})
            for where, (value, salt) in [(at, found[at]) for found in (own, reveals) for at in sorted(found)]:
                number, slash, pointer = where.partition("/")
                fits = seals.get(number, {}).get(slash + pointer) == sha(unb64(salt), canonical(value))
                self.note(5, fits, f"{where} is opened to a value or salt that no seal holds", line)
                derives = not self.secrets or unb64(salt) == mac(self.salt_key, where.encode())[:16]
                self.note(6, derives, f"the salt of {where} does not derive from the salt secret", line)
            for name in ("deal", "salt") if entry is self.secrets else ():
                made = sha(f"{FORMAT}/{name}_secret/".encode(), unb64(entry[f"{name}_secret"]))
                self.note(6, made == self.opening["commitments"][name], f"the {name} secret is another one", line)
            self.note(9, not used or now - used in moments, "used_ms is not the time since an earlier entry", line)
            early = kind == "action_forced" and entry["by"] != "clock" and now - acted[entry["seat"]] < patience
            self.note(9, not (early or short), "something comes too early, or too late", line)
            moments.update([now] if "facts" in entry or kind == "rewound_to" else [])
            acted = [now] * len(acted) if kind in ("game_started", "rewound_to") else acted
            if kind == "action_taken":
                acted[entry["seat"]] = now

    def draws(self) -> None:
        uses, use, rewinds = {0: 0}, 0, 0
        for line, entry, *_ in self.entries:
            if entry["kind"] == "rewound_to":
                use, rewinds = uses.get(entry["to"], 0), rewinds + 1
            for i, draw in enumerate(entry.get("draws", [])):
                result, pointer = draw["result"], f"/draws/{i}/result"
                good = draw["label"].startswith(f"{rewinds}/{use}/")
                self.note(7, good, f"draw {use} after {rewinds} rewinds must stand at /draws/{i}", line)
                use += 1
                if self.secrets and good:
                    made = result_of(self.deal_key, draw)
                    seal = sha(mac(self.salt_key, f"{entry['n']}{pointer}".encode())[:16], canonical(made))
                    right = made == result if result is not None else seal == entry["seals"][pointer]
                    self.note(7, right, f"{pointer} is not what the secrets give", line)
            uses[entry["n"]] = use


class Cup(Record):
    """The record of a tournament. `rounds` holds the last pairing of each, and whether it has begun."""
    names, proof = ["format", "order", "chain", "pairings", "standings", "draws"], {1, 2, 3}

    def __init__(self, text: bytes) -> None:
        self.opening: dict[str, Any] = {}
        self.status, self.at, self.frozen = "registration", 0, 0  # `frozen`: by an entry, still so
        self.players, self.gone = set[str](), set[str]()  # all who are registered; who has left
        self.listed, self.recalled = set[str](), dict[int, int]()  # who plays; of rounds, the attempt last taken back
        self.cut: list[str] | None = None  # who plays on after it
        self.decks, self.byes = dict[tuple[str, int], str](), set[tuple[str, int]]()  # sealed decks; byes asked for
        self.apart: list[dict[str, Any]] = []  # who must not meet, said since the last pairing
        self.rounds: list[tuple[dict[str, Any], bool]] = [({"round": 0, "attempt": 0, "tables": []}, True)]
        super().__init__(text)

    def misplaced(self, number: int, line: Any) -> str:
        wrong = unfit(line if isinstance(line, dict) else {}, "cup", "cup", CUP)
        if not wrong and 2 not in self.notes:
            why = next((why for is_wrong, why in self.disorder(line["entry"]) if is_wrong), "")
            self.note(2, not why, why, number)
        self.entries += [] if wrong else [(number, line["entry"], line["hash"], {})]
        return wrong

    def disorder(self, entry: dict[str, Any]) -> Iterator[tuple[Any, str]]:
        """Yield how an entry may contradict those before it, and whether it does; keep what it changes, if it may."""
        kind, n, place = entry["kind"], entry["n"], len(self.entries) + 1
        yield (kind == "tournament_opened") is bool(self.opening), "entry 1, and no other, opens the tournament"
        self.opening = opening = self.opening or entry
        yield n != place or entry["at"] < self.at, f"entry {place}, not before {self.at}, must stand here"
        yield n > 1 and kind not in CUP_ORDER[self.status].split(), f"{kind} comes while {self.status}"
        seated = [player for table in entry["tables"] for player in table] if kind == "round_paired" else []
        seated += [bye["player"] for bye in entry.get("byes", [])] + entry.get("order", []) + entry.get("players", [])
        told = (one for one in [entry, *entry.get("prizes", entry.get("rows", []))] if "player" in one)
        named, is_new = [*seated, *(one["player"] for one in told)], kind in ENTERING
        known = self.listed | self.gone if kind == "player_entered_late" else self.players
        yield any((player in known) is is_new for player in named), "the player is unknown, or known already"
        yield len({*seated}) < len(seated), "nobody is named twice"
        yield "standings" in entry and entry["standings"] != self.frozen, "it cites other standings than the last"
        player, number, started = entry.get("player", ""), entry.get("round", 0), self.status != "registration"
        (paired, begun), deck = self.rounds[-1], (player, number or 1)
        coming = (len(self.rounds), 1) if begun else (paired["round"], paired["attempt"] + 1)
        is_other = (number, entry.get("attempt")) != (paired["round"], paired["attempt"])
        in_rounds = "rounds" in opening["method"] and self.cut is None
        yield kind == "tournament_opened" and not 1 <= len(entry["scoring"]["by_place"]) <= 10, "no points"
        if kind == "pair_forbidden":
            yield len(seated) != 2, "a pair is two players"
            yield entry["first"] > entry["last"], "the first round is after the last"
            self.apart += [entry] if in_rounds else []
        elif kind == "round_paired":
            yield not entry["tables"] and self.lacking(entry), "nobody plays for want of decks"
            yield (number, entry["attempt"]) != coming, "another round comes next"
            self.rounds, self.apart = [*self.rounds[:number], (entry, False)], []
        elif kind == "round_started":
            yield begun or is_other or self.recalled.get(number) == entry["attempt"], "another round comes next"
            yield ("same_deal" in opening) is not ("board" in entry), ONE_DEAL
            apart = [{*one["players"]} for one in self.apart if one["first"] <= number <= one["last"]]
            sit = [{*table} for table in paired["tables"]] + [{bye["player"]} for bye in paired.get("byes", [])]
            is_old = any(self.gone & one or any(two <= one for two in apart) for one in sit)
            yield is_old, "who is paired has left since, or must not meet"
            self.rounds[-1] = paired, True
        elif kind == "round_recalled":
            has_result = any("places" in one and one["round"] == number for _, one, *_ in self.entries)
            yield not begun or is_other or has_result, "only a round without a result is taken back"
            self.rounds[-1], self.recalled[number] = (paired, False), entry["attempt"]
        elif "places" in entry:
            yield "redealt" in entry and "same_deal" not in opening, ONE_DEAL
            now, is_played = self.rounds[number if number < len(self.rounds) else 0]
            tables = dict(enumerate(now["tables"] if is_played else [], 1))
            seats, came = tables.get(entry["table"], []), [place for place in entry["places"] if place]
            yield not seats or len(seats) != len(entry["places"]), "no such table is being played"
            yield any(one != 1 + sum(other < one for other in came) for one in came), "the places are no ranking"
            yield not self.stands(entry, now["attempt"]), "it does not rest on the table of that pairing"
        elif kind == "deck_registered":
            yield "decks" not in opening, "nobody registers decks here"
            yield not self.may_register(deck, coming), "these decks stand already"
            self.decks[deck] = entry["seals"]["/deck"]
        elif kind == "tournament_started" and "decks" in opening:
            yield any((one, 1) not in self.decks for one in seated), "somebody plays without a deck"
        elif kind == "deck_opened":
            made = sha(unb64(entry["salt"]), canonical(entry["deck"]))
            yield made != self.decks.pop(deck, ""), "the deck is not the one that was sealed"
        elif kind == "secret_opened":
            made = sha(f"{CUP}/secret/".encode(), unb64(entry["secret"]))
            yield made != opening["commitment"], "the secret is another one"
            yield self.decks, "decks are still sealed"
        elif kind in ("player_withdrawn", "player_disqualified", "player_returned"):
            self.gone = {*self.gone, player} - ({player} if kind == "player_returned" else set())
        self.byes |= {deck} if kind == "bye_requested" else set()
        self.cut = entry["players"] if kind == "cut_made" else self.cut
        late = kind == "player_entered_late" or (kind == "deck_registered" and started)
        self.listed |= {player} if late else {*entry.get("order", [])}
        self.players.update(named)
        self.status, self.at = CUP_BECOMES.get(kind, self.status), entry["at"]
        self.frozen = n if kind == "standings_frozen" else self.frozen if kind == "prizes_given" else 0

    def deck_round(self, number: int) -> int:
        """Return from which round on the decks are registered that are played in a round."""
        said = (one for one in self.opening.get("at_rounds", []) if one["first"] <= number <= one.get("last", number))
        return next((one["first"] for one in said if "decks" in one), 1)

    def may_register(self, deck: tuple[str, int], coming: tuple[int, int]) -> bool:
        """Say whether a deck comes in time, or is a player's first one while no round is paired that has not begun."""
        (player, since), (number, attempt), started = deck, coming, self.status != "registration"
        is_due = started if since == 1 else since < number or (since == number and attempt > 1)
        is_let_in = not started or player in self.listed or ("rounds" in self.opening["method"] and self.cut is None)
        comes_in = deck not in self.decks and attempt == 1
        return self.deck_round(since) == since and player not in self.gone and is_let_in and (not is_due or comes_in)

    def stands(self, entry: dict[str, Any], attempt: int) -> bool:
        """Say whether places rest on the table of their pairing, or on none as they may."""
        number, rests = entry["round"], entry.get("rests_on", {}).get("table")
        anew = f".{attempt}" if number in self.recalled else ""
        here = f"{CUP}/table/{self.opening['tournament']}/{number}{anew}/{entry['table']}"
        games = [entry["game"]] if "game" in entry else range(1, 10)
        its = [unb64(sha((here + (f"/{game}" if game > 1 else "")).encode()))[:10].hex() for game in games]
        is_ruled = not rests and (entry["kind"] == "result_corrected" or "reason" in entry or "agreed" in entry)
        return "tables" not in self.opening or is_ruled or rests in its

    def lacking(self, entry: dict[str, Any]) -> bool:
        """Say whether a round has no table because somebody has no deck; a bracket knows walk-overs."""
        since, byes = self.deck_round(entry["round"]), {bye["player"] for bye in entry.get("byes", [])}
        there = [player for player in (self.listed if self.cut is None else self.cut) if player not in self.gone]
        playing = [player for player in there if (player, entry["round"]) not in self.byes]
        without = [player for player in playing if (player, since) not in self.decks] if "decks" in self.opening else []
        is_bracket = self.opening["method"]["format"] == "knock_out" or self.cut is not None
        lets_play = bool(byes) if is_bracket else "reason" in entry and len(playing) >= len(without) + 2
        return bool(without) and not lets_play

    def verify(self) -> None:
        if 2 in self.notes:
            for number in (3, 4, 5, 6):
                self.note(number, False, "an earlier check failed", None)
            return
        secret = next((entry["secret"] for _, entry, *_ in self.entries if entry["kind"] == "secret_opened"), "")
        given = {entry["player"]: unb64(entry["entropy"]) for _, entry, *_ in self.entries if "entropy" in entry}
        mixed, name, recalled = unb64(secret) + b"".join(given.values()), self.opening["tournament"], set[int]()
        key, head = hkdf(mixed, name, f"{CUP}/draws"), sha(f"{CUP}/{name}".encode())
        for line, entry, claimed, _ in self.entries:
            head = sha(unb64(head), canonical(entry))
            self.note(3, head == claimed, "the hash does not follow from the entries so far", line)
            recalled.update([entry["round"]] if entry["kind"] == "round_recalled" else [])
            use = f"{entry.get('round', entry.get('rounds', 0))}/{entry.get('attempt', 0)}/"
            if secret and "board" in entry:
                info = f"{CUP}/board/{entry['round']}" + (f".{entry['attempt']}" if entry["round"] in recalled else "")
                made = sha(f"{FORMAT}/deal_secret/".encode(), hkdf(mixed, name, info)) == entry["board"]
                self.note(6, made, "/board is not what the secrets give", line)
            for i, draw in enumerate(entry.get("draws", [])):
                good = draw["label"].startswith(use)
                self.note(6, good, f"a draw of {use} must stand at /draws/{i}", line)
                made = not secret or not good or result_of(key, draw) == draw["result"]
                self.note(6, made, f"/draws/{i}/result is not what the secrets give", line)
        self.note(6, secret, "the secrets are not open in this copy; only the labels were checked", None)
        for number in (4, 5):
            self.note(number, False, "it needs the rules", None)


def told(name: str, text: bytes, *, as_json: bool) -> bool:
    """Print what the checks of a record find; return whether nothing is wrong."""
    record, head = (Cup if is_cup(text) else Record)(text), None
    if 1 in record.notes:
        for number in range(2, len(record.names) + 1):
            record.notes[number] = ("not possible", "the format is broken", None)
    else:
        record.verify()
        head = f"{len(record.entries)}:{record.entries[-1][2]}"
    notes = [(i, name, *record.notes.get(i, ("passed", None, None))) for i, name in enumerate(record.names, 1)]
    wrong = min((line for *_, line in notes if line), default=None)
    head = None if record.proof & {i for i, *_, line in notes if line} else head
    if as_json:
        checks = [dict(zip(("number", "name", "status", "reason", "line"), note)) for note in notes]  # noqa: B905
        found = {"file": name, "checks": checks, "first_wrong_line": wrong, "head": head}
        print(json.dumps(found, separators=(",", ":")))
        return wrong is None
    for i, check, status, why, line in notes:
        print(f"{i:2} {check:<11}{status}{f': {why}' if why else ''}{f' (line {line})' if line else ''}")
    print(f"Head: {head}" if head else "No head: the entries are not proved.")
    print("Nothing is wrong." if wrong is None else f"First wrong line: {wrong}.")
    return wrong is None


def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if argument != "--json"]
    found: set[bool | None] = set()
    for name in names or ["--"]:
        why, good = "cannot be read, or no record of at most 256 MiB; usage: verify.py [--json] FILE...", None
        try:
            with open(0 if name == "-" else name, "rb") as file:
                text = file.read(RECORD_BYTES + 1)
            if len(text) <= RECORD_BYTES and is_record(text):
                good = told(name, text, as_json="--json" in arguments)
        except Exception as error:  # noqa: BLE001 - a fault of ours hides no other file
            why = why if isinstance(error, OSError) else f"no verdict: a fault of this verifier, {error!r}"
        if good is None:
            print(f"{name}: {why}", file=sys.stderr)
        found.add(good)
    return 1 if False in found else 2 if None in found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
