"""Buzzers: performers that say when to answer a question that is being read out."""

from zellig.buzzers.loading import load_buzzer

__all__ = ["load_buzzer"]
