"""A season of the arena: many entrants, one set of rules, every game on common samples, one ladder."""
