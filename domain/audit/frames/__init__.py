"""Frames: a record as a reader steps through it, every picture, sentence and choice computed, for pages without rules.

`shapes` is the format `frames/1` (docs/frames.md), `pool` keeps what returns in many pictures once, `telling` says what
happened, could be done and was learnt, `reel` makes chunk after chunk, `heading` what is known before the first.
"""
