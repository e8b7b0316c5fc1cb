"""Work by several processes: in order, in bounds, and whatever dies."""
