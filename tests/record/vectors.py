"""Test vectors for whoever writes a verifier: `python -m tests.record.vectors` writes docs/vectors.json anew."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from domain.audit.checks import verify_bytes
from domain.audit.report import Check, Report
from domain.kernel.seats import SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.canonical import b64, canonical
from domain.record.chain import genesis, link
from domain.record.draws import shuffled, uniform, words
from domain.record.keys import FORMAT, NO_ENTROPY, Keyed, Secrets, commitment, deal_key, hkdf, salt_key
from domain.record.places import step
from domain.record.seals import Salts, seal
from tests.record.sample import GOOD, Play, branch_play, rewound_play
from tests.standalone.damage import DAMAGES, Copy
from tests.standalone.forger import Forger

STORED = Path(__file__).parents[2] / "docs" / "vectors.json"
SECRETS = Secrets(bytes(range(32)), bytes(range(32, 64)))
TABLE, GAME, VERSION = "table-1", "sample", 3
ENTROPY = (bytes([1]) * 32, NO_ENTROPY, bytes(range(200, 232)))
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -7,
    2**53 - 1,
    "",
    'quote " backslash \\ slash / tab \t bell \u0007 delete \u007f',
    "♥ é 🂡 \u2028",
    [],
    {},
    [1, [2, {"b": 1, "a": [False], "A": "x", "10": 0, "9": 0}]],
)
SEALED: tuple[tuple[int, str, Any], ...] = (
    (17, "/facts/3/cards/0", "♥7"),
    (17, "/command/body", {"card": "♥7", "targets": [1, 2]}),
    (2, "/draws/0/result", [2, 0, 1]),
    (23, "/origin", "hand"),
)
KEYS = ("card", "", "a/b~c", "~1")
DAMAGED = (  # at least one for each check that can fail without the rules
    "unknown_member",
    "white_space",
    "deal_dropped",
    "parent_added",
    "deal_said_to_be_a_branch",
    "seal_removed",
    "line_dropped_with_a_new_chain",
    "time_running_back",
    "header_of_a_seat",
    "hash_altered",
    "opened_card_edited",
    "other_salt_secret",
    "entropy_edited",
    "used_ms_wrong",
)
GAME_PLAYED = Path(__file__).parents[1] / "golden" / "chanic_panic" / "turns_and_an_attack.ndjson"  # kept for ever
NEEDS_RULES = frozenset({8, 10})
UNIFORM = (1, 2, 3, 6, 52, 1000, 2**63 + 1)  # the last one skips almost every second word


def vectors() -> dict[str, Any]:
    """Return all vectors; bytes are base64url without padding unless they say `hex`."""
    salts, key = (
        salt_key(SECRETS.salt, TABLE),
        deal_key(SECRETS.deal, ENTROPY, deal_id=TABLE, game=GAME, version=VERSION),
    )
    keyed = Keyed(key)
    return {
        "format": FORMAT,
        "canonical": [{"value": value, "utf8": canonical(value).decode()} for value in VALUES],
        "pointers": [{"key": key, "pointer": f"/{step(key)}"} for key in KEYS],
        "hkdf": {
            "secret_hex": "0b" * 22,
            "salt_hex": bytes(range(13)).hex(),
            "info_hex": bytes(range(0xF0, 0xFA)).hex(),
            "key_hex": hkdf(b"\x0b" * 22, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA))).hex(),
        },
        "keys": {
            "table": TABLE,
            "deal_id": TABLE,
            "game": GAME,
            "version": VERSION,
            "deal_secret": b64(SECRETS.deal),
            "salt_secret": b64(SECRETS.salt),
            "entropy": [b64(entropy) for entropy in ENTROPY],
            "commitments": {"deal": commitment("deal", SECRETS.deal), "salt": commitment("salt", SECRETS.salt)},
            "deal_key_hex": key.hex(),
            "salt_key_hex": salts.hex(),
        },
        "seals": [_sealed(Salts(salts), *place) for place in SEALED],
        "words": [
            {"label": label, "words_hex": [f"{word:016x}" for word in islice(words(keyed, label), 6)]}
            for label in ("0/0/deck", "2/31/reshuffle")
        ],
        "uniform": [_uniform(keyed, f"0/{place}/pick", n) for place, n in enumerate(UNIFORM)],
        "shuffles": [
            {"label": f"0/{n}/deck", "n": n, "result": shuffled(words(keyed, f"0/{n}/deck"), n)}
            for n in (0, 1, 2, 5, 52)
        ],
        "chain": _chain(),
        "records": [_verified(name, text) for name, text in {**records(), **of_a_game()}.items()],
    }


def _sealed(salts: Salts, n: int, pointer: str, value: Any) -> dict[str, Any]:
    salt = salts.salt(n, pointer)
    return {"n": n, "pointer": pointer, "value": value, "salt": b64(salt), "commitment": seal(salt, value)}


def _uniform(keyed: Keyed, label: str, n: int) -> dict[str, Any]:
    source = words(keyed, label)
    return {"label": label, "n": str(n), "results": [str(uniform(source, n)) for _ in range(4)]}


def _chain() -> dict[str, Any]:
    play = Play("table-1", seats=2, rounds=1, secrets=SECRETS).start().round()
    before, links = genesis(play.table.id), []
    for sealed in play.entries:
        before = link(before, sealed.public)
        links.append({"entry": sealed.public.decode(), "hash": b64(before)})
    return {
        "table": play.table.id,
        "genesis": b64(genesis(play.table.id)),
        "links": links,
        "record": play.record().decode(),
    }


def records() -> dict[str, bytes]:
    """Return records: good copies, of tables that went back, were stopped, have casters; damage for each check."""
    play = Play("table-1", seats=2, rounds=1, secrets=SECRETS).start().round()
    whole = play.record()
    good = {
        "good": whole,
        "copy_of_seat_0": play.record(seat_viewer(0)),
        "copy_of_a_spectator": play.record(SPECTATOR),
        "closed_copy_of_seat_0": b"".join(play.record(seat_viewer(0)).splitlines(keepends=True)[:-1]),
        "rewound": rewound_play().record(SPECTATOR),
        "cast": GOOD["cast"]().record(Viewer(frozenset({0, 2}))),
        "caster_dismissed_who_never_came": _with_a_dismissal(play),
        "stopped": GOOD["stopped"]().record(SPECTATOR),
        "case_dropped_too_early": _with_a_hasty_clock(),
        "judged": GOOD["judged"]().record(SPECTATOR),
        "case_closed_too_early": _with_a_hasty_end(),
        "branch": branch_play().record(seat_viewer(1)),
        "escaped_pointer": _with_escaped_pointer(play),
    }
    damages = {damage.name: damage.change for damage in DAMAGES}
    return {**good, **{name: damages[name](whole) for name in DAMAGED}}


def _with_escaped_pointer(play: Play) -> bytes:
    """Return the record with a sealed member that a game might call so."""
    copies = {str(viewer): play.record(viewer) for viewer in every_viewer(2)}
    forger = Forger(copies, copies)
    entry = forger.first("action_taken")
    entry["facts"].append({"tag": "odd", "a/b~c": None})
    forger.seal(entry, f"/facts/{len(entry['facts']) - 1}/{step('a/b~c')}", "hidden")
    return forger.copies()["all"]


def _with_a_dismissal(play: Play) -> bytes:
    """Return the record with a caster dismissed whom nobody had admitted."""
    copies = {str(viewer): play.record(viewer) for viewer in every_viewer(2)}
    forger = Forger(copies, copies)
    forger.insert(forger.first("action_taken"), "caster_dismissed", caster=1)
    forger.count_anew()
    return forger.copies()["all"]


def _with_a_hasty_clock() -> bytes:
    """Return a record in which a case stops the play a millisecond too short."""
    play = GOOD["stopped"]()
    copies = {str(viewer): play.record(viewer) for viewer in every_viewer(3)}
    forger = Forger(copies, copies)
    called, dropped = [entry for entry in forger.entries if entry.get("cause") == "case:c7"]
    early = dropped["at"] - called["at"] - 899_999
    for entry in forger.entries[forger.entries.index(dropped) :]:
        for name in {"at", "since", "until"} & entry.keys():
            entry[name] -= early
    return forger.copies()["spectator"]


def _with_a_hasty_end() -> bytes:
    """Return a record in which a case is closed a millisecond before the time for an appeal is over."""
    play = GOOD["judged"]()
    copies = {str(viewer): play.record(viewer) for viewer in every_viewer(2)}
    forger = Forger(copies, copies)
    decided, closed = forger.last("case_dismissed"), forger.last("case_closed")
    closed["at"] = decided["at"] + 3_599_999
    return forger.copies()["spectator"]


def of_a_game() -> dict[str, bytes]:
    """Return records of a released game: a good one, one with another fact, one with another winner."""
    whole = GAME_PLAYED.read_bytes()
    damages = {damage.name: damage.change for damage in DAMAGES}
    return {"good_of_a_game": whole, "fact_edited": damages["fact_edited"](whole), "other_winner": _other_winner(whole)}


def _other_winner(whole: bytes) -> bytes:
    copy = Copy(whole)
    places = copy.kind("game_finished")["entry"]["outcome"]["places"]
    places[0]["seats"], places[1]["seats"] = places[1]["seats"], places[0]["seats"]
    return copy.chained()


def _verified(name: str, text: bytes) -> dict[str, Any]:
    """Return a record and what it comes to without the rules, and with them if a release has its game."""
    checks = verify_bytes(text).checks
    stranger = [Check(number=check.number, name=check.name, status="not possible") for check in checks]
    known = checks[7].status != "not possible"
    said = {"name": name, "record": text.decode()}
    said |= _told([stranger[check.number - 1] if check.number in NEEDS_RULES else check for check in checks])
    return {**said, "with_rules": _told(checks)} if known else said


def _told(checks: Iterable[Check]) -> dict[str, Any]:
    report = Report(checks=tuple(checks))
    return {
        "failed": [check.number for check in report.failed],
        "not_possible": [check.number for check in report.checks if check.status == "not possible"],
        "first_wrong_line": report.first_wrong_line,
    }


def as_text() -> str:
    """Return the vectors as they are stored."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STORED.write_text(as_text(), encoding="utf-8")
