"""What requests do with tournaments."""
