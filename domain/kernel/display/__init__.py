"""The table as people read it: the neutral picture, its text, its words."""
