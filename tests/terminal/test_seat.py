"""The playing screen, driven by keys: what it asks, what it sends, and what it does not take for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from domain.kernel.offers import Flag, Free, Offer, OneOf, Range, Subset
from terminal.playing.session import Times, WhyNot
from terminal.seat.app import PlayApp
from terminal.seat.screen import LEAST_CHOICES
from tests.terminal.piloted import piloted, settle, text_of
from tests.terminal.seats import OFFERS, WORDS, Held, sight

pytestmark = pytest.mark.long

CARDS = Offer("trade", {"cards": Subset(("H9", "D3", "S8"), 1, 2)})


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a key answer a question as soon as it stands."""
    monkeypatch.setattr("terminal.seat.screen.PlayScreen.SETTLE", 0.0)


def driven(
    session: Held, drive: Callable[[PlayApp, Pilot[Any]], Awaitable[None]], *, columns: int = 100, rows: int = 40
) -> PlayApp:
    """Play with keys, once the first sight is shown."""
    app = PlayApp(session, WORDS)

    async def begin(app: PlayApp, pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await drive(app, pilot)

    piloted(app, begin, columns=columns, rows=rows)
    return app


async def shown(pilot: Pilot[Any]) -> None:
    """Wait until what the session has is on the screen."""
    await settle(pilot)


def pressed(session: Held, *keys: str) -> str:
    """Press these keys, one after the other, and return what the screen shows then."""
    seen: list[str] = []

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*keys)
        await shown(pilot)
        seen.append(text_of(app))

    driven(session, drive)
    return seen[0]


def test_the_board_the_story_and_the_choices_are_in_sight_together() -> None:
    screen = pressed(Held(sight(*OFFERS, fresh=["Ben draws a card."])))
    for text in ("Chanic Panic, round 2", "Ben draws a card.", "1  Play it: 7 of Hearts", "2  End the turn"):
        assert text in screen
    assert "Your turn, 12 points left" in screen


@pytest.mark.parametrize("keys", [("1", "enter", "2", "enter"), ("enter", "down", "enter"), ("enter", "up", "enter")])
def test_a_choice_is_taken_by_its_number_or_by_its_line(keys: tuple[str, ...]) -> None:
    session = Held(sight(*OFFERS))
    pressed(session, *keys)
    assert session.sent == [{"tag": "play", "body": {"card": "D1"}}]


def test_several_choices_are_marked_or_typed() -> None:
    for keys in (("space", "down", "space", "enter"), ("1", "space", "2", "enter")):
        session = Held(sight(CARDS))
        pressed(session, *keys)
        assert session.sent == [{"tag": "trade", "body": {"cards": ("H9", "D3")}}]
    session = Held(sight(CARDS))
    assert "[x] 1" in pressed(session, "space")
    assert "[x]" not in pressed(Held(sight(CARDS)), "space", "space")


def test_numbers_and_yes_and_no_are_asked_for() -> None:
    session = Held(sight(Offer("bid", {"points": Range(1, 12), "fast": Flag()}), Offer("end_turn")))
    pressed(session, "1", "enter", "1", "3", "backspace", "1", "enter", "y", "enter")
    assert session.sent == [{"tag": "bid", "body": {"points": 11, "fast": True}}]


def test_yes_and_no_answer_with_enter_as_every_other_question_does() -> None:
    """Else the Enter that somebody types after it would answer the next one, of which nothing was seen."""
    offer = Offer("bid", {"points": Range(1, 12), "fast": Flag()})
    session = Held(sight(offer, Offer("end_turn")))
    screen = pressed(session, "1", "enter", "1", "enter", "y")
    assert (session.sent, "y or n: y" in screen) == ([], True)
    pressed(session, "1", "enter", "1", "enter", "y", "n", "enter")
    assert session.sent == [{"tag": "bid", "body": {"points": 1, "fast": False}}]


def test_a_text_is_written_and_keys_are_letters_then() -> None:
    session = Held(sight(Offer("say", {"text": Free({})})))
    pressed(session, "enter", "quotation_mark", "q", "quotation_mark", "enter")
    assert session.sent == [{"tag": "say", "body": {"text": "q"}}]


def test_a_wrong_number_is_said_and_asked_again() -> None:
    session = Held(sight(*OFFERS))
    assert "That is not one of the answers" in pressed(session, "9", "enter")
    assert session.sent == []


def test_b_and_escape_go_back() -> None:
    for key in ("b", "escape"):
        assert "2  End the turn" in pressed(Held(sight(*OFFERS)), "enter", key)


