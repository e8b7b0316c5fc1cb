"""Webhooks of a tournament: letters as the Standard Webhooks specification has them, again and again until taken."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import msgspec
import pytest
from freezegun import freeze_time
from standardwebhooks import Webhook, WebhookVerificationError

from api.requests.webhooks.keeping import AT_MOST
from api.requests.webhooks.signing import OVERLAP_MS
from api.running.webhooks.delivering import LEASE_MS
from api.running.webhooks.judging import DAY, GIVE_UP_MS, HOUR, STEPS
from api.running.webhooks.post import Post
from api.running.webhooks.sending import Told
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import URL, Hooked
from tests.api.world import World, code

LONG_ENOUGH = 600.0  # seconds; a machine that is so slow has other troubles


@pytest.fixture
def hooked(world: World) -> Hooked:
    """A tournament with two players and a webhook: three entries to tell."""
    cup = Cup(world)
    cup.register("Ada", "Bob")
    return Hooked(cup)


def verified(secret: str, body: bytes, headers: Mapping[str, str], at: int) -> Any:
    """Let the specification's own library verify a letter that comes at a moment."""
    with freeze_time(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)):
        return Webhook(secret).verify(body, dict(headers))


def test_every_entry_is_a_letter_that_the_specifications_library_verifies(hooked: Hooked) -> None:
    """Each with its feed number; the lines are those of the feed."""
    assert hooked.later(0) == 3
    at = hooked.cup.world.clock.at
    letters = [verified(hooked.made["secret"], body, headers, at) for _, body, headers in hooked.inbox.attempts]
    feed = hooked.cup.get("/feed").json["entries"]
    assert [{"entry": one["data"]["entry"], "hash": one["data"]["hash"]} for one in letters] == feed
    assert [one["data"]["n"] for one in letters] == [1, 2, 3]
    assert {one["data"]["tournament"] for one in letters} == {hooked.cup.id}
    assert [one["type"] for one in letters] == ["tournament.tournament_opened", *["tournament.player_registered"] * 2]
    assert letters[0]["timestamp"] == "2027-01-15T08:00:00.000Z"
    assert {url for url, *_ in hooked.inbox.attempts} == {URL}
    assert hooked.later(HOUR) == 0
    hooked.cup.do("/start")
    assert hooked.later(0) == 1
    assert hooked.now()["deliveries"] == {"waiting": 0, "delivered": 4, "dead": 0}


def test_a_letter_that_was_changed_or_is_old_is_not_verified(hooked: Hooked) -> None:
    """So the checks above can fail."""
    hooked.later(0)
    _, body, headers = hooked.inbox.attempts[0]
    at, secret = hooked.cup.world.clock.at, hooked.made["secret"]
    changed = {**headers, "webhook-id": "msg_other"}
    for wrong in ((secret, body + b" ", headers, at), (secret, body, changed, at), (secret, body, headers, at + HOUR)):
        with pytest.raises(WebhookVerificationError):
            verified(*wrong)


def test_a_retry_keeps_id_and_body_and_has_a_fresh_time(hooked: Hooked) -> None:
    hooked.inbox.otherwise = Told(503)
    assert [hooked.later(0), hooked.later(STEPS[0] - 1), hooked.later(1)] == [1, 0, 1]
    assert [hooked.later(STEPS[1] - 1), hooked.later(1)] == [0, 1]
    bodies = [body for _, body, _ in hooked.inbox.attempts]
    ids = [headers["webhook-id"] for _, _, headers in hooked.inbox.attempts]
    times = [int(headers["webhook-timestamp"]) for _, _, headers in hooked.inbox.attempts]
    assert len(set(bodies)) == len(set(ids)) == 1
    assert [later - times[0] for later in times] == [0, 5, 35]
    verified(hooked.made["secret"], *hooked.inbox.attempts[-1][1:], hooked.cup.world.clock.at)
    assert (hooked.now()["failures"], hooked.now()["retry_at"]) == (3, "2027-01-15T08:02:35.000Z")
    hooked.inbox.otherwise = Told(200)
    assert hooked.later(STEPS[2]) == 3
    assert (hooked.now()["failures"], hooked.now()["retry_at"]) == (0, None)
    assert hooked.inbox.entries[-3:] == [1, 2, 3]


@pytest.mark.parametrize("told", [Told(500), Told(429), Told(fault="timeout"), Told(fault="address")])
def test_where_nobody_answers_all_letters_wait(hooked: Hooked, told: Told) -> None:
    """One attempt tells as much as three."""
    hooked.inbox.answers = [told]
    assert [hooked.later(0), hooked.later(1), hooked.later(STEPS[0])] == [1, 0, 3]


