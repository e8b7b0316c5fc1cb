"""Sessions of browsers: a token in a cookie for one table only, a key in one for the desk; for our own pages."""

from __future__ import annotations

from http.cookies import SimpleCookie

import pytest

from tests.api.tournaments.cup import Cup
from tests.api.world import Answer, Opened, World, code

HERE = "http://localhost"  # where the test client calls
END_TURN = {"command": {"tag": "end_turn"}}


def begun(table: Opened, token: str | None, origin: str | None = HERE) -> Answer:
    """Ask for a session."""
    return table.post("/session", {}, token=token, headers={} if origin is None else {"Origin": origin})


def sent(table: Opened, method: str, path: str, token: str, origin: str | None) -> Answer:
    """Send a request as a page does: with the cookie, and with its origin, which a browser adds by itself."""
    headers = {"Cookie": f"matchledger={token}", "If-Match": "*", **({} if origin is None else {"Origin": origin})}
    return table.world.call(method, table.path + path, None if method == "GET" else END_TURN, headers=headers)


def test_a_token_becomes_a_cookie_of_its_table(world: World) -> None:
    """No script reads it, no other site sends it, no other table gets it."""
    table = world.opened()
    answer = begun(table, table.tokens[1])
    assert answer.json == {"table": table.id, "caller": "seat", "seat": 1}
    morsel = SimpleCookie(answer.headers["Set-Cookie"])["matchledger"]
    assert morsel.value == table.tokens[1]
    assert morsel["path"] == f"/api/v1/tables/{table.id}"
    assert (morsel["httponly"], morsel["samesite"], morsel["secure"], morsel["domain"]) == (True, "Strict", "", "")
    assert morsel["max-age"] == str(30 * 24 * 60 * 60)


@pytest.mark.parametrize(("public_url", "origin"), [("https://cards.example", "https://cards.example"), (None, None)])
def test_over_tls_the_cookie_is_secure(public_url: str | None, origin: str | None) -> None:
    """Where the service is told so, or the page says so."""
    world = World(public_url=public_url)
    table = world.opened()
    answer = begun(table, table.tokens[0], origin or "https://localhost")
    assert SimpleCookie(answer.headers["Set-Cookie"])["matchledger"]["secure"] is True


def test_a_cookie_looks_and_acts_for_pages_of_ours(world: World) -> None:
    table = world.rigged("H1 H2")
    assert sent(table, "GET", "/view", table.tokens[0], None).json["viewer"] == "seat:0"
    assert sent(table, "POST", "/actions", table.tokens[0], HERE).status_code == 200


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", f"{HERE}.evil.example", "http://localhost:1", "http://["]
)
def test_a_cookie_changes_nothing_for_other_pages(world: World, origin: str | None) -> None:
    """Nor where nobody says which page asks."""
    table = world.rigged("H1 H2")
    head = world.store.head(table.id)
    assert code(sent(table, "POST", "/actions", table.tokens[0], origin), 403) == "wrong_origin"
    if origin is not None:
        assert code(sent(table, "GET", "/view", table.tokens[0], origin), 403) == "wrong_origin"
        assert code(begun(table, table.tokens[0], origin), 403) == "wrong_origin"
    assert world.store.head(table.id) == head


def test_the_public_address_decides_whose_page_it_is() -> None:
    """Scheme and all: a page without TLS is another one."""
    world = World(public_url="https://cards.example/play")
    table = world.rigged("H1 H2")
    assert code(sent(table, "POST", "/actions", table.tokens[0], "http://cards.example"), 403) == "wrong_origin"
    assert code(sent(table, "POST", "/actions", table.tokens[0], HERE), 403) == "wrong_origin"
    assert code(sent(table, "POST", "/actions", table.tokens[0], "https://["), 403) == "wrong_origin"
    assert sent(table, "POST", "/actions", table.tokens[0], "https://Cards.example").status_code == 200


def test_a_header_comes_before_a_cookie(world: World) -> None:
    table = world.rigged("H1 H2")
    headers = {"Cookie": f"matchledger={table.tokens[0]}"}
    assert table.get("/view", token=table.tokens[1], headers=headers).json["viewer"] == "seat:1"


def test_a_cookie_ends_with_its_token(world: World) -> None:
    """401 takes it away, so that the page may go on watching."""
    table = world.opened()
    lost = table.tokens[0]
    assert table.post("/seats/0/token", {}, token=table.opener).status_code == 200
    answer = sent(table, "GET", "/view", lost, None)
    assert code(answer, 401) == "bad_credentials"
    morsel = SimpleCookie(answer.headers["Set-Cookie"])["matchledger"]
    assert (morsel.value, morsel["max-age"], morsel["path"]) == ("", "0", f"/api/v1/tables/{table.id}")
    assert "Set-Cookie" not in table.get("/view", token=lost).headers


