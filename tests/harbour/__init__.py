"""Harbour: the tests' own small game; it uses everything of the kernel that a shipped game may not."""
