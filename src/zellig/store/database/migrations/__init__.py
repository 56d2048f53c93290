"""How the schema of the database came about, one file a change."""
