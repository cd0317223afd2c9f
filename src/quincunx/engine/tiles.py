"""Boards of tiles in characters: each tile is a brick in its row, with its name at the top and its pieces under it.

Rows of hexes are shifted by half a tile against each other, as bricks are: neighbours touch.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quincunx.engine.plan import Plan, Tile, glyphs, label, token
from quincunx.engine.scene import Piece, Place, Scene, SeatStyle

if TYPE_CHECKING:
    from quincunx.engine.canvas import Canvas


class Written(NamedTuple):
    """A few characters of one thing."""

    text: str
    role: str
    seat: int | None
    thing: str
    joined: bool
    """Whether it follows the one before without a gap."""


def draw_tiles(canvas: "Canvas", scene: Scene, at: Plan) -> None:
    """All tiles with their pieces and notes."""
    pieces: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        pieces.setdefault(piece.place, []).append(piece)
    for place in scene.places:
        tile = at.tiles[place.id]
        canvas.shade(tile.inner, tile.height - tile.edged, tile.width - tile.edged, tile.shade)
        if tile.edged:
            row, column, below, right = tile.row, tile.column, tile.row + tile.height, tile.column + tile.width
            corners = [(row, column), (row, right), (below, right), (below, column), (row, column)]
            canvas.line([(float(down), float(across)) for down, across in corners], "area")
        write_name(canvas, place, tile)
        row = write_pieces(canvas, place, tile, pieces.get(place.id, []), scene.styles)
        if place.note.strip():
            write_note(canvas, place, tile, row)


def write_name(canvas: "Canvas", place: Place, tile: Tile) -> None:
    """The name at the top left; before it there is room for a mark."""
    row, column = tile.inner
    canvas.write((row, column), " ", "pad", place.owner, place.id)
    canvas.write((row, column + 1), place.mark, "mark", place.owner, place.id)
    rest = label(place).removeprefix(place.mark)
    canvas.write((row, column + 1 + len(glyphs(place.mark))), rest, "id", place.owner, place.id)


def write_pieces(
    canvas: "Canvas", place: Place, tile: Tile, pieces: Sequence[Piece], styles: Sequence[SeatStyle]
) -> int:
    """The pieces under the name, as fully as there is room; returns the row after them."""
    top, column = tile.inner
    rows, room = tile.row + tile.height - top - 1, tile.column + tile.width - column
    loose = [piece for piece in pieces if not piece.fixed]
    forms = (
        one_by_one([*loose, *(piece for piece in pieces if piece.fixed)], styles),
        one_by_one(loose, styles),
        summed_up(place, loose, styles, ":"),
        summed_up(place, loose, styles, ""),
    )
    tries = [lines for form in forms if (lines := broken(list(form), room)) is not None]
    lines = next((lines for lines in tries if len(lines) <= rows), cut(tries[-1], rows, room) if tries else [])
    seen = {written.thing for line in lines for written in line}
    if hidden := [piece.id for piece in pieces if piece.id not in seen]:
        canvas.hidden[place.id] = hidden
    for i, line in enumerate(lines, 1):
        at = column
        for j, written in enumerate(line):
            if j == 0 or not written.joined:
                if written.role in ("piece", "spent"):
                    canvas.write((top + i, at), " ", "pad", written.seat, written.thing)
                at += 1
            canvas.write((top + i, at), written.text, written.role, written.seat, written.thing)
            at += len(glyphs(written.text))
    return top + 1 + len(lines)


def one_by_one(pieces: Sequence[Piece], styles: Sequence[SeatStyle]) -> Iterator[Written]:
    """Every piece; the owner's letter stands before the first of its pieces only."""
    before: int | None = -1
    for piece in sorted(pieces, key=lambda piece: (piece.owner is None, piece.owner)):
        same = piece.owner == before and piece.owner is not None
        text = token(piece, styles)
        owner = "" if piece.owner is None else f"{styles[piece.owner].letter}:"
        role = "spent" if piece.spent or piece.crossed else "piece"
        yield Written(text.removeprefix(owner) if same else text, role, piece.owner, piece.id, same)
        before = piece.owner


def summed_up(
    place: Place, pieces: Sequence[Piece], styles: Sequence[SeatStyle], after_letter: str
) -> Iterator[Written]:
    """How many pieces each owner has there."""
    for owner in sorted({piece.owner for piece in pieces}, key=lambda owner: (owner is None, owner)):
        here = [piece for piece in pieces if piece.owner == owner]
        letter = here[0].text[:1] if owner is None else styles[owner].letter
        alone = len(here) == 1
        text = f"{letter}{after_letter}{sum(piece.count for piece in here)}"
        yield Written(text, "piece" if alone else "sum", owner, here[0].id if alone else place.id, True)


def broken(shown: Sequence[Written], room: int) -> list[list[Written]] | None:
    """In lines of so many cells, or None if something is too long for a line. Each line, and each piece that is not
    joined to the one before, has a cell for a mark before it."""
    lines: list[list[Written]] = []
    left = 0
    for written in shown:
        wide = len(glyphs(written.text))
        if wide + 1 > room:
            return None
        gap = 0 if lines and written.joined else 1
        if wide + gap > left:
            lines.append([])
            left, gap = room, 1
        lines[-1].append(written)
        left -= wide + gap
    return lines


def cut(lines: list[list[Written]], rows: int, room: int) -> list[list[Written]]:
    """The first lines, with a plus for the rest."""
    kept = lines[:rows]
    more = Written("+", "more", None, "", True)
    if kept and len(kept) < len(lines) and sum(len(glyphs(written.text)) for written in kept[-1]) + 2 <= room:
        kept[-1] = [*kept[-1], more]
    return kept


def write_note(canvas: "Canvas", place: Place, tile: Tile, row: int) -> None:
    """The note, or its last word, beside the name or under the pieces, where it fits."""
    top, column = tile.inner
    room = tile.column + tile.width - column
    beside = 2 + len(glyphs(label(place)))
    for text in (place.note, place.note.split()[-1]):
        wide = len(glyphs(text))
        if wide + beside <= room:
            canvas.write((top, column + beside), text, "note", place.owner, place.id)
            return
        if row < tile.row + tile.height and wide + 1 <= room:
            canvas.write((row, column + 1), text, "note", place.owner, place.id)
            return
