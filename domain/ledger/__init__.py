"""Storage: the one room of the domain with input and output."""
