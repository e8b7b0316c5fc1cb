"""What both programs share: commands, help and messages in the person's language."""
