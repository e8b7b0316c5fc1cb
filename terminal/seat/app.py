"""The application of `matchledger play`: one table after the other, and a thread that waits for what comes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from textual import events

from domain.kernel.display.words import Words
from terminal.app import TableApp
from terminal.playing.session import Session, SessionError
from terminal.seat.screen import PlayScreen
from terminal.theme import Colours

FAILED = 2  # exit code of everything that ends before its work is done


class PlayApp(TableApp[Session]):
    """Plays a seat; ends with the session at which another table begins, or with nothing."""

    CSS_PATH = "seat.tcss"

    def __init__(self, session: Session, words: Words, *, light: bool = False, colours: Colours | None = None) -> None:
        super().__init__(words, light=light, colours=colours)
        self.session = session
        self.broken: str | None = None  # why it ended where the session could not go on
        self.playing = PlayScreen(session, words)

    def get_default_screen(self) -> PlayScreen:
        """Begin with the playing screen."""
        return self.playing

    def on_play_screen_ready(self) -> None:
        """Begin to watch the table."""
        self.session.notice = self._noticed
        self._beside(self._watch)

    async def on_event(self, event: events.Event) -> None:
        """Pass on what comes, but for keys that were pressed before their question was in sight."""
        if isinstance(event, events.Key) and self.screen is self.playing and self.playing.is_too_early(event):
            return
        await super().on_event(event)

    def _beside(self, work: Callable[[], None]) -> None:
        """Do what asks the service in a thread; nobody waits for it at the end."""

        def run() -> None:
            try:
                work()
            except SessionError as error:
                self._noticed(str(error))

        Thread(target=run, daemon=True).start()

    def _shown(self, show: Callable[..., object], *what: object) -> None:
        """Show something that another thread found, unless the screen has gone meanwhile."""
        if self.is_running:
            with suppress(RuntimeError):
                self.call_from_thread(show, *what)

    def _noticed(self, text: str) -> None:
        """Show what the session says of its service."""
        self._shown(self.playing.notify_player, text)

    def _watch(self) -> None:
        """Show the table, and again with all that is new; runs beside the screen, and ends with the program."""
        try:
            while self.is_running:
                sight = self.session.look()
                self._shown(self.playing.show, sight)
                if sight.over:
                    return
                self.session.wait(sight.n)
        except SessionError as error:
            self._shown(self._break, str(error))

    def _break(self, why: str) -> None:
        self.broken = why
        self.exit(return_code=FAILED)

    def on_play_screen_over(self) -> None:
        """Offer another table, if there can be one."""
        self._beside(self._offer)

    def _offer(self) -> None:
        if self.session.may_repeat():
            self._shown(self.playing.offer)

    def on_play_screen_another(self, message: PlayScreen.Another) -> None:
        """End, with another table if it is wanted."""
        if message.wanted:
            self._beside(self._again)
        else:
            self.exit()

    def _again(self) -> None:
        self._shown(self.exit, self.session.again())
