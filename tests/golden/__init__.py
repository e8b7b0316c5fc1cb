"""Golden records: whole games, stored, with every viewer's view after every entry."""
