"""The schemas, in the order of their numbers.

Events are JSON in a column, so that no table tells their shape: whoever adds an event, or a field to one,
adds a schema as well, if need be an empty one (`events_0006.py`). An earlier version then refuses the
database, instead of failing at the first event that it does not know.
"""
