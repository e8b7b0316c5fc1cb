"""What a bot is shown, and what it answers."""

from __future__ import annotations

from domain.kernel.bots import Bot, chosen
from domain.kernel.chance import QuickChance
from domain.kernel.messages import Command
from domain.kernel.seats import Seat
from domain.table.table import Table


def chosen_by(bot: Bot, table: Table, seat: Seat, chance: QuickChance) -> Command:
    """Return the command that a bot chooses for an awaited seat of a table."""
    assert table.live is not None, "a bot is asked while the game runs"
    command: Command = chosen(bot, table.rules, table.live.state, seat, chance)
    return command
