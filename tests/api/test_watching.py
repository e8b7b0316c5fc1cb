"""What surrounds every answer: headers that protect it, other origins, figures, health."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from domain.ledger.errors import UnavailableError
from tests.api.server import Server, free_port
from tests.api.world import Answer, World, code

HOME = "https://cards.example"


def ask(world: World, path: str, *, method: str = "GET", token: str | None = None, **headers: str) -> Answer:
    """Send a request to any address of the service."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    return Answer(world.app.test_client(use_cookies=False).open(path, method=method, headers=sent))


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/docs/docs.js", "/api/v1/games", "/api/v1/openapi.json", "/healthz", "/x"]
)
def test_every_answer_is_kept_out_of_frames_guesses_and_other_pages(world: World, path: str) -> None:
    headers = ask(world, path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers
    assert "Access-Control-Allow-Origin" not in headers


def test_requests_have_names_that_nobody_else_gives(world: World) -> None:
    """So that a line of the log cannot be made to look like another request's."""
    names = {ask(world, "/healthz", X_Request_Id="mine").headers["X-Request-Id"] for _ in range(50)}
    assert len(names) == 50
    assert all(re.fullmatch(r"[0-9a-f]{12}", name) for name in names)


def test_over_tls_browsers_are_told_to_stay_there() -> None:
    assert ask(World(public_url=HOME), "/healthz").headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ("", HOME, False),
        (HOME, HOME, True),
        (f"https://other.example {HOME}", HOME, True),
        (HOME, "https://evil.example", False),
        (HOME, f"{HOME}.evil.example", False),
        ("*", "https://any.example", True),
    ],
)
def test_pages_of_the_origins_in_the_settings_read_answers(origins: str, origin: str, allowed: bool) -> None:
    """Problems too, and the header fields that clients need; cookies never."""
    world = World(cors_origins=origins)
    for path in ("/api/v1/games", "/api/v1/tables/nothing"):
        headers = ask(world, path, Origin=origin).headers
        assert headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert ("ETag" in headers.get("Access-Control-Expose-Headers", "")) is allowed
        assert "Access-Control-Allow-Credentials" not in headers
        assert ("Origin" in headers.get("Vary", "")) is bool(origins)
    assert "Access-Control-Allow-Origin" not in ask(world, "/docs", Origin=origin).headers


def test_a_browser_asks_before_it_acts_for_another_page() -> None:
    """What may be sent, and how; without the question nothing of it is told."""
    world = World(cors_origins=HOME)
    asked = {"Origin": HOME, "Access_Control_Request_Method": "POST"}
    headers = ask(world, "/api/v1/tables/x/actions", method="OPTIONS", **asked).headers
    assert {"GET", "POST"} <= {*headers["Access-Control-Allow-Methods"].split(", ")}
    assert {"Authorization", "If-Match", "Idempotency-Key"} <= {*headers["Access-Control-Allow-Headers"].split(", ")}
    assert headers["Access-Control-Max-Age"] == "86400"
    plain = ask(world, "/api/v1/tables/x/actions", method="OPTIONS", Origin=HOME).headers
    assert "Access-Control-Allow-Methods" not in plain


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/tables/x/actions?wait=20&expand=true",  # what GET takes there and POST does not
        "/api/v1/tables?limit=many",
        "/api/v1/tables/x/nothing",
        "/api/v1/tables/x/casters/nobody",
    ],
)
def test_what_is_wrong_with_a_request_is_said_to_itself_not_to_the_question_before_it(path: str) -> None:
    """A browser hides from the page why it was told no, and asks again for each query, without credentials."""
    world = World(cors_origins=HOME, limit_address="1/hour")
    asked = {"Origin": HOME, "Access_Control_Request_Method": "GET", "Access_Control_Request_Headers": "authorization"}
    for _ in range(3):
        before = ask(world, path, method="OPTIONS", **asked)
        assert (before.status_code, before.headers["Access-Control-Allow-Origin"]) == (200, HOME)
        assert "GET" in before.headers["Access-Control-Allow-Methods"]
    answer = ask(world, path, Origin=HOME)
    assert answer.content_type == "application/problem+json"
    assert answer.headers["RateLimit"].startswith('"address";r=0;'), "it alone was counted"
    assert code(ask(world, path, Origin=HOME), 429) == "too_many_requests"
    elsewhere = {**asked, "Origin": "https://evil.example"}
    assert code(ask(world, path, method="OPTIONS", **elsewhere), 429) == "too_many_requests"


