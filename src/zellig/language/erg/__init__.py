"""Contrast sets through a precision grammar: ACE parses and generates, we edit the meaning in between.

The English Resource Grammar (ERG) gives a sentence its Minimal Recursion Semantics (MRS), and an MRS its
sentences. Both run in ACE, which the user brings; `zellig doctor` says what is found.
"""
