"""The desk of arbiters over HTTP."""
