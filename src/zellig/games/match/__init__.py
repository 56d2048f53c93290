"""Matches: questions are read out word by word, and teams of people and programs buzz and answer."""
