"""English: the parser and the lexicon everything that changes a sentence stands on."""
