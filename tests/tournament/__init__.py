"""Tests of tournaments: the worked cases of issue 16 by name, and laws over random tournaments."""
