"""Where every space of every army lies on the table.

Two armies are two lines that face each other, the own one below. Three or four armies are wedges around the middle,
each with its vanguard at the tip: a wing runs along the wing that it faces (VR-175).
"""

from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import left_end, pool_size, right_end
from quincunx.games.vanguard_rome.lines import cell_in_shape

CARD_WIDTH, CARD_HEIGHT = 96.0, 112.0
STEP_X, STEP_Y = 106.0, 124.0
MARGIN = 30.0
FRONT_LINE = 1.25
"""From the middle of the table to a front row, in steps."""
PUSHED = 0.3
"""VR-013: how far the vanguard is pushed forward."""
LEAST_COLUMNS = 7
Point = tuple[float, float]


def shown_cells(position: Position, goals: set[int]) -> list[tuple[int, int]]:
    """Every space that is to be seen: units, gaps, what can be moved to, and slots to be filled; of the army whose turn
    it is also the ends of the line."""
    found, now = [], position.state
    for seat in sight.living_seats(position):
        cells = set(sight.units(position, seat)) | slots(position, seat)
        if not sight.laying_out(position):
            low, high = ends(position, seat)
            grows = seat == now.active and now.phase in (s.MAIN, s.TARGETING)
            cells |= set(range(max(low + (not grows), 0), min(high - (not grows), s.COLUMNS - 1) + 1))
        if seat == now.turn:
            cells |= goals
        found += [(seat, cell) for cell in sorted(cells)]
    return found


def ends(position: Position, seat: int) -> tuple[int, int]:
    """F lo and F hi."""
    return int(left_end(position.state, seat)), int(right_end(position.state, seat))


def room(position: Position) -> list[Point]:
    """Spots that are kept free whether or not something is to be seen there: lines grow at their ends."""
    if sight.laying_out(position):
        return []
    return [spot(position, seat, end) for seat in sight.living_seats(position) for end in ends(position, seat)]


def slots(position: Position, seat: int) -> set[int]:
    """VR-022, VR-156: the spaces of the shape that are still to be filled, for who lays out now."""
    now = position.state
    if now.phase != s.LAYING or seat != now.turn or not sight.decides_here(position):
        return set()
    laid, units = int(now.laid), int(now.laid) + int(pool_size(now, seat))
    return {int(cell_in_shape(position.board, units, int(now.lean), number)) for number in range(laid, units)}


def next_slot(position: Position) -> int | None:
    """The space that the next unit goes to."""
    now, seat = position.state, int(position.state.turn)
    if not slots(position, seat):
        return None
    units = int(now.laid) + int(pool_size(now, seat))
    return int(cell_in_shape(position.board, units, int(now.lean), int(now.laid)))


def is_veiled(position: Position, seat: int) -> bool:
    """Whether an army is still to be laid out, so that only the number of its units is shown."""
    now = position.state
    shown = seat == now.turn and sight.decides_here(position)
    return sight.laying_out(position) and bool(pool_size(now, seat)) and not shown


def spot(position: Position, seat: int, cell: int) -> Point:
    """Where a space lies, in steps from the middle of the table."""
    row, column = divmod(cell, s.COLUMNS)
    across, seats = column - s.CENTRE, sight.living_seats(position)
    first = sight.viewer(position) if sight.viewer(position) in seats else seats[0]
    turn = (seats.index(seat) - seats.index(first)) % len(seats)
    if len(seats) <= 2:
        depth = FRONT_LINE + row - (PUSHED if cell == s.VANGUARD else 0)
        return (across, depth) if turn == 0 else (-across, -depth)
    depth = 1 + row + abs(across)
    below, left, above, right = (across, depth), (-depth, across), (-across, -depth), (depth, -across)
    return ((below, left, right) if len(seats) == 3 else (below, left, above, right))[turn]


def card_outline(x: float, y: float) -> tuple[Point, ...]:
    """The corners of a card around its middle."""
    wide, tall = CARD_WIDTH / 2, CARD_HEIGHT / 2
    return ((x - wide, y - tall), (x + wide, y - tall), (x + wide, y + tall), (x - wide, y + tall))