def test_ending_a_turn_with_something_left_is_confirmed() -> None:
    """A no stands first, so that Enter alone ends nothing."""
    session = Held(sight(*OFFERS))
    screen = pressed(session, "2", "enter")
    assert "You can still do this: play it." in screen
    assert "1  no" in screen
    assert session.sent == []
    pressed(session, "2", "enter", "enter")
    assert session.sent == []
    pressed(session, "2", "enter", "down", "enter")
    assert session.sent == [{"tag": "end_turn", "body": {}}]


def test_conceding_is_confirmed() -> None:
    session = Held(sight(*OFFERS))
    assert "Give up the game?" in pressed(session, "c", "enter", "c")
    assert session.sent == []
    pressed(session, "c", "down", "enter")
    assert session.sent == [{"tag": "concede", "body": {}}]


def test_a_refusal_says_why_and_what_would_help() -> None:
    session = Held(sight(*OFFERS), refusals=[WhyNot("Not now.", "Play a Heart first.", "R1")])
    screen = pressed(session, "2", "enter", "y", "enter")
    assert "Not now. Play a Heart first. (R1)" in screen
    assert "1  Play it" in screen, "it is asked again"


def test_a_long_refusal_is_read_whole_at_80_columns() -> None:
    refused = WhyNot(
        "A card of this kind is not played before the third round begins.", "Give it to the Trader.", "R14"
    )
    session = Held(sight(*OFFERS), refusals=[refused])

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press("2", "enter", "y", "enter")
        await shown(pilot)
        assert f"{refused.reason} (R14)" in " ".join(text_of(app).split())

    driven(session, drive, columns=80, rows=24)


def test_an_older_sight_changes_no_newer_one() -> None:
    """Two threads look at the table, and the slower one may come last."""
    now = sight(*OFFERS)
    session = Held(now)

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        app.playing.show(sight(over=True, fresh=["Told late."])._replace(n=now.n - 1))
        await shown(pilot)
        screen = text_of(app)
        assert "Told late." in screen
        assert "2  End the turn" in screen

    driven(session, drive)


def test_keys_pressed_while_others_are_awaited_choose_nothing_later() -> None:
    """They are dropped, not kept for the question that comes."""
    session = Held(sight())

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        assert "Your turn" in text_of(app)
        await pilot.press("2", "enter", "y", "enter")
        session.comes(sight(*OFFERS, by_others=True, fresh=["Ben attacks."]))
        await shown(pilot)
        screen = text_of(app)
        assert "Ben attacks." in screen
        assert "Number, ? for help:" in screen
        assert "Number, ? for help: 2" not in screen
        assert session.sent == []
        await pilot.press("enter")
        await shown(pilot)
        assert "Card:" in text_of(app), "the question answers from now on"

    driven(session, drive)


