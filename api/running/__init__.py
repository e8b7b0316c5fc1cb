"""What runs beside the requests: the server, bots, clocks, demonstration tables."""
