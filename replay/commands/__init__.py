"""The commands of `replay`, one module each."""
