"""The event-sourced table that hosts any game: book, live line, play; pure functions from a table to its entries."""
