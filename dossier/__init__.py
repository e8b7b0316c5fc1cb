"""The file of a case: a report for print, and an archive with all that somebody outside needs to check it."""
