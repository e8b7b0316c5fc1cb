"""The desk of arbiters, beside the chain: looks that nobody may hear of yet, texts that can be erased."""
