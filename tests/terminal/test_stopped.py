"""A seat of `matchledger play` while the play is stopped: nobody is asked, the board says why, nothing is lost."""

from __future__ import annotations

import msgspec
import pytest

from api.program.seat_session import SeatSession
from api.running.bots import play_out
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import words_in
from terminal.playing.clocks import time_left
from tests.api.world import World
from tests.terminal.in_process import HOST, InProcess

STOPPED = {
    "en": (
        "The play is stopped: nobody acts, and no clock runs.",
        "stops the play: a dispute.",
        "lets the play go on.",
    ),
    "ja": (
        "進行は止まっています。誰も行動できず、時計も動きません。",
        "進行を止めます。理由：争い。",
        "進行を再開させます。",
    ),
}


@pytest.mark.parametrize("language", STOPPED)
def test_a_player_is_told_and_asked_again_when_the_play_goes_on(language: str) -> None:
    """An answer that comes too late is refused in words; the decision is the same one afterwards."""
    world = World()
    opened = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "bot"}], clock={"move_ms": 60_000})
    key = world.key("operator")
    client = InProcess(world, f"{HOST}/api/v1/tables/{opened.id}", str(opened.tokens[0]), language, seed=1)
    play_out(world.store, opened.id, QuickChance(1), world.clock)
    session = SeatSession(client, words_in(language, "api", "terminal"))
    prompt, said, gone_on = STOPPED[language]
    before = session.look()
    assert before.decision is not None
    assert len(before.times) == 1
    opened.post("/pause", {"reason": "dispute"}, token=key)
    refused = session.carry_out({"tag": "concede", "body": {}}, before)
    assert refused is not None
    assert refused.rule == "table: pauses"
    assert refused.reason == session.look().wording.words.say("The play is stopped; it goes on from where it is.")
    opened.post("/resume", {}, token=key)
    opened.post("/pause", {"reason": "dispute"}, token=key)
    stopped = session.look()
    assert (stopped.decision, stopped.times, stopped.over) == (None, (), False)
    assert stopped.picture is not None
    assert stopped.picture.prompt == prompt
    assert before.picture is not None
    lit = [b'"lit":true' in msgspec.json.encode(sight.picture) for sight in (before, stopped)]
    assert lit == [True, False]
    assert list(time_left(stopped, world.clock.at)) == [stopped.wording.words.say("No clock runs.")]
    assert any(sentence.text.endswith(said) for sentence in stopped.fresh)
    world.clock.at += 300_000
    opened.post("/resume", {}, token=key)
    after = session.look()
    assert after.decision is not None
    assert after.decision.tag == before.decision.tag
    assert [sentence.text.endswith(gone_on) for sentence in after.fresh] == [True]
    assert after.times[0].deadline == before.times[0].deadline + 300_000
