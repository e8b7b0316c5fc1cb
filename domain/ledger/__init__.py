"""Storage on `eventsourcing` and SQLite: the one room of domain with input and output."""
