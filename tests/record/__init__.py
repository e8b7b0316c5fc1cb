"""The record: keys, draws, seals, chain, lines, its JSON Schema and its test vectors."""
