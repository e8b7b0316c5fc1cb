"""The file of a case as one zip archive: packed the same way everywhere, and checked member by member."""