def test_a_session_is_ended(world: World) -> None:
    """The token stays good."""
    table = world.opened()
    answer = world.call("DELETE", f"{table.path}/session", headers={"Origin": HERE})
    morsel = SimpleCookie(answer.headers["Set-Cookie"])["matchledger"]
    assert (morsel.value, morsel["max-age"]) == ("", "0")
    assert table.get("/view", seat=0).json["viewer"] == "seat:0"


def test_a_session_is_for_whoever_belongs_to_the_table(world: World) -> None:
    """Seat, opener, player; no key of an office, no token of another table."""
    table, other, ada = world.opened([{"kind": "open"}] * 2), world.opened(), world.player("Ada")
    assert code(begun(table, ada.token), 403) == "not_allowed"
    table.post("/seats", {}, token=ada.token)
    assert begun(table, ada.token).json == {"table": table.id, "caller": "player", "seat": 0}
    assert begun(table, table.opener).json == {"table": table.id, "caller": "opener", "seat": None}
    for token in (other.tokens[0], other.opener, world.key("operator"), world.key("organiser"), world.key("arbiter")):
        assert code(begun(table, token), 403) == "not_allowed"
    assert code(begun(table, None), 401) == "credentials_needed"


def at_desk(world: World, method: str, path: str, key: str, body: object = None, **headers: str) -> Answer:
    """Send a request as the page of the desk does."""
    sent = {"Cookie": f"matchledger_desk={key}", "Matchledger-Session": "desk", **headers}
    return world.call(method, path, body, headers=sent)


def test_a_key_becomes_a_cookie_of_the_desk(world: World) -> None:
    """For operators and arbiters; whoever else has a key or a token works at no desk."""
    table, arbiter = world.opened(), world.key("arbiter")
    answer = world.post("/desk/session", {}, token=arbiter, headers={"Origin": HERE})
    assert answer.json["caller"] == "arbiter"
    morsel = SimpleCookie(answer.headers["Set-Cookie"])["matchledger_desk"]
    assert (morsel.value, morsel["path"], morsel["max-age"]) == (arbiter, "/api/v1", str(12 * 60 * 60))
    assert (morsel["httponly"], morsel["samesite"], morsel["domain"]) == (True, "Strict", "")
    assert at_desk(world, "GET", "/desk/session", arbiter).json["name"] == answer.json["name"]
    assert world.post("/desk/session", {}, token=world.key("operator")).json["caller"] == "operator"
    for token in (table.tokens[0], table.opener, world.key("organiser"), world.player("Ada").token):
        assert code(world.post("/desk/session", {}, token=token), 403) == "not_allowed"
    assert code(world.post("/desk/session", {}), 401) == "credentials_needed"
    assert world.get("/desk/session", token=table.tokens[0]).json == {"caller": None, "name": None}


def test_the_cookie_of_the_desk_acts_only_where_it_is_meant(world: World) -> None:
    """Another page in the same browser asks as nobody, or with its table's token; the desk never with that."""
    table, key = world.opened(), world.key("operator")
    both = {"Cookie": f"matchledger={table.tokens[0]}; matchledger_desk={key}"}
    alone = {"Cookie": f"matchledger_desk={key}"}
    assert code(world.get("/cases", headers=alone), 401) == "credentials_needed"
    assert table.get("/view", headers=both).json["viewer"] == "seat:0"
    meant = {**both, "Matchledger-Session": "desk"}
    assert table.get("/view", headers=meant).json["viewer"] == "spectator"
    assert world.get("/cases", headers=meant).json["cases"] == []
    alone = {"Cookie": f"matchledger={table.tokens[0]}", "Matchledger-Session": "desk"}
    assert code(table.get("/actions", headers=alone), 401) == "credentials_needed"


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", f"{HERE}.evil.example"])
def test_the_cookie_of_the_desk_changes_nothing_for_other_pages(world: World, origin: str | None) -> None:
    table, key = world.opened(), world.key("operator")
    head, more = world.store.head(table.id), {} if origin is None else {"Origin": origin}
    assert code(at_desk(world, "POST", f"{table.path}/pause", key, {"reason": "break"}, **more), 403) == "wrong_origin"
    if origin is not None:
        assert code(at_desk(world, "GET", "/cases", key, **more), 403) == "wrong_origin"
        assert code(world.post("/desk/session", {}, token=key, headers=more), 403) == "wrong_origin"
    assert world.store.head(table.id) == head
    assert at_desk(world, "POST", f"{table.path}/pause", key, {"reason": "break"}, Origin=HERE).status_code == 200


