"""The report on a moment, and the archive of a case."""
