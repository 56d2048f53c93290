"""What is read in a match: tossups, and bonuses for who is right."""

from __future__ import annotations

from pathlib import Path

import msgspec

from zellig.corpora.packets import read_bonuses
from zellig.games.match.setting import BonusQuestion
from zellig.items import Item


class Packet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions in the order in which they are read."""

    tossups: tuple[Item, ...]
    bonuses: tuple[BonusQuestion, ...] = ()

    def questions(self) -> list[Item]:
        """All of them, parts of bonuses too."""
        return [*self.tossups, *(part for each in self.bonuses for part in each.parts)]

    def as_heard(self, with_bonuses: int) -> list[Item]:
        """The questions by the ids under which programs hear them, if the first so many tossups may have a
        bonus. Which one follows a tossup is not known before, so all that may do so have its id."""
        found = [Item(str(number), item.fields) for number, item in enumerate(self.tossups, start=1)]
        for number in range(1, 1 + min(with_bonuses, len(self.tossups))):
            for bonus in self.bonuses[:number]:
                parts = enumerate(bonus.parts, start=1)
                found += [Item(f"{number}-{part}", item.fields) for part, item in parts]
        return found


def bonuses_in(path: Path) -> tuple[BonusQuestion, ...]:
    """The bonuses of a packet, or of all in a folder."""
    return tuple(BonusQuestion(*each) for each in read_bonuses(path))
