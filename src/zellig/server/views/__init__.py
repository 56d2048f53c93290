"""What somebody may see of a thing, for pages and for the API alike; one file a resource."""
