"""Words shared by every game: seats, viewers, zones, chance, drafts, offers, refusals, the contract of a game."""
