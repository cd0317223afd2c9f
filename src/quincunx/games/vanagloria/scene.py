"""Where things are drawn, and which picks on the table spell a move."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position
from quincunx.engine.scene import Area, Button, Link, Piece, Place, Scene, Seat
from quincunx.games.vanagloria import notation as n
from quincunx.games.vanagloria import state as s
from quincunx.games.vanagloria.advice import income
from quincunx.games.vanagloria.boards import ROOM, Graph, Point
from quincunx.games.vanagloria.rules import shield_fails
from quincunx.games.vanagloria.units import box, class_of, code_of, node_of
from quincunx.games.vanagloria.words import Vocabulary, a, listed, unit_words, vocabulary

STATION_SCALE, ORBIT_SCALE = 2.6, 1.26
"""Drawing units per unit of the board's own plan: the nearest platforms lie 99 apart."""
MARGIN = 60.0
PLACE_SIZE = 43.0
PIECE_SIZE = 24.0
CROWD = (-46.0, -45.0, 46.0, 17.0)
"""Where on a platform its stacks stand in ranks: left, top, right and bottom; beneath are its sign and its note."""
ORBIT_STEPS = 8
BUTTONS = (Button("activate", "Activate: use the platform the unit stands on"), Button("end", "End the turn"))
PLACE_MARKS = ("○", "R", "S", "W", "α", "β")


# ---------------------------------------------------------------- the scene


def scene(position: Position) -> Scene:
    """The station or the orbits, the stacks, the players."""
    net, words = n.graph(position), vocabulary(position)
    scale = STATION_SCALE if net.rooms else ORBIT_SCALE
    left = min(x for x, _ in net.xy) * scale - MARGIN
    top = min(y for _, y in net.xy) * scale - MARGIN
    corners = [(x, y) for _, x, y in net.rooms] + [(x + ROOM, y + ROOM) for _, x, y in net.rooms]
    if corners:
        left = min(left, min(x for x, _ in corners) * scale - MARGIN / 3)
        top = min(top, min(y for _, y in corners) * scale - MARGIN / 3)

    def at(x: float, y: float) -> Point:
        return round(x * scale - left, 1), round(y * scale - top, 1)

    bend = corridor if net.rooms else partial(orbit, net)
    where = [at(x, y) for x, y in net.xy]
    edge = [at(x, y) for x, y in corners]
    return Scene(
        title=f"{position.game.title}: {net.name}",
        width=max([x + MARGIN for x, _ in where] + [x + MARGIN / 3 for x, _ in edge]),
        height=max([y + MARGIN for _, y in where] + [y + MARGIN / 3 for _, y in edge]),
        prompt=prompt(position),
        mood=words.mood,
        areas=tuple(room(label, *at(x, y)) for label, x, y in net.rooms),
        links=tuple(
            Link(net.names[one], net.names[two], tuple(at(x, y) for x, y in bend(path)))
            for (one, two), path in net.paths.items()
        ),
        places=tuple(platform(position, net, words, node, *where[node]) for node in range(len(net.names))),
        pieces=tuple(stacks(position, net, words, where)),
        seats=tuple(player(position, words, seat) for seat in position_order(position)),
        buttons=() if position.over else BUTTONS,
        status=status(position),
        banners=tuple(banners(position)),
        overlays={"threatened": threatened(position, net)},
    )


def room(label: str, x: float, y: float) -> Area:
    """One tile, drawn as a square."""
    side = ROOM * STATION_SCALE
    return Area(f"room {label}", ((x, y), (x + side, y), (x + side, y + side), (x, y + side)), "room", label)


