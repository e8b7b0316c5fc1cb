"""The `replay` program: its commands, its screens, its errors."""
