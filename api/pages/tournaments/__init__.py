"""The pages of tournaments, and what of them stands in the HTML."""