def platform(position: Position, net: Graph, words: Vocabulary, node: int, x: float, y: float) -> Place:
    """A platform with what it is worth now."""
    kind = net.kinds[node]
    owner = net.entrances.index(node) if node in net.entrances else None
    name = words.kinds[kind]
    unused = kind == s.ENTRANCE and owner is None
    worth = control(position, node)
    label = f"{name} {net.names[node]}"
    if owner is not None:
        label = f"{position.name(owner)}'s {label}"
    return Place(
        id=net.names[node],
        x=x,
        y=y,
        size=PLACE_SIZE,
        symbol=words.place_symbols[kind],
        kind="unused" if unused else words.place_symbols[kind],
        mark=PLACE_MARKS[kind],
        owner=owner,
        label=f"{label}, {worth}" if worth else label,
        note=worth,
    )


def control(position: Position, node: int) -> str:
    """VG-076..VG-078: who would get what from an energy platform now."""
    points = int(position.board.points[position.board.kind[node]])
    if not points:
        return ""
    here = n.seats_of(int(position.state.present[node]))
    if not here:
        return f"{points}"
    if len(here) > 1:
        return f"{points // 2} each"
    return f"{points} for {position.name(here[0])}"


def stacks(position: Position, net: Graph, words: Vocabulary, where: Sequence[Point]) -> list[Piece]:
    """Equal units on one platform are one piece with a count."""
    by_node: dict[int, list[tuple[int, int, int]]] = {}
    for seat in range(position.players):
        for code, many in sorted(Counter(n.units(position, seat)).items()):
            by_node.setdefault(node_of(code), []).append((seat, code, many))
    pieces = []
    for node, here in by_node.items():
        size, spots = ranks(len(here))
        for i, (seat, code, many) in enumerate(here):
            x, y = where[node][0] + spots[i][0], where[node][1] + spots[i][1]
            kind = class_of(code)
            count = f"{many} " if many > 1 else ""
            label = f"{position.name(seat)}: {count}{unit_words(words, kind)}{'s' * (many > 1)} on {net.names[node]}"
            pieces.append(
                Piece(
                    id=piece_id(net, seat, code),
                    place=net.names[node],
                    x=round(x, 1),
                    y=round(y, 1),
                    size=size,
                    symbol=words.shielded_symbol if kind >= s.WEAPON_LEVELS else words.plain_symbol,
                    owner=seat,
                    count=many,
                    marks=(words.weapon_symbols[kind % s.WEAPON_LEVELS],),
                    text=f"{many if many > 1 else ''}{n.CLASS_CODES[kind]}",
                    label=label,
                    spent=marked(position, seat, node, kind),
                )
            )
    return pieces


