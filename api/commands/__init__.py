"""The commands of the `matchledger` program, one a module."""
