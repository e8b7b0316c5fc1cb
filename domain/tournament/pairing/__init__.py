"""Pairings of all formats behind one interface: a `Pairer` is asked with a `Request`."""
