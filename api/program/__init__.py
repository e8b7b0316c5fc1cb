"""The program `matchledger` and its commands."""
