"""The portable record of a table: entries, seals, chain, chance, copies and lines. Knows no game."""
