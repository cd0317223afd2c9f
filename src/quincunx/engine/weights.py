"""What a game's `appraise` goes by: weights, named in a data file, at fixed places of the board's field `advice`."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

UNBOUNDED = (-float("inf"), float("inf"))


@dataclass(frozen=True)
class Weight:
    """One number of `board.advice`, or several that belong together."""

    name: str
    place: int
    """Where the first of them stands."""
    values: tuple[float, ...]
    single: bool
    """Whether the file gives a number, not a list."""
    meaning: str
    between: tuple[float, float] = UNBOUNDED
    """What makes sense."""

    @property
    def labels(self) -> list[str]:
        """A name for each number."""
        return [self.name] if self.single else [f"{self.name} {i + 1}" for i in range(len(self.values))]


class Weights:
    """The weights of a game. The file gives names, values and meanings; the places are constants of the code that
    reads them (`unit_value` stands at `UNIT_VALUE`), since compiled code is not compiled anew for another file.

    Beside `advice.toml` there may be lists for some numbers of players, `advice_4.toml` for four: what wins among four
    need not win a duel."""

    def __init__(self, file: Path, places: Mapping[str, Any], count: int) -> None:
        self.file = file
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        self.all = sorted((_weight(name, entry, places) for name, entry in data.items()), key=lambda each: each.place)
        taken = [place for each in self.all for place in range(each.place, each.place + len(each.values))]
        if taken != list(range(count)):
            raise ValueError(f"{file.name}: its values stand at {taken}, and the code reads {count} in a row")
        numbers = {path: path.stem.removeprefix(f"{file.stem}_") for path in file.parent.glob(f"{file.stem}_*.toml")}
        self._others = {int(n): Weights(path, places, count) for path, n in numbers.items() if n.isdecimal()}

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """As they stand in `board.advice`."""
        return np.array([value for each in self.all for value in each.values])

    def for_players(self, players: int) -> "Weights":
        """The list for a number of players: this one, if there is no other."""
        return self._others.get(players, self)

    def rounded(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The values as they can be written."""
        return np.array([_short(value) for value in values])

    def write(self, values: Sequence[float]) -> str:
        """The file with other values."""
        head = [line for line in self.file.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        lines = []
        for each in self.all:
            chosen = [_short(values[each.place + i]) for i in range(len(each.values))]
            value = str(chosen[0] if each.single else chosen)
            between = "" if each.between == UNBOUNDED else f", between = [{each.between[0]:g}, {each.between[1]:g}]"
            lines.append(f'{each.name} = {{ value = {value}{between}, meaning = "{each.meaning}" }}')
        return "\n".join([*head, "", *lines]) + "\n"


def _short(value: float) -> float:
    """Four digits, and nothing past the fourth decimal."""
    return round(float(f"{value:.4g}"), 4) + 0.0


def _weight(name: str, entry: Mapping[str, Any], places: Mapping[str, Any]) -> Weight:
    single = not isinstance(entry["value"], list)
    values = (entry["value"],) if single else tuple(entry["value"])
    least, most = entry.get("between", UNBOUNDED)
    return Weight(name, places[name.upper()], values, single, entry["meaning"], (least, most))
