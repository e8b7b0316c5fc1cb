"""Programs of others that do something like ours, measured beside it."""
