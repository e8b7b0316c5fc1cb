"""Numbered checks and what a viewer knew, used by api and replay."""
