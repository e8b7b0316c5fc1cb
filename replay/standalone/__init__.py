"""Verifiers that import nothing of ours."""
