"""The replay tool: steps through, verifies and exports past games."""
