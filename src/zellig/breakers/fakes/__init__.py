"""Breakers of the arena: all they promise is another text. One file each; docs/fakes.md has them all."""
