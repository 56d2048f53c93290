"""Sets of questions in the formats of others, as bytes; documents and pages are made in `report`."""
