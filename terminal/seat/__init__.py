"""The screen of `matchledger play`: a seat at a running table."""
