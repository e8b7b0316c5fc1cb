"""What every store must do with webhooks and their letters."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.messages import Concede
from domain.ledger.errors import TakenError
from domain.ledger.quietly import call_quietly
from domain.ledger.store import Store
from domain.ledger.tournaments.letters import Letter, Overdue
from domain.ledger.tournaments.rows import Own
from domain.ledger.tournaments.webhooks import Webhook
from domain.table.play import take_action
from tests.ledger.tables import AT, started
from tests.ledger.tournament_suite import created, register
from tests.table.calls import called


def a_letter(number: int, webhook: str = "wh", **said: Any) -> Letter:
    """Return a letter that waits."""
    told = {"about": f"entry:{number}", "n": number, "type": "tournament.player_registered", **said}
    return Letter(webhook=webhook, number=number, body=b'{"n":1}', created=AT + number, **told)


def a_webhook(store: Store, id: str = "wh", **said: Any) -> Webhook:
    """Make a webhook of a tournament that is there."""
    webhook = Webhook(id=id, tournament="cup", url="https://host.example/", created=AT, **said)
    store.tournaments.webhooks.put(webhook)
    return webhook


class WebhookSuite:
    """Mixed into the suite of every store."""

    def test_a_webhook_is_what_was_put(self, store: Store) -> None:
        webhooks = store.tournaments.webhooks
        assert (webhooks.get("wh"), webhooks.of("cup")) == (None, ())
        first = a_webhook(store)
        second = a_webhook(store, "another", rotated=AT, generation=2)
        assert (webhooks.get("wh"), webhooks.of("cup")) == (first, (second, first))
        with pytest.raises(TakenError):
            a_webhook(store)

    def test_one_process_has_a_webhook_at_a_time(self, store: Store) -> None:
        webhooks, letters = store.tournaments.webhooks, store.tournaments.letters
        a_webhook(store)
        assert webhooks.due(AT) == ()
        letters.put([a_letter(1)])
        assert webhooks.due(AT) == ("wh",)
        assert webhooks.take("wh", AT, AT + 60)
        assert webhooks.due(AT) == ()
        assert not webhooks.take("wh", AT + 59, AT + 119)
        assert webhooks.take("wh", AT + 60, AT + 120)
        mine = webhooks.get("wh")
        assert mine is not None
        webhooks.leave(replace(mine, failures=9), AT + 60)  # whose time is over leaves nothing
        assert webhooks.get("wh") == mine
        webhooks.leave(replace(mine, failures=1, due=AT + 5), AT + 120)
        assert not webhooks.take("wh", AT + 4, AT + 64)
        assert (webhooks.due(AT + 4), webhooks.due(AT + 5)) == ((), ("wh",))
        webhooks.resume("wh")
        assert webhooks.due(AT) == ("wh",)
        letters.tried([replace(a_letter(1), state="delivered")])
        assert webhooks.due(AT) == ()

    def test_one_that_is_gone_is_left_alone_until_it_is_resumed(self, store: Store) -> None:
        created(store)
        webhook = a_webhook(store, status="gone")
        store.tournaments.letters.put([a_letter(1)])
        webhooks = store.tournaments.webhooks
        assert (webhooks.due(AT), webhooks.behind(), webhooks.take("wh", AT, AT + 1)) == ((), (), False)
        webhooks.resume("wh")
        assert (webhooks.get("wh"), webhooks.due(AT)) == (replace(webhook, status="on"), ("wh",))

    def test_entries_without_a_letter_are_found(self, store: Store) -> None:
        """Whoever was slower to write the letters is told so."""
        created(store)
        webhooks = store.tournaments.webhooks
        before = a_webhook(store)
        assert webhooks.behind() == ("wh",)
        assert webhooks.wrote(before, 1, 1)
        assert not webhooks.wrote(before, 1, 1)
        assert webhooks.behind() == ()
        store.tournaments.perform("cup", register)
        assert webhooks.behind() == ("wh",)

    def test_a_secret_is_made_anew_once(self, store: Store) -> None:
        before = a_webhook(store)
        webhooks = store.tournaments.webhooks
        assert (webhooks.rotate(before, AT), webhooks.rotate(before, AT)) == (True, False)
        assert webhooks.get("wh") == replace(before, generation=1, rotated=AT)

    def test_letters_are_found_by_number_and_state(self, store: Store) -> None:
        letters = store.tournaments.letters
        kept = [a_letter(number) for number in (1, 2, 3)]
        letters.put([*kept, a_letter(1, "other")])
        with pytest.raises(TakenError):
            letters.put([a_letter(4, about="entry:2")])
        assert (letters.get("wh", 2), letters.get("wh", 4)) == (kept[1], None)
        assert (letters.about("wh", "entry:3"), letters.about("wh", "entry:4")) == (kept[2], None)
        dead = replace(kept[1], state="dead", attempts=3, tried=AT, status=500, fault="answered")
        letters.tried([dead])
        letters.tried([replace(dead, state="delivered")])  # it waits no more
        assert letters.get("wh", 2) == dead
        assert letters.find("wh", after=1, most=9) == (dead, kept[2])
        assert letters.find("wh", after=0, most=1, state="dead") == (dead,)
        assert letters.counts("wh") == {"waiting": 2, "dead": 1}
        assert dead.id == "msg_wh_2"

    def test_the_next_letter_is_the_first_that_is_due(self, store: Store) -> None:
        letters = store.tournaments.letters
        kept = [a_letter(number, due=due) for number, due in ((1, AT + 9), (2, 0), (3, 0))]
        letters.put(kept)
        assert [letters.next("wh", AT, after) for after in (0, 2, 3)] == [kept[1], kept[2], None]
        letters.release("wh")
        assert letters.next("wh", AT, 0) == replace(kept[0], due=0)

    def test_letters_are_forgotten_by_age_and_with_their_webhook(self, store: Store) -> None:
        letters = store.tournaments.letters
        a_webhook(store)
        letters.put([a_letter(1), a_letter(2), a_letter(1, "other")])
        letters.give_up("wh", AT + 1)
        assert letters.counts("wh") == {"dead": 1, "waiting": 1}
        letters.forget(AT + 1)
        assert [letter.number for letter in letters.find("wh", after=0, most=9)] == [2]
        store.tournaments.webhooks.remove("wh")
        assert (letters.find("wh", after=0, most=9), store.tournaments.webhooks.get("wh")) == ((), None)

    def test_an_overdue_case_is_told_once(self, store: Store) -> None:
        """Unless it lies beside the chain, where nobody but officers may know of it."""
        created(store)
        a_webhook(store)
        started(store)
        started(store, "t2")
        letters = store.tournaments.letters
        store.tournaments.rows.put_table(Own("t1", "cup", 2, 3, 0, 0), None)
        store.tournaments.rows.put_table(Own("t2", "cup", 2, 4, 0, 0), None)
        store.perform("t1", lambda table: take_action(table, 1, Concede(), at=AT + 3))
        store.perform("t1", called(AT + 4))
        call_quietly(store, "t2", "c7", called(AT + 3))
        (case,) = store.desk.cases.of("t1")
        assert case.due is not None
        assert letters.overdue(case.due - 1) == ()
        found = Overdue("wh", "t1", 2, 3, "c7", case.due)
        assert letters.overdue(case.due) == (found,)
        letters.put([a_letter(1, about=found.about, n=None)])
        assert letters.overdue(case.due) == ()
