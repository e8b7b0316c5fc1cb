"""What a bot is shown, and what it answers."""

from __future__ import annotations

from typing import Any

from domain.kernel.bots import Bot
from domain.kernel.chance import QuickChance
from domain.kernel.offers import offers
from domain.kernel.seats import Seat, seat_viewer
from domain.table.table import Table


def chosen_by(bot: Bot, table: Table, seat: Seat, chance: QuickChance) -> Any:
    """Return the command that a bot chooses for an awaited seat: it sees that seat's view and offers, nothing else."""
    assert table.live is not None, "a bot is asked while the game runs"
    rules, state = table.rules, table.live.state
    return bot(
        rules.view(state, seat_viewer(seat)),
        offers(rules, state, seat),
        lambda command: rules.refuse(state, seat, command),
        chance,
    )