def test_other_pages_send_and_read_every_header_field_that_the_document_names(world: World) -> None:
    """What no page may read, or any may, aside (Fetch, "forbidden response-header name", "safelisted")."""
    shared = World(cors_origins=HOME)
    asked = {"Origin": HOME, "Access_Control_Request_Method": "GET"}
    told = ask(shared, "/api/v1/games", method="OPTIONS", **asked).headers
    operations = [one for path in world.get("/openapi.json").json["paths"].values() for one in path.values()]
    sent = {at["name"] for one in operations for at in one.get("parameters", ()) if at["in"] == "header"}
    answers = [answer for one in operations for answer in one["responses"].values()]
    read = {name for answer in answers for name in answer.get("headers", ())} - {"Set-Cookie", "Content-Length"}
    assert {"If-Match", "Matchledger-Seat"} <= sent <= {*told["Access-Control-Allow-Headers"].split(", ")}
    assert {"ETag", "Content-Disposition"} <= read <= {*told["Access-Control-Expose-Headers"].split(", ")}


def test_a_live_process_says_so(world: World) -> None:
    """Whatever becomes of its database."""
    world.store.close()
    assert ask(world, "/healthz").json == {"status": "alive"}


def test_a_service_is_ready_while_its_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    assert ask(world, "/readyz").json == {"status": "ready"}

    def fail() -> Any:
        raise UnavailableError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "ping", fail)
        assert code(ask(world, "/readyz"), 503) == "unavailable"
    world.store.release()
    assert code(ask(world, "/readyz"), 503) == "unavailable"


def test_whoever_watches_is_not_held_back() -> None:
    """Nor do credentials matter there."""
    world = World(limit_address="1/hour")
    answers = [ask(world, path, token="mlk_x_y") for path in ("/healthz", "/readyz") * 2]
    assert {answer.status_code for answer in answers} == {200}


def test_figures_are_for_operators(world: World) -> None:
    assert code(ask(world, "/metrics"), 401) == "credentials_needed"
    for role in ("organiser", "arbiter"):
        assert code(ask(world, "/metrics", token=world.key(role)), 403) == "not_allowed"
    assert code(ask(world, "/metrics", token=world.player("Ada").token), 403) == "not_allowed"
    assert (
        ask(world, "/metrics", token=world.key("operator")).content_type == "text/plain; version=0.0.4; charset=utf-8"
    )


def figures(world: World) -> dict[tuple[str, ...], float]:
    """Return every figure by its name and labels."""
    text = ask(world, "/metrics", token=world.key("operator")).text
    return {
        (sample.name, *[str(value) for _, value in sorted(sample.labels.items())]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_tell_what_was_done_and_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """By operation, never by path: nobody makes their number grow."""
    world = World(limit_guesses="1/hour")
    passed = iter(range(1000))
    monkeypatch.setattr(time, "perf_counter", lambda: next(passed) / 1000)
    table = world.opened([{"kind": "code"}, {"kind": "open"}])
    for _ in range(3):
        table.post("/seats", {"name": "Eve", "join_code": "0000000000"})
    for number in range(20):
        ask(world, f"/nothing/{number}")
    found = figures(world)
    assert found["matchledger_requests_total", "openTable", "201"] == 1
    assert found["matchledger_requests_total", "takeSeat", "403"] == 1
    assert found["matchledger_requests_total", "takeSeat", "429"] == 2
    assert found["matchledger_requests_total", "other", "404"] == 20
    assert found["matchledger_limited_total", "guesses"] == 2
    assert found["matchledger_writes_total",] == 1
    assert found["matchledger_waiting",] == 0
    assert found["matchledger_request_seconds_count", "openTable"] == 1
    assert found["matchledger_request_seconds_bucket", "0.001", "openTable"] == 1
    assert not any("/" in label for labels in found for label in labels)


@pytest.mark.long
def test_figures_have_a_port_of_their_own_for_all_workers(tmp_path: Path) -> None:
    """Without a key there, and none of its files stays behind."""
    port = free_port()
    with Server(tmp_path / "x.db", "--workers", "2", "--metrics-port", str(port), TMPDIR=str(tmp_path)) as server:
        for _ in range(5):
            assert server.call("GET", "/tables").status == 200
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        assert 'matchledger_requests_total{operation="listTables",status="200"} 5.0' in text
        assert list(tmp_path.glob("matchledger-figures-*/*.db"))
        server.process.terminate()
        assert server.process.wait(60) == 0
    assert not list(tmp_path.glob("matchledger-figures-*"))
