"""Special abilities: each a small piece that answers the rules' questions or listens to facts."""
