"""The neutral picture of a table as a drawing, in SVG. Knows no game: a board, a theme, a costume and a width go in."""

from drawing.board import NARROWEST, SIZES, WIDEST, Caption, TooLongError, svg
from drawing.themes import THEMES, Theme
from drawing.zones import Saying

__all__ = ["NARROWEST", "SIZES", "THEMES", "WIDEST", "Caption", "Saying", "Theme", "TooLongError", "svg"]
