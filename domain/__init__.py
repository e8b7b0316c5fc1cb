"""What the service knows: games, tables, records, audits; pure, its ledger aside."""
