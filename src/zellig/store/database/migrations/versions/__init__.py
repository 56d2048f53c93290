"""The schemas, in the order of their numbers."""
