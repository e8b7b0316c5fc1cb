"""Copies of what is stored: the lines of a record, and what takes long with them, by processes beside the service."""
