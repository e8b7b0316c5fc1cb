"""Many records in figures: what each tells, the groups it counts in, and a picture of them."""
