"""The application of `replay step`: one stepping screen, and a thread that waits for more entries."""

from __future__ import annotations

from threading import Thread

from domain.audit.timeline import Address
from domain.kernel.seats import Viewer
from terminal.app import TableApp
from terminal.stepping.replayed import Growing, Replayed
from terminal.stepping.screen import StepScreen
from terminal.stepping.standing import Standing
from terminal.theme import Colours


class StepApp(TableApp[None]):
    """Steps through a record; `growing` brings the entries that a running table still writes."""

    CSS_PATH = "screen.tcss"

    def __init__(
        self,
        replayed: Replayed,
        address: Address,
        viewer: Viewer,
        *,
        growing: Growing | None = None,
        light: bool = False,
        colours: Colours | None = None,
    ) -> None:
        super().__init__(replayed.words, light=light, colours=colours)
        self._growing = growing
        self.stepping = StepScreen(Standing(replayed, address, viewer), live=growing is not None)

    def get_default_screen(self) -> StepScreen:
        """Begin with the stepping screen."""
        return self.stepping

    def on_mount(self) -> None:
        """Begin to wait for entries."""
        if self._growing is not None:
            Thread(target=self._follow, args=(self._growing,), daemon=True).start()  # nobody waits for it at the end

    def _follow(self, growing: Growing) -> None:
        """Hand each entry that comes to the screen; runs beside it, and ends with the program."""
        why = self.words.say("no more entries come")
        try:
            for more in growing():
                if isinstance(more, str):
                    why = more
                else:
                    self.call_from_thread(self.stepping.grown, more)
            self.call_from_thread(self.stepping.ended, why)
        except RuntimeError:  # the application has gone meanwhile
            return
