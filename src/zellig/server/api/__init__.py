"""The HTTP API: one file a resource."""
