"""What every test stands on: the tests' own game is known."""

from domain import games

games.add("tests.harbour")
