"""The screen of `replay step`: a record, entry by entry, through the eyes that its copy allows."""
