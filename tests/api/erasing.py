"""Everything that the service answers about people: one list of addresses, for the scan after an erasure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.api.casters import cast
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import Opened, World

NAMES = ("Rumpelstiltskin", "Schneewittchen", "Dornroeschen")
KEPT = "Aschenputtel"
WORDS = "An opponent of Rumpelstiltskin saw a card."  # what a seat tells the arbiter, of itself
TOURNAMENT: Mapping[str, Any] = {
    "game": "chanic_panic",
    "format": {"format": "knock_out", "losses": 2},
    "confirm_ms": 0,
    "seat_tokens": "organiser",
}

TABLE = "/api/v1/tables/{table}"
CUP = "/api/v1/tournaments/{cup}"
ROUND = f"{CUP}/rounds/2"
HOOK = f"{CUP}/webhooks/{{webhook}}"
SHEETS = ("players.csv", "pairings.csv", "standings.csv", "results.csv", "trf16.trf", "trf26.trf")


class Asked(NamedTuple):
    """A way to ask an address: whose credentials, and whether the answer tells names as long as there are any."""

    who: str
    path: str
    names: bool = False


def named(who: str, path: str) -> tuple[Asked]:
    return (Asked(who, path, names=True),)


def nameless(who: str, path: str) -> tuple[Asked]:
    return (Asked(who, path),)


ROUTES: Mapping[str, tuple[Asked, ...]] = {  # by endpoint
    "pages.start": named("anybody", "/"),
    "play_page.table_page": named("anybody", "/t/{table}"),
    "review.review_of": named("anybody", "/t/{table}/review"),
    "tournament_pages.tournaments_page": nameless("anybody", "/tournaments"),
    "tournament_pages.tournament_page": named("anybody", "/tournaments/{cup}"),
    "tournament_pages.print_page": nameless("anybody", "/tournaments/{cup}/print"),
    "tournament_pages.organiser_page": nameless("anybody", "/organiser"),
    "desk_page.desk_page": nameless("anybody", "/desk"),
    "pages.verify": nameless("anybody", "/verify"),
    "tables.list_tables": named("operator", "/api/v1/tables"),
    "tables.read_table": named("anybody", TABLE),
    "play.read_actions": nameless("seat", f"{TABLE}/actions"),
    "play.read_view": nameless("seat", f"{TABLE}/view"),
    "attempts.read_attempts": nameless("operator", f"{TABLE}/attempts"),
    "calling.list_cases_of_table": named("operator", f"{TABLE}/cases"),
    "calling.read_case": named("operator", "/api/v1/cases/{case}"),
    "case_list.list_cases": nameless("operator", "/api/v1/cases"),
    "case_list.stream_cases": nameless("operator", "/api/v1/cases/stream"),
    "casters.list_casters": named("opener", f"{TABLE}/casters"),
    "connections.read_connections": nameless("seat", f"{TABLE}/connections"),
    "excluding.list_excluded": nameless("operator", f"{TABLE}/excluded-arbiters"),
    "records.read_entries": (
        Asked("operator", f"{TABLE}/entries"),
        Asked("seat", f"{TABLE}/entries"),
    ),
    "records.read_record": (
        Asked("operator", f"{TABLE}/record", names=True),  # words to an arbiter; who reads which is `test_texts.py`'s
        Asked("operator", f"{TABLE}/record?viewer=all", names=True),
        Asked("seat", f"{TABLE}/record", names=True),
    ),
    "records.verify_record": nameless("operator", f"{TABLE}/verification"),
    "frames.read_frames": named("anybody", f"{TABLE}/frames"),
    "frames.read_frames_chunk": named("anybody", f"{TABLE}/frames/0"),
    "pictures.read_picture": named("anybody", f"{TABLE}/picture"),
    "scenes.read_scene": named("anybody", f"{TABLE}/scene"),
    "rematches.read": nameless("seat", f"{TABLE}/rematch"),
    "results.read_result": nameless("anybody", f"{TABLE}/result"),
    "streams.stream_table": nameless("seat", f"{TABLE}/stream"),
    "feed.read_feed": nameless("organiser", "/api/v1/feed"),
    "feed.stream_feed": nameless("organiser", "/api/v1/feed/stream"),
    "players.list_my_tables": named("player", "/api/v1/players/me/tables"),
    "players.stream_notices": nameless("player", "/api/v1/players/me/stream"),
    "sessions.read_desk_session": nameless("operator", "/api/v1/desk/session"),
    "tournament_sessions.read_organiser_session": nameless("organiser", "/api/v1/organiser/session"),
    "tournament_sessions.read_player_session": nameless("player", f"{CUP}/session"),
    "tournaments.list_tournaments": nameless("operator", "/api/v1/tournaments"),
    "tournaments.read_tournament": nameless("operator", CUP),
    "tournament_record.read_tournament_feed": nameless("organiser", f"{CUP}/feed"),
    "tournament_record.read_tournament_record": nameless("organiser", f"{CUP}/record"),
    "tournament_record.stream_tournament": nameless("organiser", f"{CUP}/stream"),
    "tournament_record.read_sheet": tuple(Asked("organiser", f"{CUP}/sheets/{sheet}", names=True) for sheet in SHEETS),
    "entrants.list_entrants": named("organiser", f"{CUP}/players"),
    "entrants.read_entrant": named("organiser", f"{CUP}/players/{{player}}"),
    "entrants.read_own_seat": nameless("player", f"{CUP}/seat"),
    "rounds.list_rounds": named("anybody", f"{CUP}/rounds"),
    "rounds.read_round": named("anybody", ROUND),
    "rounds.explain_table": named("organiser", f"{ROUND}/tables/1/why"),
    "rounds.explain_pairing": nameless("organiser", f"{ROUND}/why/{{player}}/{{other}}"),
    "rounds.read_seat_tokens": named("organiser", f"{ROUND}/tokens"),
    "rounds.read_standings": named("anybody", f"{CUP}/standings"),
    "webhooks.list_webhooks": nameless("organiser", f"{CUP}/webhooks"),
    "webhooks.read_webhook": nameless("organiser", HOOK),
    "webhooks.list_deliveries": nameless("organiser", f"{HOOK}/deliveries"),
    "webhooks.read_delivery": nameless("organiser", f"{HOOK}/deliveries/1"),
    "health.metrics": nameless("operator", "/metrics"),
}
LEFT_OUT: Mapping[str, str] = {  # by endpoint, with the reason
    "openapi": "is made from the program alone",
    "pages.docs": "is made from the program alone",
    "pages.file": "is a file of the program",
    "pages.problems": "is made from the program alone",
    "browser.file": "is a file of the program",
    "health.alive": "says a word",
    "health.ready": "says a word",
    "games.list_games": "is made from the program alone",
    "games.read_game": "is made from the program alone",
    "decks.list_decks": "is made from the program alone",
    "entrant_decks.read_own_decks": "lists cards by their names in the player's own deck",
}


class Scene:
    """A service that knows names in every way: seats, a join, a caster, an inbox, a case, and a tournament."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.cup = Cup(world, **TOURNAMENT)
        self.organiser = self.cup.token
        entrants = self.cup.register(*NAMES[:2])
        claim = self.cup.do(f"/players/{entrants[0]['player']}/claim", {"code": entrants[0]["code"]}, token=None)
        self.hooked = Hooked(self.cup)
        self.cup.do("/start")
        self.entrants: list[str] = [one["player"] for one in entrants]
        self.table = self._table()
        self.case = self._case()
        self._end()
        self._rounds()
        self.hooked.later(0)
        self.tokens: Mapping[str, str | None] = {
            "anybody": None,
            "operator": world.key("operator"),
            "organiser": self.organiser,
            "opener": self.table.opener,
            "seat": str(self.table.tokens[0]),
            "player": claim["key"],
        }

    def _table(self) -> Opened:
        """Open a table whose players come in each way, with a refusal and a caster."""
        seats = [{"kind": "token", "name": NAMES[0]}, {"kind": "open"}, {"kind": "token", "name": KEPT}]
        table = self.world.opened(seats, token=self.organiser, arbiter_call="quiet")
        joined = table.post("/seats", {"name": NAMES[1]}, headers={"Idempotency-Key": "0123456789abcdef"})
        assert joined.status_code == 201, joined.text
        cast(table, 0, name=NAMES[2])
        table.act(0, "end_turn")
        table.refused(0, "end_turn")
        return table

    def _case(self) -> str:
        answer = self.table.post("/cases", {"about": "rule", "text": WORDS}, seat=0)
        assert answer.status_code == 201, answer.text
        return str(answer.json["case"])

    def _end(self) -> None:
        for seat in (0, 2):
            self.table.act(seat, "concede")

    def _round(self, number: int) -> list[str]:
        """Begin a round of the tournament; return the tokens of its one table."""
        self.cup.round(number)
        seats = self.cup.get(f"/rounds/{number}/tokens").json["seats"]
        for one in seats:
            assert self.world.post(f"/tables/{one['table']}/seats", {}, token=one["token"]).status_code == 201
        return [one["token"] for one in seats]

    def _rounds(self) -> None:
        """Play a round to its end, and begin another, so that a player still has a table before it."""
        token, _ = self._round(1)
        table = self.cup.get("/rounds/1").json["tables"][0]["table"]
        command = {"command": {"tag": "concede", "body": {}}}
        done = self.world.post(f"/tables/{table}/actions", command, token=token, headers={"If-Match": "*"})
        assert done.status_code == 200, done.text
        self.cup.play()
        self._round(2)

    def persons(self) -> list[str]:
        """Return the pseudonyms of all who will be erased."""
        sat = self.table.get().json["seats"]
        casters = self.table.get("/casters", token=self.table.opener).json["casters"]
        return [*[seat["player"] for seat in sat[:2]], *[one["player"] for one in casters], *self.entrants]

    def answers(self) -> Iterator[tuple[Asked, bytes]]:
        """Yield what each address answers, which must be an answer and not a refusal."""
        places = {
            "table": self.table.id,
            "case": self.case,
            "cup": self.cup.id,
            "player": self.entrants[0],
            "other": self.entrants[1],
            "webhook": self.hooked.made["id"],
        }
        client = self.world.app.test_client(use_cookies=False)
        for asked in [asked for ways in ROUTES.values() for asked in ways]:
            token = self.tokens[asked.who]
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            answer = client.get(asked.path.format(**places), headers=headers)
            assert answer.status_code == 200, (asked, answer.status_code, answer.text[:500])
            yield asked, answer.data


def letters(scene: Scene) -> bytes:
    """Return all letters that were sent to the organiser's site."""
    return b"".join(body for _, body, _ in scene.hooked.inbox.attempts)


def traces(told: bytes) -> list[str]:
    """Return the names that stand somewhere in these bytes."""
    return [name for name in (*NAMES, KEPT) if name.encode() in told]
