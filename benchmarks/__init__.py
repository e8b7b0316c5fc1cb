"""Measured programs: `python -m benchmarks` prints one JSON document; `docs/benchmarks.md` says how to read it."""
