"""Search breakers: goal x space x constraints x search over the answers of a system; a file a paper."""
