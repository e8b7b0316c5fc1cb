"""The plain mode: sentences only, line after line, for screen readers, pipes and terminals without screens."""
