"""Searching many records: what each holds, an index of it beside a folder, and what is asked for."""
