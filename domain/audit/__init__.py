"""Reading records: numbered checks, the timeline, what a viewer knew and learned, copies for others."""
