"""The laws that every game keeps, written once for all games: general ones, and those of hidden information."""
