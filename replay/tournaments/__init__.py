"""The records of tournaments: read, told, shown, counted, and compared with the records of their tables."""
