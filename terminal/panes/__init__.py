"""The panes of the screens, one a module: state goes down to them, small messages come up."""
