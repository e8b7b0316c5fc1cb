"""Panic★Clan★Inviter: 2 to 5 seats race to build a line of number cards under one rule card."""
