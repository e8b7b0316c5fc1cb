"""The event-sourced aggregate that hosts any game."""
