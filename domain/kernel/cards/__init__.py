"""Cards in any game: where they lie, what is unknown of them, card sets, decks, rigged deals for the laws."""
