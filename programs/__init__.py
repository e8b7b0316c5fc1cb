"""What both programs are made of: commands whose help, errors and messages are in the person's language."""
