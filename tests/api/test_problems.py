"""Every error of the service: its code, its document, and that nothing internal is told."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask import abort

from api.requests.webhooks.keeping import AT_MOST
from api.running.bridge.body import Late
from api.running.front import heads
from api.wire.problems import KINDS
from domain.audit.opened import read_record
from domain.audit.whole import whole
from domain.games import game, names
from domain.kernel.seats import ARBITER
from domain.ledger.errors import ConflictError, DamagedError, UnavailableError
from domain.table.book import BookError
from tests.api.casters import cast
from tests.api.desk.calls import Desk
from tests.api.tournaments.cup import SWISS, Cup
from tests.api.tournaments.receiver import URL, Hooked
from tests.api.world import API, DUEL, Answer, World, code
from tests.audit.tables import given_up

BODY = {"game": "chanic_panic", "seats": DUEL}
END = {"command": {"tag": "end_turn"}}
WITH_DECKS = next(name for name in names() if game(name).decks is not None)
KEYED = {"Idempotency-Key": "0123456789abcdef"}


def too_large(world: World) -> Answer:
    return world.post("/tables", text=b'{"game": "' + b"x" * 70_000 + b'"}')


def cut_off(world: World) -> Answer:
    """Send less than the length that was promised."""
    client = world.app.test_client()
    return Answer(client.post(f"{API}/tables", json=BODY, environ_overrides={"CONTENT_LENGTH": "900"}))


def slow(world: World) -> Answer:
    """Send a body that does not come in time, as the bridge says it."""
    environ = {"CONTENT_LENGTH": "9", "CONTENT_TYPE": "application/json", "wsgi.input": io.BufferedReader(Late())}
    return Answer(world.app.test_client().post(f"{API}/tables", environ_overrides=environ))


def too_often(world: World) -> Answer:
    busy = World(world.store, limit_guesses="1/hour")
    table = busy.opened()
    answers = [table.post("/seats", {"name": "Eve", "join_code": "0000000000"}) for _ in range(2)]
    return answers[1]


def reused(world: World) -> Answer:
    world.post("/tables", BODY, headers=KEYED)
    return world.post("/tables", {**BODY, "label": "x"}, headers=KEYED)


def precondition(world: World, headers: dict[str, str]) -> Answer:
    return world.rigged("H1").post("/actions", END, seat=0, headers=headers)


def failing(world: World, error: Exception) -> Answer:
    """Let the store fail in the midst of an action."""

    def fail(*_: Any, **__: Any) -> Any:
        raise error

    table = world.rigged("H1")
    setattr(world.store, "perform", fail)  # noqa: B010 - a method of this store only
    return table.say(0, "end_turn")


def imported(world: World) -> Answer:
    world.store.take_in(whole(read_record(given_up().record(ARBITER))))
    return world.post("/tables/given-up/actions", END, token=world.key("operator"))


def full_of_webhooks(world: World) -> Cup:
    """Return a tournament that can have no more of them."""
    cup = Cup(world)
    for _ in range(AT_MOST):
        Hooked(cup)
    return cup


CASES: dict[str, Callable[[World], Answer]] = {
    "malformed_json": lambda world: world.post("/tables", text=b'{"game": '),
    "bad_request": cut_off,
    "bad_header": lambda world: world.post("/tables", BODY, headers={"Idempotency-Key": "a b"}),
    "credentials_needed": lambda world: world.opened().post("/start"),
    "bad_credentials": lambda world: world.get("/tables", token="nonsense"),
    "not_live": lambda world: world.opened().get("/stream?viewer=all"),
    "case_needed": lambda world: world.opened().get("/view?viewer=all", token=world.key("arbiter")),
    "not_allowed": lambda world: world.opened().get("/view?viewer=all"),
    "no_seat": lambda world: world.opened().post("/seats", {"name": "Eve", "seat": 0}),
    "wrong_join_code": lambda world: world.opened().post("/seats", {"name": "Eve", "join_code": "0"}),
    "not_found": lambda world: world.get("/nothing"),
    "unknown_table": lambda world: world.get("/tables/nothing"),
    "unknown_case": lambda world: world.get("/cases/c-0"),
    "stale_table": lambda world: (desk := Desk(world)).do(
        desk.done(desk.call(stops_play=True), "claim")["case"],
        "rule",
        {"finding": "undecided", "void": True},
        headers={"If-Match": '"1"'},
    ),
    "unknown_tournament": lambda world: world.get("/tournaments/cup"),
    "unknown_player": lambda world: Cup(world).get("/players/p_nobody"),
    "unknown_round": lambda world: Cup(world).get("/rounds/1"),
    "wrong_code": lambda world: Cup(world, registration="code").post("/registration", {"code": "x", "name": "Eve"}),
    "invalid_players": lambda world: Cup(world).post("/players/import", {"form": "trf", "text": "x"}),
    "invalid_tournament": lambda world: world.post(
        "/tournaments", {**SWISS, "options": {"x": 1}}, token=world.key("organiser")
    ),
    "unknown_webhook": lambda world: Cup(world).get("/webhooks/none"),
    "unknown_delivery": lambda world: (hooked := Hooked(Cup(world))).cup.get(f"{hooked.path}/deliveries/1"),
    "not_in_this_format": lambda world: Cup(world).get("/sheets/trf26.trf"),
    "too_many_webhooks": lambda world: full_of_webhooks(world).post("/webhooks", {"url": URL}),
    "invalid_webhook": lambda world: Cup(world).post("/webhooks", {"url": "http://x.example/"}),
    "unknown_game": lambda world: world.get("/games/whist"),
    "no_decks": lambda world: world.get("/games/chanic_panic/decks"),
    "unknown_seat_number": lambda world: (table := world.opened()).post("/seats/7/token", token=table.opener),
    "unknown_caster": lambda world: (table := world.opened()).post("/casters/1/token", token=table.opener),
    "unknown_chunk": lambda world: world.opened().get("/frames/9"),
    "no_result": lambda world: world.opened().get("/result"),
    "method_not_allowed": lambda world: world.call("PUT", "/tables"),
    "not_acceptable": lambda world: world.opened().get("/record", headers={"Accept": "image/png"}),
    "too_slow": slow,
    "write_conflict": lambda world: failing(world, ConflictError("secret-id", 8)),
    "imported_table": imported,
    "stale_decision": lambda world: precondition(world, {"If-Match": '"1"'}),
    "too_large": too_large,
    "unsupported_media_type": lambda world: world.post("/tables", BODY, headers={"Content-Type": "text/plain"}),
    "invalid_body": lambda world: world.post("/tables", {**BODY, "extra": 1}),
    "invalid_query": lambda world: world.get("/tables?extra=1"),
    "invalid_cursor": lambda world: world.get("/tables?cursor=x"),
    "invalid_command": lambda world: world.rigged("H1").say(0, "shout"),
    "invalid_viewer": lambda world: world.opened().get("/view?viewer=seat:9"),
    "invalid_deck": lambda world: world.post(f"/games/{WITH_DECKS}/decks", {"text": "5 aces"}),
    "wrong_origin": lambda world: (table := world.opened()).post(
        "/session", {}, token=table.opener, headers={"Origin": "https://evil.example"}
    ),
    "other_seat": lambda world: world.opened().get("/scene", seat=1, headers={"Matchledger-Seat": "0"}),
    "too_many_requests": too_often,
    "name_needed": lambda world: world.opened([{"kind": "open"}] * 2).post("/seats", {}),
    "one_clock_needed": lambda world: world.opened().post(
        "/clock", {"seat": 0, "reason": "other"}, token=world.key("operator")
    ),
    "reason_needed": lambda world: world.opened().post("/cancel", token=world.key("operator")),
    "unknown_bot": lambda world: world.post("/tables", {**BODY, "seats": [{"kind": "bot", "bot": "x"}, *DUEL]}),
    "known_deal_alone": lambda world: world.post("/tables", {**BODY, "seats": DUEL, "known_deal": "lesson"}),
    "no_such_game": lambda world: world.post("/tables", {**BODY, "game": "whist"}),
    "idempotency_key_reused": reused,
    "precondition_needed": lambda world: precondition(world, {}),
    "internal_error": lambda world: failing(world, RuntimeError("the secret of /srv/matchledger")),
    "damaged_table": lambda world: failing(world, DamagedError("rigged-0", 3, "the secret of sqlite")),
    "unavailable": lambda world: failing(world, UnavailableError("disk I/O error at /srv/matchledger")),
}


def test_every_code_of_the_service_has_a_case() -> None:
    """What is not listed here is not answered; what the server itself refuses is in `test_connection`."""
    own = {msgspec.json.decode(rejection.text)["code"] for rejection in heads.REJECTIONS}
    assert set(CASES) | own == set(KINDS)
    assert own - set(CASES) == {"head_too_large", "target_too_long"}


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_problem_is_a_document(world: World, name: str) -> None:
    """RFC 9457, with a stable code, a category and nothing of ours."""
    answer = CASES[name](world)
    kind = KINDS[name]
    assert code(answer, kind.status) == name
    document = answer.json
    assert (document["title"], document["category"]) == (kind.title, kind.category)
    assert document["type"] == f"/docs/problems#{name}"
    assert document["detail"].endswith(".")
    assert answer.headers["Content-Language"] == "en"
    for text in ("Traceback", "/srv", "secret", "domain.", "msgspec", "marshmallow", ".py", "sqlite"):
        assert text not in answer.text.replace("the secrets are open", "")
    if kind.status == 401:
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    if kind.status == 503:
        assert answer.headers["Retry-After"] == "1"


def test_a_line_of_the_log_is_not_forged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """A line feed in an address stays on its line."""

    def fail(_: str) -> Any:
        raise RuntimeError("a fault")

    setattr(world.store, "table", fail)  # noqa: B010 - a method of this store only
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.callers.visibility.TABLE_ID", re.compile(r"(?s).*"))
        assert code(world.get("/tables/x%0a2026-01-01%20ERROR%20forged"), 500) == "internal_error"
    assert "\n2026-01-01 ERROR forged" not in caplog.text
    assert "RuntimeError: a fault" in caplog.text


def test_a_status_that_has_no_code_of_ours_is_the_callers_mistake(world: World) -> None:
    """What Flask may learn to refuse one day is no fault of the service."""
    world.app.add_url_rule("/teapot", view_func=lambda: abort(418))
    answer = Answer(world.app.test_client().get("/teapot"))
    assert code(answer, 400) == "bad_request"


def test_a_method_that_does_not_work_names_those_that_do(world: World) -> None:
    """`Allow`."""
    answer = world.call("PATCH", "/tables")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_head_and_options(world: World) -> None:
    """HEAD is GET without a body; OPTIONS tells the methods and opens nothing to other origins."""
    head = world.call("HEAD", "/games")
    assert (head.status_code, head.data, head.content_type) == (200, b"", "application/json")
    options = world.call("OPTIONS", "/tables", headers={"Origin": "https://example.org"})
    assert (options.status_code, options.data) == (200, b"")
    assert set(options.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert not [name for name, _ in options.headers if name.startswith("Access-Control")]


def test_preferences_of_great_length_are_passed_over(world: World) -> None:
    """To read 30,000 characters of them would hold everybody up, and no client sends so many."""
    long = {"Accept-Language": "ja," * 10_000, "Accept": "application/x-ndjson," * 1_500}
    table = world.opened()
    assert table.get("/entries", headers=long).content_type == "application/json"
    assert world.get("/nothing", headers=long).headers["Content-Language"] == "en"
    short = {name: value[:900] for name, value in long.items()}
    assert table.get("/entries", headers=short).content_type == "application/x-ndjson"
    assert world.get("/nothing", headers=short).headers["Content-Language"] == "ja"


@pytest.mark.parametrize("language", ["ja", "ja-JP, en;q=0.5", "de, ja;q=0.5", "JA"])
def test_a_refusal_is_told_in_japanese_to_whoever_asks(world: World, language: str) -> None:
    """The game's sentence with the card by its name, the title too; code and rule stay."""
    table = world.rigged("H1")
    answer = table.post("/actions", END, seat=1, headers={"Accept-Language": language})
    assert answer.json["detail"] == "ほかのプレイヤーの手番です。"
    assert answer.json["title"] == "ルール上できません"
    assert (answer.json["code"], answer.headers["Content-Language"]) == ("not_your_turn", "ja")
    assert "Accept-Language" in answer.headers["Vary"]
    club = {"command": {"tag": "play_club", "body": {"card": "H1"}}, "dry_run": True}
    told = table.post("/actions", club, seat=0, headers={"Accept-Language": language})
    assert told.json["refusal"]["detail"] == "ハートのAはクラブではありません。"


