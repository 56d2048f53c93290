"""Which names are names of one answer."""
