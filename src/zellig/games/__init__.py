"""Games: rules of play over the same records."""