def test_a_setup_is_refused_in_the_games_own_words(world: World) -> None:
    body = {"game": "chanic_panic", "seats": [{"kind": "open"}] * 2, "options": {"round_limit": 3}}
    answer = world.post("/tables", body, headers={"Accept-Language": "ja"})
    assert answer.json["detail"] == "ラウンド数の上限は10～300です（3は指定できません）。"
    odd = world.post("/tables", {**body, "options": {"rounds": 3}}, headers={"Accept-Language": "ja"})
    assert odd.json["detail"].startswith("このゲームではこのオプションは使えません：")


@pytest.mark.parametrize("name", sorted(set(CASES)))
def test_every_kind_of_problem_has_a_title_in_japanese(world: World, name: str) -> None:
    """What our own codes say; sentences are proved complete with the catalogues."""
    from domain.kernel.display.words import words_in

    title = words_in("ja", "api").say(KINDS[name].title)
    assert title != KINDS[name].title


@pytest.mark.parametrize("language", ["de", "de-AT, en;q=0.5", "*", "", "x" * 300, "en-GB"])
def test_every_language_is_answered_in_one_we_speak(world: World, language: str) -> None:
    """English, unless it is Japanese."""
    table = world.rigged("H1")
    answer = table.post("/actions", END, seat=1, headers={"Accept-Language": language})
    assert answer.json["detail"] == "It is another player's turn."
    assert answer.headers["Content-Language"] == "en"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic abc",
        "Bearer a b",
        "Bearer " + "x" * 300,
        "Bearer ü",
        "seat.a.0.x",
        "Bearer mlk_x",
    ],
)
def test_bad_credentials(world: World, header: str) -> None:
    """Whatever is sent as credentials must be some of ours, also where none are needed."""
    answer = world.get("/games", headers={"Authorization": header.encode().decode("latin-1")})
    assert code(answer, 401) == "bad_credentials"


