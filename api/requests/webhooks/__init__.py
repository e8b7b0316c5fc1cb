"""Webhooks of tournaments: where they may lead, how letters are signed, and what stands in them."""
