"""FIDE's (Dutch) Swiss system for two seats: C.04.1 and C.04.3 in the edition applied from 1 February 2026.

The first player of a table is what the rules call White. Why there is an implementation of our own, and what it was
compared with, stands in `docs/pairings.md`.
"""