def test_credentials_that_were_taken_back(world: World) -> None:
    """A revoked key; a token of another seat, table or form."""
    key = world.store.keys.add("operator", "x", at=0)
    table, other = world.opened(), world.opened()
    mine = table.tokens[0]
    mac = mine.rpartition(".")[2]
    assert world.get("/tables", token=key.text).status_code == 200
    world.store.keys.revoke(key.key.id, at=1)
    for token in (
        key.text,
        key.text + "x",
        f"seat.{table.id}.1.{mac}",
        f"seat.{other.id}.0.{mac}",
        f"seat.{table.id}.0.{mac[:-1]}",
        f"opener.{table.id}.{mac}",
        f"seat.{table.id}.00.{mac}",
        f"seat.{table.id}.x.{mac}",
        f"seat..0.{mac}",
    ):
        assert code(world.get("/tables", token=token), 401) == "bad_credentials"
    assert world.get("/tables", token=mine).status_code == 200


def test_a_body_in_chunks_has_the_same_limit(world: World) -> None:
    """Werkzeug would cut it off there without a word, which could even leave JSON that somebody did not send."""
    table = world.opened(DUEL, start="word")
    for size, status in ((65_535, 422), (65_536, 413), (70_000, 413)):
        text = b'{"reason":""}'.ljust(size) + b"x" * (size > 65_536)
        chunks = {"wsgi.input": io.BytesIO(text), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
        sent = {"Authorization": f"Bearer {table.opener}", "Content-Type": "application/json"}
        client = world.app.test_client()
        answer = Answer(client.post(f"{API}{table.path}/cancel", headers=sent, environ_overrides=chunks))
        assert answer.status_code == status, answer.text


BAD_BODIES: list[Any] = [
    [],
    5,
    "text",
    {},
    {"game": "chanic_panic"},
    {**BODY, "seats": []},
    {**BODY, "seats": [{"kind": "throne"}]},
    {**BODY, "seats": [{"kind": "open", "colour": "red"}]},
    {**BODY, "seats": [{}]},
    {**BODY, "seats": DUEL * 20},
    {**BODY, "seats": 2},
    {**BODY, "game": 5},
    {**BODY, "game": ""},
    {**BODY, "options": []},
    {**BODY, "options": None},
    {**BODY, "label": "two\nlines"},
    {**BODY, "label": "x" * 81},
    {**BODY, "label": 5},
    {**BODY, "label": "\u202e"},
    {**BODY, "label": " "},
    {**BODY, "label": " Friday"},
    {**BODY, "seats": [{"kind": "token", "name": "Ada "}, {"kind": "open"}]},
    {**BODY, "visibility": "secret"},
    {**BODY, "visibility": 5},
    {**BODY, "start": "now"},
    {**BODY, "version": "1"},
    {**BODY, "version": True},
    {**BODY, "version": 0},
    {**BODY, "clock": {"move_ms": 1}},
    {**BODY, "clock": {"move_ms": 1000.5}},
    {**BODY, "clock": {"moves": 1}},
    {**BODY, "series": {"id": "x"}},
    {**BODY, "series": {"id": "x", "number": 1, "previous": ["a"]}},
    {**BODY, "data": "short"},
]


@pytest.mark.long
@pytest.mark.parametrize("sent", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bodies_that_do_not_fit(world: World, sent: Any) -> None:
    """Unknown members, wrong types, sizes beyond the limits: 422, and no table."""
    assert code(world.post("/tables", sent), 422) == "invalid_body"
    assert world.store.listings.count() == 0


def test_what_does_not_fit_is_named(world: World) -> None:
    """By member; of many unknown ones, some, cut short."""
    answer = world.post("/tables", {**BODY, "visibility": "secret", "seats": [{"kind": "open"}, {"kind": "throne"}]})
    assert set(answer.json["errors"]) == {"visibility", "seats"}
    many = {f"{number:03}" + "x" * 90: 1 for number in range(300)}
    answer = world.post("/tables", {**BODY, **many})
    assert len(answer.json["errors"]) == 16
    assert max(map(len, answer.json["errors"])) == 64


@pytest.mark.parametrize(
    "name",
    ["山田\u3000太郎", "\U0001f469\u200d\U0001f680", "\U0001f3f4\U000e0067\U000e007f", "נועה", "\U0001fae9", "e\u0301"],
)
def test_names_of_people_everywhere(world: World, name: str) -> None:
    """Ideographic spaces, joined emoji, letters that this Python does not know yet."""
    assert (
        world.post("/tables", {**BODY, "seats": [{"kind": "token", "name": name}, *BODY["seats"][1:]]}).status_code
        == 201
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A\x07b", "Must not hold the control character U+0007."),
        ("A\nb", "Must not hold the control character U+000A."),
        ("A\u2028b", "Must not hold the control character U+2028."),
        ("A\u202eb", "Must not hold the control character U+202E."),
        ("A\u200fb", "Must not hold the control character U+200F."),
        ("\u3000Ann", "Must not begin or end with a space."),
        ("\u200d\u0301", "Must hold something that can be seen."),
    ],
)
def test_names_that_steer_or_cannot_be_seen(world: World, name: str, said: str) -> None:
    answer = world.post("/tables", {**BODY, "seats": [{"kind": "token", "name": name}, *BODY["seats"][1:]]})
    assert code(answer, 422) == "invalid_body"
    assert said in answer.text


def test_a_sentence_repeats_no_enormous_name(world: World) -> None:
    """A problem is shorter than what it is about."""
    answer = world.post("/tables", {**BODY, "options": {"?" * 60_000: 1}})
    assert code(answer, 422) == "bad_options"
    assert len(answer.json["detail"]) == 500
    answer = world.rigged("H1").post("/actions", {"command": {"tag": "end_turn", "body": {"?" * 60_000: 1}}}, seat=0)
    assert code(answer, 422) == "invalid_command"
    assert len(answer.json["detail"]) == 500


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[" * 60_000,
        b'{"a":1}}',
        b'{"seen":4,"seen":5}',
        b'{"a":[{"b":1,"b":1}]}',
        b"\xff",
        b'{"seen": 1e999}',
        b'{"a":"\\ud800"}',
        b'{"a":"\xff"}',
    ],
)
def test_what_is_no_json(world: World, text: bytes) -> None:
    """400, however it is broken."""
    table = world.rigged("H1")
    for path in ("/actions", "/seats"):
        assert code(table.post(path, text=text, seat=0), 400) == "malformed_json"


