"""Where records come from, how they are followed, and through whose eyes."""
