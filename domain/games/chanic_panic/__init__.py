"""Chanic Panic: a card battle for 2 to 10 seats with ordinary playing cards."""