@pytest.mark.parametrize("status", [400, 302, 404, 413])
def test_one_letter_that_is_refused_does_not_hold_up_the_others(hooked: Hooked, status: int) -> None:
    """A redirect is an answer like any other: nothing goes where it leads."""
    hooked.inbox.answers = [Told(status)]
    assert hooked.later(0) == 3
    assert [letter["state"] for letter in hooked.deliveries()] == ["waiting", "delivered", "delivered"]
    assert hooked.deliveries()[0]["status"] == status
    assert [hooked.later(STEPS[0] - 1), hooked.later(1)] == [0, 1]
    assert hooked.now()["deliveries"]["delivered"] == 3


def test_after_three_days_a_letter_is_dead_skipped_listed_and_fetched(hooked: Hooked) -> None:
    hooked.inbox.answers = [Told(400), Told(200), Told(200)]
    hooked.later(0)
    hooked.inbox.otherwise = Told(400)
    attempts = sum(hooked.later(HOUR) for _ in range(GIVE_UP_MS // HOUR + 8))
    assert 12 <= attempts <= 24
    (dead,) = hooked.deliveries("?state=dead")
    assert (dead["number"], dead["n"], dead["status"]) == (1, 1, 400)
    letter = hooked.cup.get(f"{hooked.path}/deliveries/1").json
    assert msgspec.json.encode(letter["payload"]) == hooked.inbox.attempts[0][1]
    assert letter["payload"]["data"]["entry"]["kind"] == "tournament_opened"
    hooked.inbox.otherwise = Told(200)
    hooked.cup.do("/start")
    hooked.later(0)
    assert hooked.inbox.entries[-1] == 4


def test_a_receiver_that_is_away_for_long_gets_the_last_three_days(hooked: Hooked) -> None:
    """What is older is dead at once when it is back, whatever was never tried."""
    hooked.inbox.otherwise = Told(fault="unreachable")
    hooked.later(0)
    hooked.later(2 * DAY)
    hooked.cup.do("/start")
    assert sum(hooked.later(8 * HOUR) for _ in range(4)) == 4
    hooked.inbox.otherwise = Told(200)
    hooked.later(8 * HOUR)
    assert [letter["state"] for letter in hooked.deliveries()] == ["dead", "dead", "dead", "delivered"]


def test_whoever_is_gone_gets_no_letters_until_it_is_resumed(hooked: Hooked) -> None:
    hooked.inbox.answers = [Told(410)]
    assert [hooked.later(0), hooked.later(DAY)] == [1, 0]
    assert hooked.now()["status"] == "gone"
    assert hooked.cup.do(f"{hooked.path}/resume")["status"] == "on"
    assert hooked.later(0) == 3


def test_an_organiser_who_has_mended_the_site_waits_no_longer(hooked: Hooked) -> None:
    hooked.inbox.answers = [Told(400), Told(500)]
    assert hooked.later(0) == 2
    assert hooked.cup.do(f"{hooked.path}/resume")["retry_at"] is None
    assert hooked.later(0) == 3


def test_a_new_secret_signs_beside_the_one_before_for_a_day(hooked: Hooked) -> None:
    """A request that is sent again gives the same one; a second one gives the next."""
    keyed = {"headers": {"Idempotency-Key": "again"}}
    first = hooked.made["secret"]
    second = hooked.cup.do(f"{hooked.path}/secret", **keyed)["secret"]
    assert hooked.cup.do(f"{hooked.path}/secret", **keyed)["secret"] == second != first
    hooked.later(OVERLAP_MS - 1)
    _, body, headers = hooked.inbox.attempts[0]
    for secret in (first, second):
        verified(secret, body, headers, hooked.cup.world.clock.at)
    hooked.cup.do("/start")
    hooked.later(1)
    _, body, headers = hooked.inbox.attempts[-1]
    verified(second, body, headers, hooked.cup.world.clock.at)
    with pytest.raises(WebhookVerificationError):
        verified(first, body, headers, hooked.cup.world.clock.at)


def test_a_secret_is_shown_once_and_lies_nowhere(hooked: Hooked, caplog: pytest.LogCaptureFixture) -> None:
    """Neither in answers nor in logs, nor in anything that is stored."""
    caplog.set_level(logging.DEBUG)
    hooked.inbox.otherwise = Told(fault="unreachable")
    hooked.later(0)
    secret = hooked.made["secret"].removeprefix("whsec_")
    answers = [hooked.cup.get(path).text for path in ("/webhooks", hooked.path, f"{hooked.path}/deliveries")]
    with hooked.cup.world.store._database.reading() as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        stored = [repr(connection.execute(f"SELECT * FROM {name}").fetchall()) for (name,) in names]
    assert any(hooked.made["id"] in text for text in stored)
    assert [text for text in (*answers, *stored, caplog.text) if secret in text] == []


def test_a_request_that_is_sent_again_makes_one_webhook(world: World) -> None:
    cup = Cup(world)
    keyed = {"headers": {"Idempotency-Key": "once"}}
    made = [cup.do("/webhooks", {"url": URL}, **keyed) for _ in range(2)]
    assert made[0] == made[1]
    assert len(cup.get("/webhooks").json["webhooks"]) == 1
    other = cup.post("/webhooks", {"url": URL + "2"}, **keyed)
    assert code(other, 422) == "idempotency_key_reused"


def test_a_letter_to_try_it(hooked: Hooked) -> None:
    """Once for each request; it tells nothing of the tournament's entries."""
    keyed = {"headers": {"Idempotency-Key": "try"}}
    sent = [hooked.cup.do(f"{hooked.path}/test", **keyed) for _ in range(2)]
    assert sent[0] == sent[1]
    assert (sent[0]["number"], sent[0]["state"], sent[0]["n"]) == (1, "waiting", None)
    assert hooked.cup.do(f"{hooked.path}/test")["number"] == 2
    assert hooked.later(0) == 5
    assert [letter["type"] for letter in hooked.inbox.told[:2]] == ["webhook.test"] * 2
    assert hooked.inbox.told[0]["data"] == {"sandbox": False, "tournament": hooked.cup.id}
    assert hooked.deliveries()[0]["state"] == "delivered"


def test_letters_tell_nothing_that_a_spectator_does_not_see(hooked: Hooked) -> None:
    """A pairing waits until its round begins."""
    hooked.cup.do("/start")
    hooked.cup.do("/rounds", {"round": 1, "publish": False})
    hooked.cup.do("/rounds", {"round": 1, "publish": False, "again": True})
    hooked.later(0)
    assert hooked.inbox.entries == [1, 2, 3, 4]
    hooked.cup.do("/rounds", {"round": 1})
    hooked.later(0)
    assert hooked.inbox.entries == [*range(1, hooked.cup.get().json["n"] + 1)]
    assert b"Ada" not in b"".join(body for _, body, _ in hooked.inbox.attempts)


def test_letters_begin_after_the_entry_that_is_asked_for(world: World) -> None:
    cup = Cup(world)
    cup.register("Ada")
    hooked = Hooked(cup, after=1)
    hooked.later(0)
    assert hooked.inbox.entries == [2]
    assert cup.do("/webhooks", {"url": URL, "after": 99})["n"] == 2


def test_an_overdue_case_at_a_table_is_told(world: World) -> None:
    """Which table and case, nothing of what is in it; once to each webhook."""
    cup = Cup(world)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    cup.play()
    hooked = Hooked(cup, after=99)
    table = cup.get("/rounds/1").json["tables"][0]["table"]
    case = world.post(
        f"/tables/{table}/cases",
        {"moment": "4.1", "about": "rule", "text": "Rumpelstiltskin"},
        token=world.key("operator"),
    )
    assert case.status_code == 201, case.text
    assert [hooked.later(0), hooked.later(HOUR), hooked.later(HOUR)] == [0, 1, 0]
    (letter,) = hooked.inbox.told
    data = letter["data"]
    assert letter["type"] == "case.overdue"
    assert (data["table"], data["case"], data["round"], data["pairing"]) == (table, case.json["case"], 1, 1)
    assert "Rumpelstiltskin" not in str(letter)


def test_an_overdue_case_at_a_table_that_others_see_later_is_told_later(world: World) -> None:
    """As its entry is: the organiser has no seat there."""
    cup = Cup(world, delay_seconds=2 * 60 * 60)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    cup.play()
    world.clock.at += 3 * HOUR
    hooked = Hooked(cup, after=99)
    table = cup.get("/rounds/1").json["tables"][0]["table"]
    called = world.post(f"/tables/{table}/cases", {"about": "rule"}, token=world.key("operator"))
    assert called.status_code == 201, called.text
    cases = world.get(f"/tables/{table}/cases", token=cup.token)
    assert cases.json["cases"] == []
    assert [hooked.later(HOUR), hooked.later(HOUR - 1)] == [0, 0]
    assert hooked.later(1) == 1
    assert [letter["type"] for letter in hooked.inbox.told] == ["case.overdue"]


def test_letters_are_forgotten_after_thirty_days(hooked: Hooked) -> None:
    hooked.later(0)
    assert hooked.deliveries()[0]["expires_at"] == "2027-02-14T08:00:00.000Z"
    hooked.later(30 * DAY - HOUR)
    assert len(hooked.deliveries()) == 3
    hooked.later(HOUR)
    assert hooked.deliveries() == []
    assert code(hooked.cup.get(f"{hooked.path}/deliveries/1"), 404) == "unknown_delivery"


def test_deliveries_are_listed_page_by_page(hooked: Hooked) -> None:
    hooked.later(0)
    page = hooked.cup.get(f"{hooked.path}/deliveries?limit=2").json
    assert ([one["number"] for one in page["deliveries"]], page["next"]) == ([1, 2], 2)
    page = hooked.cup.get(f"{hooked.path}/deliveries?limit=2&after=2").json
    assert ([one["number"] for one in page["deliveries"]], page["next"]) == ([3], None)


def test_a_webhook_that_is_removed_gets_nothing_more(hooked: Hooked) -> None:
    hooked.post._write()
    answer = hooked.cup.world.call("DELETE", f"{hooked.cup.path}{hooked.path}", token=hooked.cup.token)
    assert answer.json == {"webhooks": []}
    assert hooked.later(0) == 0
    assert code(hooked.cup.get(hooked.path), 404) == "unknown_webhook"
    other = Cup(hooked.cup.world)
    theirs = other.do("/webhooks", {"url": URL})["id"]
    assert code(hooked.cup.get(f"/webhooks/{theirs}"), 404) == "unknown_webhook"


def test_a_tournament_has_few_webhooks(world: World) -> None:
    cup = Cup(world)
    for _ in range(AT_MOST):
        cup.do("/webhooks", {"url": URL})
    assert code(cup.post("/webhooks", {"url": URL}), 409) == "too_many_webhooks"


def test_letters_go_by_https_to_public_addresses_only(world: World) -> None:
    """Each kind of address is in `test_sending.py`."""
    cup = Cup(world)
    for url in ("http://organiser.example/", "https://127.0.0.1/", "https://a:b@organiser.example/", "https:///hook"):
        assert code(cup.post("/webhooks", {"url": url}), 422) == "invalid_webhook"


def test_the_operator_may_allow_other_addresses() -> None:
    cup = Cup(World(webhook_targets="any"))
    for url in ("http://127.0.0.1:8080/", "https://10.0.0.1/"):
        assert cup.do("/webhooks", {"url": url})["url"] == url


def test_two_processes_share_the_letters_without_double_work(hooked: Hooked) -> None:
    """While one takes them the other finds nothing to do; after a kill it may after a few seconds."""
    world = hooked.cup.world
    other = Post(world.store, world.settings, world.clock, send=hooked.inbox)
    tried: list[int] = []
    send = hooked.inbox

    def meanwhile(url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        tried.append(other.look())
        return send(url, body, headers)

    hooked.post._delivering._send = meanwhile
    assert hooked.later(0) == 3
    assert tried == [0, 0, 0]
    assert hooked.inbox.entries == [1, 2, 3]


def test_what_a_killed_process_had_in_hand_comes_again(hooked: Hooked) -> None:
    """At least once, never less; soon after."""
    world = hooked.cup.world

    class KilledError(BaseException):
        """The process is no more."""

    def killed(url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        hooked.inbox(url, body, headers)
        raise KilledError

    post = Post(world.store, world.settings, world.clock, send=killed)
    post._delivering._note = lambda *_: None  # type: ignore[method-assign]
    with pytest.raises(KilledError):
        post.look()
    assert [hooked.later(LEASE_MS - 1), hooked.later(1)] == [0, 3]
    assert hooked.inbox.entries == [1, 1, 2, 3]


def test_the_post_stops_with_the_letter_in_hand(hooked: Hooked) -> None:
    """What it has delivered is noted; the rest is the next process's."""

    def last(url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        hooked.post._delivering.stop()
        return hooked.inbox(url, body, headers)

    hooked.post._delivering._send = last
    assert [hooked.later(0), hooked.later(0)] == [1, 0]
    world = hooked.cup.world
    assert Post(world.store, world.settings, world.clock, send=hooked.inbox).look() == 2
    assert hooked.inbox.entries == [1, 2, 3]


def test_the_post_runs_beside_the_requests(hooked: Hooked) -> None:
    """By threads of its own, which end when it stops."""
    all_there = Event()

    def take(url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        told = hooked.inbox(url, body, headers)
        if len(hooked.inbox.attempts) == 3:
            all_there.set()
        return told

    hooked.post._delivering._send = take
    hooked.post.start()
    assert all_there.wait(LONG_ENOUGH)
    hooked.post.stop()
    assert hooked.now()["deliveries"] == {"waiting": 0, "delivered": 3, "dead": 0}
