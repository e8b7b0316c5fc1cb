"""The laws at the service: of two tables that a viewer cannot tell apart, every answer is the same bytes.

`scenes.py` makes the two tables out of the laws' runs and imagined worlds, `asking.py` puts both into a service each
and asks whatever may be asked, `holes.py` plants leaks in what stands between a table and an answer.
"""
