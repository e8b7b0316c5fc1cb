"""The application around the screens: its themes, its palette, how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen

from domain.kernel.display.words import Words
from terminal.help import HelpScreen
from terminal.keys import sign_of
from terminal.table_screen import TableScreen, is_too_small
from terminal.theme import THEMES, Colours, colours_here

R = TypeVar("R")
ENDING = ("q", "ctrl+c", "ctrl+d", "ctrl+z")  # keys that work in every terminal
INTERRUPTED = 130  # 128 + SIGINT, as any program ends that the interrupt key ends


class TableApp(App[R]):
    """An application that shows tables in the words of one language. A subclass says with which screen it begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, words: Words, *, light: bool = False, colours: Colours | None = None) -> None:
        self.colours: Colours = colours or colours_here()
        super().__init__(ansi_color=self.colours == "sixteen")
        self.words = words
        for theme in THEMES[self.colours]:
            self.register_theme(theme)
        self.theme = THEMES[self.colours][light].name

    async def on_event(self, event: events.Event) -> None:
        """Pass on what comes; in a terminal that is too small no key does anything but end the program."""
        small = isinstance(event, events.Key) and self.size.height > 0 and is_too_small(*self.size)
        if not (small and isinstance(event, events.Key) and event.key not in ENDING):
            await super().on_event(event)

    async def on_resize(self, event: events.Resize) -> None:
        """Close what lies over the table where a terminal has become too small: nobody would see it."""
        while is_too_small(*event.size) and not isinstance(self.screen, TableScreen):
            await self.pop_screen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of ours that a theme may leave out."""
        return {"pane-border": "ansi_bright_black"}

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the palette offers: everything that a key of the screen does."""
        if not isinstance(screen, TableScreen):
            return
        for section in screen.sections:
            for keyed in section.keyed:
                keys = " ".join(map(sign_of, keyed.keys))
                says = f"{self.words.say(section.title)}  {keys}"
                yield SystemCommand(self.words.say(keyed.text), says, screen.doing(keyed.action))

    def action_command_palette(self) -> None:
        """Show the palette, with its prompt in our words."""
        if self.use_command_palette and isinstance(self.screen, TableScreen):
            self.push_screen(CommandPalette(placeholder=self.words.say("Search for a command…")))

    def action_other_theme(self) -> None:
        """Change between dark and light."""
        night, day = THEMES[self.colours]
        self.theme = (night if self.theme == day.name else day).name

    def action_explain(self) -> None:
        """Show the help of the screen on which somebody is."""
        if isinstance(self.screen, TableScreen):
            self.push_screen(HelpScreen(self.words, self.screen.sections, self.screen.explained()))

    def action_interrupt(self) -> None:
        """End as the interrupt key ends any program."""
        self.exit(return_code=INTERRUPTED)