@pytest.mark.long
def test_what_is_no_utf_8_at_any_address(world: World) -> None:
    """Everything that takes a body, as the OpenAPI document lists it: 400 for whoever may send one, and never 500."""
    organiser = world.key("organiser")
    table = world.opened(DUEL, start="word", token=organiser)
    desk = Desk(world)
    callers = [organiser, world.key("operator"), str(table.tokens[0]), str(desk.table.tokens[1])]
    cast(table, 0)
    cup = Cup(world, "operator")
    (ada,) = cup.register("Ada")
    known = {"table": table.id, "game": "panzer_clash", "seat": 0, "caster": 1, "case": desk.call()}
    known |= {"tournament": cup.id, "player": ada["player"], "round": 1, "pairing": 1}
    known |= {"webhook": Hooked(cup).made["id"], "delivery": 1}
    paths = [path for path, methods in world.get("/openapi.json").json["paths"].items() if "post" in methods]
    assert len(paths) >= 12
    for path in paths:
        at = path.removeprefix(API).format(**known | ({"table": desk.table.id} if "{case}" in path else {}))
        for text in (b'{"a":"\xff"}', b"\xff"):
            answers = [world.post(at, text=text, token=token) for token in callers]
            said = {answer.json["code"] for answer in answers}
            assert "malformed_json" in said, (path, said)
            assert {answer.status_code for answer in answers} <= {400, 403, 404}, path


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "multipart/form-data"]
)
def test_bodies_of_another_type(world: World, media: str) -> None:
    """415, also for a body that would be JSON."""
    table = world.rigged("H1")
    answer = table.post("/actions", END, seat=0, headers={"Content-Type": media})
    assert code(answer, 415) == "unsupported_media_type"


