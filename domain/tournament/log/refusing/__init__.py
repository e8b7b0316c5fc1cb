"""Why entries of a tournament may not follow, by what they are about."""