def test_the_session_of_the_desk_ends_with_its_key_or_when_it_is_left(world: World) -> None:
    made = world.store.keys.add("arbiter", "", at=0)
    world.store.keys.revoke(made.key.id, at=world.clock.at)
    lost = at_desk(world, "GET", "/cases", made.text)
    assert code(lost, 401) == "bad_credentials"
    left = world.call("DELETE", "/desk/session", headers={"Origin": HERE})
    for answer in (lost, left):
        morsel = SimpleCookie(answer.headers["Set-Cookie"])["matchledger_desk"]
        assert (morsel.value, morsel["max-age"], morsel["path"]) == ("", "0", "/api/v1")


def test_a_page_of_one_seat_is_not_answered_as_another(world: World) -> None:
    """All pages of a browser share the cookie: the second link that was opened decides, and the first page is told."""
    table = world.rigged("H1 H2")
    says = {"Matchledger-Seat": "0", "Origin": HERE, "If-Match": "*"}
    for path in ("/scene", "/view", "/actions", "/frames", "/entries", "/stream"):
        other = world.call("GET", table.path + path, headers={**says, "Cookie": f"matchledger={table.tokens[1]}"})
        assert (code(other, 403), other.json["seat"]) == ("other_seat", 1)
        nobody = world.call("GET", table.path + path, headers=says)
        assert (code(nobody, 403), nobody.json["seat"]) == ("other_seat", None)
    head = world.store.head(table.id)
    cookies = [f"matchledger={token}" for token in (table.tokens[1], table.tokens[0])]
    refused, taken = [
        world.call("POST", f"{table.path}/actions", END_TURN, headers={**says, "Cookie": cookie}) for cookie in cookies
    ]
    assert code(refused, 403) == "other_seat"
    left = world.call("DELETE", f"{table.path}/session", headers={**says, "Cookie": cookies[0]})
    assert (code(left, 403), "Set-Cookie" in left.headers) == ("other_seat", False), "nor does it leave for the other"
    assert taken.status_code == 200
    assert world.store.head(table.id) == head + 1


def test_which_seat_is_meant_tells_nothing_of_a_private_table(world: World) -> None:
    table = world.opened(visibility="private")
    assert code(table.get("/scene", headers={"Matchledger-Seat": "0"}), 404) == "unknown_table"


def test_an_organiser_and_a_player_have_sessions_beside_each_other(world: World) -> None:
    """Each acts only where it is meant; neither is the other, and a stranger's key begins none."""
    cup = Cup(world, visibility="private")
    ada = cup.register("Ada")[0]
    key = cup.do(f"/players/{ada['player']}/claim", {"code": ada["code"]}, token=None)["key"]
    organiser = world.post("/organiser/session", {}, token=cup.token, headers={"Origin": HERE})
    player = cup.post("/session", {}, token=key, headers={"Origin": HERE})
    names = ("matchledger_organiser", f"matchledger_player_{cup.id}")
    for answer, name, value in zip((organiser, player), names, (cup.token, key), strict=True):
        morsel = SimpleCookie(answer.headers["Set-Cookie"])[name]
        assert (morsel.value, morsel["path"], morsel["httponly"]) == (value, "/api/v1", True)
    both = {"Cookie": f"{names[0]}={cup.token}; {names[1]}={key}", "Origin": HERE}
    as_player, as_organiser = ({**both, "Matchledger-Session": said} for said in (f"player:{cup.id}", "organiser"))
    assert cup.get("/session", token=None, headers=as_player).json == {"player": ada["player"]}
    assert world.get("/organiser/session", headers=as_organiser).json["name"] == f"organiser:{cup.token.split('_')[1]}"
    assert world.get("/organiser/session", headers=as_player).json == {"caller": None, "name": None}
    assert code(cup.get("/session", token=None, headers=both), 404) == "unknown_tournament"
    assert code(cup.get("/session", token=world.player("Bob").token), 404) == "unknown_tournament"
    assert code(cup.post("/start", token=None, headers=as_player), 403) == "not_allowed"
    assert cup.post(f"/players/{ada['player']}/check-in", token=None, headers=as_player).json["checked_in"]
    assert code(world.post("/organiser/session", {}, token=key), 403) == "not_allowed"
    assert code(world.post("/organiser/session", {}), 401) == "credentials_needed"
    for path, headers in ((f"{cup.path}/session", as_player), ("/organiser/session", as_organiser)):
        assert "Max-Age=0" in world.call("DELETE", path, headers=headers).headers["Set-Cookie"]


def test_a_key_lists_its_own_tournaments(world: World) -> None:
    mine = Cup(world, visibility="private")
    Cup(world)
    listed = [one["id"] for one in world.get("/tournaments?own=true", token=mine.token).json["tournaments"]]
    assert listed == [mine.id]
    assert world.get("/tournaments?own=true").json["tournaments"] == []
    assert len(world.get("/tournaments?own=true", token=world.key("operator")).json["tournaments"]) == 2
