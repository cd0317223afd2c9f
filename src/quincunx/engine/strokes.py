"""What pictures are made of: SVG elements, texts that fit, the symbols of a game's art."""

import hashlib
import unicodedata
import xml.etree.ElementTree as ET
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from quincunx.engine.moods import Mood
from quincunx.engine.scene import SeatStyle

NAMESPACE = "http://www.w3.org/2000/svg"
ON_COLOUR = "#0d1117"
"""Letters on a seat's colour: dark reads better than white on all six."""
NOBODY = SeatStyle("", "", "#9aa5b1", "")
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(number: float) -> str:
    """A number as short as it can be written to a hundredth."""
    return f"{round(number, 2) + 0.0:g}" if abs(number) < 1000 else f"{round(number, 1):.6g}"


def clean(text: str) -> str:
    """Without the characters that XML forbids or that would turn the text around them."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Cn") and c not in BIDI_CONTROLS)


def add(parent: ET.Element, tag: str, **attributes: str | float) -> ET.Element:
    """A new element; `stroke_width` means stroke-width."""
    written = {key.replace("_", "-"): v if isinstance(v, str) else plain(v) for key, v in attributes.items()}
    return ET.SubElement(parent, tag, written)


def thing(parent: ET.Element, id: str, label: str, x: float, y: float, colour: str, ink: str) -> ET.Element:
    """The group of a place or piece, around its own middle."""
    group = add(parent, "g", data_id=clean(id), transform=f"translate({plain(x)} {plain(y)})")
    group.set("style", f"--seat:{colour};color:{ink}")
    add(group, "title").text = clean(label or id)
    return group


def write(
    parent: ET.Element, x: float, y: float, words: str, size: float, fill: str, weight: int = 400, anchor: str = "start"
) -> ET.Element:
    """One line of text whose middle is at y."""
    line = add(parent, "text", x=x, y=y + 0.35 * size, font_size=size, fill=fill)
    line.attrib |= {"font-weight": str(weight)} if weight != 400 else {}
    line.attrib |= {"text-anchor": anchor} if anchor != "start" else {}
    line.text = clean(words)
    return line


def cross(parent: ET.Element, x: float, y: float, reach: float, colour: str) -> None:
    """Crosses something out."""
    d = "".join(f"M{plain(x - reach)} {plain(y - way)}L{plain(x + reach)} {plain(y + way)}" for way in (reach, -reach))
    add(parent, "path", d=d, stroke=colour, stroke_width=0.24 * reach, stroke_linecap="round")


def width_of(text: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow."""
    ems = 0.0
    for c in text:
        if unicodedata.combining(c):
            continue
        if unicodedata.east_asian_width(c) in "WF":
            ems += 1.0
        elif c in "MW@%—…":
            ems += 1.05
        elif c in "mw":
            ems += 0.9
        elif c in " .,:;'|!()[]/ijltfr1I":
            ems += 0.36
        else:
            ems += 0.7 if c.isupper() else 0.58
    return ems * size


def shortened(text: str, size: float, width: float) -> str:
    """The text, or its beginning and an ellipsis if it is too wide.

    >>> shortened("Maximiliane of Habsburg", 10, 70)
    'Maximilian…'
    """
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in lines, the last of them shortened if there would be too many.

    >>> wrapped("Ann has two actions: move or attack", 10, 110, 2)
    ['Ann has two actions:', 'move or attack']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [shortened(line, size, width) for line in lines]


@lru_cache
def art_of(art: Path) -> tuple[str, dict[str, ET.Element]]:
    """The symbols of an art file by their ids, and a name for the file that keeps ids apart on one page."""
    source = art.read_bytes()
    found = {}
    for symbol in ET.fromstring(source).iter(f"{{{NAMESPACE}}}symbol"):
        for part in symbol.iter():
            part.tag = part.tag.removeprefix(f"{{{NAMESPACE}}}")
            part.text = part.tail = None
        found[symbol.get("id", "")] = symbol
    return f"q{hashlib.blake2b(source, digest_size=3).hexdigest()}", found


class Symbols:
    """The art of a game, and which of it was used."""

    def __init__(self, art: Path | None, mood: Mood) -> None:
        self.mood = mood
        self.prefix, self.art = ("", {}) if art is None else art_of(art)
        self.names: set[str] = set()

    def draw(self, parent: ET.Element, name: str, x: float, y: float, side: float, instead: str = "") -> None:
        """A symbol in a square around (x, y); a few characters instead where the art has none."""
        if name in self.art:
            self.names.add(name)
            corner = {"x": x - side / 2, "y": y - side / 2}
            add(parent, "use", href=f"#{self.prefix}-{name}", **corner, width=side, height=side)
        elif instead:
            size = min(0.6 * side, 1.2 * side / len(instead))
            write(parent, x, y, instead, size, self.mood.ink, 700, "middle")

    def used(self) -> ET.Element:
        """Their definitions."""
        defs = ET.Element("defs")
        for name in sorted(self.names):
            symbol = deepcopy(self.art[name])
            symbol.set("id", f"{self.prefix}-{name}")
            defs.append(symbol)
        return defs
