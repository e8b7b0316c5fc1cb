"""Message catalogues: what is said is found in the sources, and every language says all of it."""