def ranks(stacks: int) -> tuple[float, list[Point]]:
    """How large so many stacks can be on a platform, and where each stands."""
    left, top, right, bottom = CROWD

    def size_in(rows: int) -> float:
        return min(PIECE_SIZE, (right - left) / 2 / -(-stacks // rows), (bottom - top) / 2 / rows)

    rows = max(range(1, stacks + 1), key=size_in)
    size = size_in(rows)
    spots = []
    for row in range(rows):
        here = (stacks + row) // rows
        y = (top + bottom) / 2 + (2 * row - rows + 1) * size
        spots += [((left + right) / 2 + (2 * i - here + 1) * size, y) for i in range(here)]
    return round(size, 1), spots


def corridor(path: Sequence[Point]) -> list[Point]:
    """A line that leaves rooms at right angles and turns by 45°. All points but the ends are doors in walls."""
    if len(path) == 2:
        return list(path)
    points = [path[0]]
    for one, other in pairwise(path):
        (x, y), end = (other, one) if one == path[0] else (one, other)
        across, along = end[0] - x, end[1] - y
        if x % ROOM == 0:
            straight = max(abs(across) - abs(along), 0.0)
            turn = x + math.copysign(straight, across), y
        else:
            straight = max(abs(along) - abs(across), 0.0)
            turn = x, y + math.copysign(straight, along)
        points += [other] if turn in (one, other) else [turn, other]
    return points


def orbit(net: Graph, path: Sequence[Point]) -> list[Point]:
    """A line between planets that are equally far from the centre of all follows their orbit."""
    cx, cy = (sum(values) / len(net.xy) for values in zip(*net.xy, strict=True))
    (ax, ay), (bx, by) = ((x - cx, y - cy) for x, y in path)
    radius, start = math.hypot(ax, ay), math.atan2(ay, ax)
    turn = math.remainder(math.atan2(by, bx) - start, math.tau)
    if abs(radius - math.hypot(bx, by)) > 1 or abs(turn) > 3:
        return list(path)
    angles = [start + turn * i / ORBIT_STEPS for i in range(1, ORBIT_STEPS)]
    return [path[0], *((cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles), path[-1]]


def marked(position: Position, seat: int, node: int, kind: int) -> bool:
    """Whether a unit of this stack has activated or attacked this turn."""
    now = position.state
    if seat != now.turn or now.mark == s.NO_MARK or now.mark_node != node:
        return False
    return bool(now.mark_class == (kind if now.mark == s.ACTIVATED else kind % s.WEAPON_LEVELS))


def position_order(position: Position) -> list[int]:
    """The seats in this round's order."""
    return [int(seat) for seat in position.state.order[: position.players]]


def player(position: Position, words: Vocabulary, seat: int) -> Seat:
    """Score, projected income and what is left in the box."""
    now, board = position.state, position.board
    if board.cubes:
        facts = [f"{box(board, now, seat)} cubes in the box"]
    else:
        plain, shields = board.plain_limit - now.plain[seat], board.shield_limit - (now.count[seat] - now.plain[seat])
        stands = [int(limit - have) for limit, have in zip(board.stand_limit, now.armed[seat], strict=True)]
        facts = [f"box: {plain} plain, {shields} shielded; stands {stands[0]} d, {stands[1]} m, {stands[2]} r"]
        if shield_fails(board, now, seat):
            facts.append(f"12 {'plain' if plain <= 0 else 'units'} in play: shields do not protect now")
    score = int(now.score[seat])
    flips = 0 if score <= 50 else 1 if score <= 100 else 2
    if flips and not board.cubes:
        facts.append(f"bonus token +{50 * flips}")
    return Seat(
        seat=seat,
        name=position.name(seat),
        turn=position.turn == seat,
        score=score,
        goal=int(board.target),
        gain=0 if position.over else int(income(board, now, seat)),
        facts=tuple(facts),
        out=bool(now.out >> seat & 1),
    )


def prompt(position: Position) -> str:
    """What is asked of whom."""
    now = position.state
    if position.over:
        names = [position.name(seat) for seat in n.seats_of(int(now.winners))]
        return f"The game is over: {listed(names)} {'wins' if len(names) == 1 else 'share the win'}."
    left = "two actions" if now.actions == s.ACTIONS else "one action"
    return f"{position.name(int(now.turn))} has {left}: move, activate, attack, or end the turn."


def status(position: Position) -> tuple[str, ...]:
    """Round and order of play."""
    now = position.state
    limit = f" of {position.board.round_limit}" if position.board.round_limit else ""
    names = [position.name(seat) for seat in position_order(position)]
    return (f"Round {now.round_no}{limit}", f"Order: {', '.join(names)}", f"Target: {position.board.target} points")


def banners(position: Position) -> list[str]:
    """Who would win if the round ended now; overtime."""
    now, board = position.state, position.board
    said: list[str] = []
    if position.over:
        return said
    if now.overtime:
        said.append("Overtime: whoever leads alone at the end of a round wins.")
    standing = [seat for seat in range(position.players) if not now.out >> seat & 1]
    hopes = {seat: int(now.score[seat] + income(board, now, seat)) for seat in standing}
    best = max(hopes.values())
    ahead = [seat for seat, points in hopes.items() if points == best]
    if best >= board.target and len(ahead) == 1:
        said.append(f"{position.name(ahead[0])} would win if the round ended now ({best} points).")
    return said


def threatened(position: Position, net: Graph) -> tuple[str, ...]:
    """Platforms that an enemy of the acting seat can hit from where it stands."""
    found: set[int] = set()
    for seat in range(position.players):
        if seat == position.state.turn:
            continue
        for code in n.units(position, seat):
            node, weapon = node_of(code), class_of(code) % s.WEAPON_LEVELS
            if weapon >= s.MELEE:
                found.add(node)
            if weapon == s.RANGE:
                found.update(net.links[node])
    return tuple(net.names[node] for node in sorted(found) if net.kinds[node] != s.ENTRANCE)


# ---------------------------------------------------------------- picks


def piece_id(net: Graph, seat: int, code: int) -> str:
    """A stack's name on the table: `0:d@E0`."""
    return f"{seat}:{n.stack_text(net, code)}"


def picks(position: Position, number: int) -> list[tuple[str, ...]]:
    """A stack, then where it goes, or "activate", or the enemy stack that it attacks."""
    if number == s.END:
        return [("end",)]
    net, seat = n.graph(position), int(position.state.turn)
    node, rest = divmod(number - 1, s.PER_NODE)
    if rest < s.STACK_MOVES:
        kind, verb = divmod(rest, s.PER_STACK)
        goal = "activate" if verb == s.ACTIVATE else net.names[net.links[node][verb]]
        return [(piece_id(net, seat, code_of(node, kind)), goal)]
    reach, target = divmod(rest - s.STACK_MOVES, s.RIVALS * s.CLASSES)
    rival, target_kind = divmod(target, s.CLASSES)
    there = n.reach_of(net, node, reach)
    assert there is not None
    weapon = s.MELEE if reach == s.REACH_MELEE else s.RANGE
    aim = piece_id(net, (seat + rival + 1) % position.players, code_of(there, target_kind))
    own = n.units(position, seat)
    attackers = (code_of(node, weapon), code_of(node, weapon + s.WEAPON_LEVELS))
    return [(piece_id(net, seat, code), aim) for code in attackers if code in own]


def meant(position: Position, path: Sequence[str]) -> int:
    """The move that a path of picks means, legal or not."""
    if list(path) == ["end"]:
        return s.END
    if not path or ":" not in path[0]:
        raise QuincunxError("Pick one of your stacks first, or end the turn.")
    seat, _, stack = path[0].partition(":")
    if n.read_seat(position, seat) != int(position.state.turn):
        raise n.refuse(position, s.NOT_YOUR_UNIT)
    if len(path) == 1:
        raise QuincunxError("Pick where it goes, an enemy stack to attack, or activate.")
    goal = path[1]
    if goal == "activate":
        return n.read(position, f"act {stack}")
    return n.read(position, f"att {stack} > {goal}" if ":" in goal else f"move {stack} > {goal}")


def harmed(position: Position, number: int) -> int | None:
    """The seat that an attack hits."""
    rest = (number - 1) % s.PER_NODE - s.STACK_MOVES
    if number == s.END or rest < 0:
        return None
    return (int(position.state.turn) + rest // s.CLASSES % s.RIVALS + 1) % position.players


def describe(position: Position, number: int) -> str:
    """A move as a person would say it, for lists and screen readers."""
    if number == s.END:
        return "End the turn"
    words, net = vocabulary(position), n.graph(position)
    node, rest = divmod(number - 1, s.PER_NODE)
    if rest < s.STACK_MOVES:
        kind, verb = divmod(rest, s.PER_STACK)
        unit = a(unit_words(words, kind))
        if verb == s.ACTIVATE:
            return f"On {net.names[node]}, {unit}: {words.functions[net.kinds[node]]}"
        goal = net.links[node][verb]
        return f"Move {unit} from {net.names[node]} to {words.kinds[net.kinds[goal]]} {net.names[goal]}"
    target = (rest - s.STACK_MOVES) % s.CLASSES
    seat = harmed(position, number)
    there = n.reach_of(net, node, (rest - s.STACK_MOVES) // (s.RIVALS * s.CLASSES))
    assert seat is not None
    assert there is not None
    aim = f"{position.name(seat)}'s {unit_words(words, target)} on {net.names[there]}"
    return f"From {net.names[node]}, attack {aim}"
