"""Choosing, tested with what real tables offer: `python -m tests.web.choosing` writes the worked cases anew."""
