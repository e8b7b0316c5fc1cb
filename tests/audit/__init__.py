"""Reading records: every check, the timeline, copies, and what a viewer learned."""
