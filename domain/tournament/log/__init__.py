"""The record of a tournament, `matchledger/tournament/1`: entries, their chain and draws, who decides, who checks."""