def test_json_may_name_its_charset(world: World) -> None:
    """As many clients do."""
    table = world.rigged("H1")
    headers = {"Content-Type": "application/json; charset=utf-8", "If-Match": "*"}
    assert table.post("/actions", END, seat=0, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/start", "/cancel", "/seats/0/token"])
def test_posts_without_a_body(world: World, path: str) -> None:
    """Nothing or an empty object; nothing else."""
    table = world.opened(DUEL, start="word")
    assert code(table.post(path, {"x": 1}, token=table.opener), 422) == "invalid_body"
    assert code(table.post(path, [], token=table.opener), 422) == "invalid_body"
    assert code(table.post(path, text=b"x", token=table.opener, headers={"Content-Type": "a/b"}), 415)
    assert table.post(path, token=table.opener).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=-1",
        "limit=1&limit=2",
        "limit=",
        "mine=1",
        "status=over",
        "x=1",
        "limit=²",
    ],
)
def test_queries_that_do_not_fit(world: World, query: str) -> None:
    """422, and what does not fit is named."""
    answer = world.get(f"/tables?{query}")
    assert code(answer, 422) == "invalid_query"
    assert answer.json["errors"]


def test_addresses_that_ask_for_nothing(world: World) -> None:
    """A query where none is read is a mistake of the caller."""
    assert code(world.get("/games?x=1"), 422) == "invalid_query"
    table = world.opened()
    assert code(table.post("/start?x=1", token=table.opener), 422) == "invalid_query"


