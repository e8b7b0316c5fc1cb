"""The desk of arbiters: calls, cases, rulings and their measures."""
