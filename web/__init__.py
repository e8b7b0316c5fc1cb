"""What people open in a browser: pages, ES modules and styles, and how they are handed out or packed into one file.

Knows no game and imports nothing of ours: whoever serves it (`api`) or packs it (`replay`) brings pictures, frames and
words as values.
"""
