"""What a request does around the rules: done once, bound to a decision, opening a table, waiting."""
