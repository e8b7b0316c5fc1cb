"""A seat at a running table, for any face: what is known, what may be chosen, what is asked."""
