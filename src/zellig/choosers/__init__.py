"""Choosers: performers that tell the fake from the real text; one file each."""
