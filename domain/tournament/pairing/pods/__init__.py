"""Swiss rounds for tables of 3 to 10 seats: our own, by one published cost; see `docs/pairings.md`."""