def test_keys_pressed_before_the_question_was_in_sight_choose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a moment: who was typing when the question came did not read it."""
    monkeypatch.setattr("terminal.seat.screen.PlayScreen.SETTLE", 1_000.0)
    session = Held(sight(*OFFERS))
    assert "Card:" not in pressed(session, "1", "enter")


def test_a_question_stays_when_nothing_came() -> None:
    session = Held(sight(*OFFERS))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        session.comes(session.sights[-1]._replace(fresh=()))
        await shown(pilot)
        assert "Card:" in text_of(app)

    driven(session, drive)


def test_clocks_run_and_show_the_grace() -> None:
    times = (Times(0, 60_000, 65_000), Times(1, 30_000, 30_000))
    session = Held(sight(*OFFERS, times=times))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        assert "Ada (you) 1:00  Ben 0:30" in text_of(app)
        session.time = 61_000
        app.playing.draw_clocks()
        await pilot.pause()
        assert "Ada (you) +0:04  Ben 0:00" in text_of(app)

    driven(session, drive)


def test_what_the_service_does_is_said() -> None:
    session = Held(sight(*OFFERS))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await asyncio.to_thread(lambda: session.notice("The service does not answer (refused): trying on."))
        await shown(pilot)
        assert "The service does not answer" in text_of(app)

    driven(session, drive)


def test_help_explains_signs_cards_and_the_game() -> None:
    screen = pressed(Held(sight(*OFFERS)), "question_mark", "end", "pagedown", "pagedown")
    assert "docs/games/chanic_panic.md" in screen


def test_knowledge_takes_the_place_of_the_story() -> None:
    screen = pressed(Held(sight(*OFFERS, fresh=["Ben draws a card."])), "k")
    assert "Ben, Hand: 3 cards" in screen
    assert "Ben draws a card." not in screen
    assert "Ben draws a card." in pressed(Held(sight(*OFFERS, fresh=["Ben draws a card."])), "k", "w")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 40), (160, 50)])
def test_what_others_do_the_hand_and_the_choices_are_in_sight(columns: int, rows: int) -> None:
    session = Held(sight(*OFFERS, fresh=["Ben draws a card."]))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        screen = text_of(app)
        for text in ("Ben draws a card.", "9♥", "2  End the turn", "? help"):
            assert text in screen

    driven(session, drive, columns=columns, rows=rows)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 40), (160, 50)])
def test_of_many_choices_those_around_the_highlighted_one_are_in_sight(columns: int, rows: int) -> None:
    """With the question above them, and what others did."""
    values = tuple([f"card {n}" for n in range(1, 61)])
    session = Held(sight(Offer("play", {"card": OneOf(values)}), fresh=["Ben draws a card."]))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        first = text_of(app)
        await pilot.press("up")
        await shown(pilot)
        last = text_of(app)
        assert " 1  card 1\n" in plainly(first)
        assert "60  card 60" in last
        for text in ("Ben draws a card.", "9♥", "Number, ? for help:"):
            assert text in first
            assert text in last

    driven(session, drive, columns=columns, rows=rows)


@pytest.mark.parametrize("columns", [80, 100, 160])
def test_what_is_asked_is_read_whole(columns: int) -> None:
    """In the frame of the question, or below it where it is too long."""
    now = sight(*OFFERS)
    assert now.picture is not None
    prompt = "Your turn: play cards, move and attack, respond to what the others do, or end the Main phase."
    session = Held(now._replace(picture=replace(now.picture, prompt=prompt)))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        said = " ".join(text_of(app).replace("│", " ").split())
        assert all(word in said for word in prompt.split())
        assert "respond to what" in said

    driven(session, drive, columns=columns, rows=30)


def plainly(screen: str) -> str:
    """Return what stands on a screen without the frames at the ends of its lines."""
    return "\n".join([line.rstrip(" │") for line in screen.splitlines()]) + "\n"


def test_a_terminal_that_is_too_small_says_so() -> None:
    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        assert "too small" in text_of(app)

    driven(Held(sight(*OFFERS)), drive, columns=39, rows=11)


def test_the_end_offers_another_table() -> None:
    session, following = Held(sight(over=True), repeats=True), Held(sight())
    session.opened = following
    assert "Another game with the same options?" in pressed(session)
    app = driven(session, pressing("y", "enter"))
    assert app.return_value is following
    declined = driven(Held(sight(over=True), repeats=True), pressing("n", "enter"))
    assert declined.return_value is None
    assert "The table is over." in pressed(Held(sight(over=True)))


def test_a_table_that_cannot_be_opened_is_said() -> None:
    assert "No table could be opened: busy" in pressed(Held(sight(over=True), repeats=True), "y", "enter")


def test_leaving_sends_nothing() -> None:
    session = Held(sight(*OFFERS))
    app = driven(session, pressing("q"))
    assert session.sent == []
    assert not app.is_running


def pressing(*keys: str) -> Callable[[PlayApp, Pilot[Any]], Awaitable[None]]:
    """Return what presses keys and waits for what they do."""

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*keys)
        await shown(pilot)

    return drive


def test_an_error_of_the_service_ends_the_screen_with_its_reason() -> None:
    session = Held(sight(*OFFERS), breaks="the service sent a record that cannot be read")
    app = driven(session, pressing("q"))
    assert (app.return_code, app.broken) == (2, "the service sent a record that cannot be read")


@pytest.mark.parametrize(("columns", "rows"), [(40, 15), (45, 16), (60, 18)])
def test_choices_are_in_sight_however_low_the_terminal(columns: int, rows: int) -> None:
    """Beside the end of the board and of the story."""

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        lines = text_of(app).splitlines()
        first = next(n for n, line in enumerate(lines) if line.lstrip("│ ").startswith("1  "))
        choices = [line for line in lines[first:-1] if line.strip("│╰─╯ ")]
        assert len(choices) >= LEAST_CHOICES, "\n".join(lines)

    offers = (*OFFERS, Offer("bid", {"fast": Flag()}), Offer("say", {"text": Free({})}))
    driven(Held(sight(*offers)), drive, columns=columns, rows=rows)


@pytest.mark.parametrize(("columns", "rows"), [(40, 15), (80, 24), (100, 40), (160, 50)])
def test_the_board_alone_has_the_screen_and_nothing_unseen_is_answered(columns: int, rows: int) -> None:
    """Nor given up: who concedes sees the question again."""
    session = Held(sight(*OFFERS))

    async def drive(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press("z")
        await shown(pilot)
        assert app.playing.query_one("#board").size.height >= rows - 5
        await pilot.press("enter", "2", "enter", "y", "space")
        await shown(pilot)
        assert session.sent == []
        await pilot.press("c")
        await shown(pilot)
        assert "y or n" in text_of(app)

    driven(session, drive, columns=columns, rows=rows)