@pytest.mark.parametrize("table", ["UPPER", "a" * 65, "a.b", "%00", "a%20b", "-x", "é"])
def test_ids_that_no_table_has(world: World, table: str) -> None:
    """404, never an error of ours."""
    assert code(world.get(f"/tables/{table}"), 404) == "unknown_table"


@pytest.mark.parametrize(
    "path",
    [
        "/tables/",
        "//tables",
        "/tables/x/seats/-1/token",
        "/tables/x/seats/one/token",
        "/tables/x/seats/00/token",
        "/tables/x/seats/1000/token",
        "/tables/x/seats/٣/token",
        "/games/",
    ],
)
def test_addresses_have_one_form(world: World, path: str) -> None:
    """No redirects; an address that is not quite right is not there."""
    assert world.get(path).status_code in (404, 405)


def test_numbers_beyond_json_are_refused_not_stored(world: World) -> None:
    """2^53 and more cannot be kept exactly by every reader."""
    options = {"first_seat": 2**60}
    assert code(world.post("/tables", {**BODY, "options": options}), 422) == "bad_options"
    table = world.rigged("H1")
    assert table.refused(0, "attack", target=2**70, attack_cards=["S1-1"]) == "target_not_in_game"
    (attempt,) = world.store.attempts.of(table.id)
    assert attempt.body is not None
    assert msgspec.json.decode(attempt.body)["target"] == 2**70


def test_what_the_order_of_entries_refuses_is_no_mistake_of_the_caller(world: World) -> None:
    """No request becomes a 500 by an entry that cannot come: it is refused, and the log has the story."""
    answer = failing(world, BookError("rewound_to cannot come while the table is confirmed"))
    assert (code(answer, 409), answer.json["category"], answer.json["rule"]) == (
        "out_of_place",
        "turn",
        "table: order of entries",
    )
    assert "rewound_to" not in answer.text
