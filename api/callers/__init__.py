"""Who calls, what their credentials are worth, and what they may see."""
