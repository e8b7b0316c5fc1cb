"""The web service."""
