"""The tree that search grows: templates that compile into one loop with any game's rules.

One tree stands for everything that a seat can't tell apart: each round of growth begins in another world that fits
what the seat knows (`guess`), and goes down by the moves that are legal there (information-set search; Cowling, Powley
and Whitehouse 2012). Chance needs no nodes of its own for the same reason. Every seat takes the moves that promise it
most. A node is a move made by a seat; its children lie side by side, in the order of their seats and moves.
"""

# mypy: ignore-errors

import math

import numpy as np

from quincunx.engine.chance import bits, draw
from quincunx.engine.compiling import compiled, record, template, template_apart
from quincunx.engine.contract import (
    BOARD,
    MOST_MOVES,
    SEATS,
    STATE,
    appraise,
    guess,
    moves,
    outcome,
    play,
    prune,
    regard,
)

NODE = record(
    [
        ("total", "f8"),  # of the results, for the seat that made the move
        ("visits", "i4"),
        ("offered", "i4"),  # how often the move was legal when its parent was passed
        ("hope", "f4"),  # what `regard` said when the move was first seen
        ("prior", "f4"),  # its share of the attention, by the hopes of all its siblings
        ("first", "i4"),  # where its children begin
        ("move", "i2"),
        ("count", "i2"),  # of its children
        ("room", "i2"),
        ("seat", "i1"),
    ]
)
STYLE = record(
    [
        ("curiosity", "f8"),
        ("sharpness", "f8"),
        ("trust", "f8"),
        ("playout", "i4"),
        ("tries", "i4"),
        ("patience", "i4"),
        ("blur", "f8"),  # how far a first sight may be from the truth: its standard deviation
    ]
)
"""`engine.style.Style`, for compiled code, and how blurred the judgement is."""
ROOT = 0
USED = 0
"""Where the book notes how many nodes are in use."""
UNTRIED = 9.0
"""The worth of a move that nobody has looked at yet: it comes before the others."""
FINE = 1 << 20
"""Steps in the errors of a blurred judgement."""
SPARE = 2
"""A block of children gets so much more room when new ones turn up."""
MARGIN = 8
"""A tree is nearly full when only this part of its room is left."""


@template_apart
def list_moves(board, state, out):
    """The legal moves: one function for all that search does, since the rules are long."""
    return moves(board, state, out)


@template_apart
def make_move(board, state, move):
    """Plays a move and notes nothing."""
    play(board, state, move, None)


@template_apart
def take_stock(board, state, values):
    """What each seat gets, or may expect to get."""
    if state.over:
        outcome(board, state, values)
    else:
        appraise(board, state, values)


@template_apart
def glance(board, state, seat, move, trial, values):
    """What a move looks like at first sight to the seat that makes it."""
    trial[0] = state
    make_move(board, trial[0], move)
    if trial[0].over:
        outcome(board, trial[0], values)
    else:
        regard(board, trial[0], seat, values)
    return values[seat]


@template
def find_room(nodes, book, node, needed):
    """Makes room for so many children; their block may have to move. Returns whether there was room."""
    if nodes[node].room >= needed:
        return True
    room = needed if nodes[node].count == 0 else needed + needed // 2 + SPARE
    if book[USED] + room > len(nodes):
        return False
    start = book[USED]
    first = np.int64(nodes[node].first)
    for i in range(np.int64(nodes[node].count)):
        nodes[start + i] = nodes[first + i]
    nodes[node].first = start
    nodes[node].room = room
    book[USED] += room
    return True


@template
def add_child(nodes, node, place, seat, move, hope):
    """Puts a new child at its place among the others."""
    first = np.int64(nodes[node].first)
    for i in range(first + np.int64(nodes[node].count), first + place, -1):
        nodes[i] = nodes[i - 1]
    child = nodes[first + place]
    child.total = 0.0
    child.visits = 0
    child.offered = 0
    child.hope = hope
    child.prior = 0.0
    child.first = 0
    child.move = move
    child.count = 0
    child.room = 0
    child.seat = seat
    nodes[node].count += 1


@template
def share_attention(nodes, node, sharpness):
    """Gives each child its prior: the better it looks, the more (a softmax)."""
    first = np.int64(nodes[node].first)
    last = first + np.int64(nodes[node].count)
    best = -9.0
    for i in range(first, last):
        best = max(best, nodes[i].hope)
    total = 0.0
    for i in range(first, last):
        weight = math.exp(sharpness * (nodes[i].hope - best))
        nodes[i].prior = weight
        total += weight
    for i in range(first, last):
        nodes[i].prior /= total


@template
def misjudgement(dice):
    """An error of mean 0 and deviation 1, nearly normal: the sum of four that are evenly spread."""
    total = 0
    for _ in range(4):
        total += draw(dice, FINE + 1)
    return (total / FINE - 2.0) * math.sqrt(3.0)


@template
def meet(board, state, nodes, book, node, out, count, dice, style, trial, values):
    """Sees to it that every legal move is a child of the node. Returns whether there was room for all."""
    seat = np.int64(state.turn)
    first = np.int64(nodes[node].first)
    children = np.int64(nodes[node].count)
    i = 0
    missing = 0
    for k in range(count):
        while i < children and (
            nodes[first + i].seat < seat or (nodes[first + i].seat == seat and nodes[first + i].move < out[k])
        ):
            i += 1
        if i == children or nodes[first + i].seat != seat or nodes[first + i].move != out[k]:
            missing += 1
    if missing == 0:
        return True
    if not find_room(nodes, book, node, children + missing):
        return False
    first = np.int64(nodes[node].first)
    i = 0
    for k in range(count):
        while i < nodes[node].count and (
            nodes[first + i].seat < seat or (nodes[first + i].seat == seat and nodes[first + i].move < out[k])
        ):
            i += 1
        if i == nodes[node].count or nodes[first + i].seat != seat or nodes[first + i].move != out[k]:
            hope = 0.0
            if style.trust > 0.0:
                hope = glance(board, state, seat, out[k], trial, values)
            if style.blur > 0.0:
                hope += style.blur * misjudgement(dice)
            add_child(nodes, node, i, seat, out[k], hope)
    share_attention(nodes, node, style.sharpness)
    return True


@template
def select(state, nodes, node, out, count, style):
    """The legal child that is most worth a try (PUCT; Rosin 2011, Silver et al. 2017)."""
    seat = np.int64(state.turn)
    first = np.int64(nodes[node].first)
    trust = style.trust
    best = -1e9
    chosen = first
    i = first
    for k in range(count):
        while nodes[i].seat != seat or nodes[i].move != out[k]:
            i += 1
        child = nodes[i]
        child.offered += 1
        visits = child.visits
        worth = UNTRIED
        if visits + trust > 0.0:
            worth = (child.total + trust * child.hope) / (visits + trust)
        worth += style.curiosity * math.sqrt(child.offered) * child.prior / (1.0 + visits)
        if worth > best:
            best = worth
            chosen = i
        i += 1
    return chosen


@template
def pick_of_some(board, state, dice, out, tries, trial, values):
    """The move that looks best among a few that are drawn, or among all that are worth a look if there are no more."""
    count = list_moves(board, state, out)
    if tries > 1:
        count = prune(board, state, -1, -1, out, count)
    if tries <= 1 or count == 1:
        return out[draw(dice, count)]
    seat = np.int64(state.turn)
    looks = min(tries, count)
    best = -9.0
    choice = out[0]
    for i in range(looks):
        if looks < count:
            k = i + draw(dice, count - i)
            move = out[k]
            out[k] = out[i]
            out[i] = move
        worth = glance(board, state, seat, out[i], trial, values)
        if worth > best:
            best = worth
            choice = out[i]
    return choice


@template
def play_out(board, state, turns, dice, out, style, trial, values):
    """Quick moves until somebody is to move who has had enough turns, then a judgement; or to the end. Returns how many
    moves that took."""
    count = 0
    while not state.over and (style.playout < 0 or turns[state.turn] <= style.playout):
        seat = np.int64(state.turn)
        make_move(board, state, pick_of_some(board, state, dice, out, style.tries, trial, values))
        turns[state.turn] += seat != state.turn
        count += 1
    take_stock(board, state, values)
    return count


@template_apart
def visit(table, view, seat, nodes, book, path, totals, dice, how, rounds, world, trial, out, values, turns):
    """So many visits to a tree, each in a world of its own; what comes after `rounds` is room to work in. It ends early
    when the tree is nearly full. Returns how many moves were played on the way."""
    played = 0
    for _ in range(rounds):
        world[0] = view[0]
        world[0].chance = bits(dice)
        guess(table, world[0], seat)
        node = np.int64(ROOT)
        depth = 0
        turns[:] = 0
        turns[world[0].turn] = 1
        earlier = -1
        last = -1
        while True:
            if world[0].over:
                take_stock(table, world[0], values)
                break
            if (nodes[node].visits < how.patience and depth > 0) or depth + 1 >= len(path):
                played += play_out(table, world[0], turns, dice, out, how, trial, values)
                break
            count = list_moves(table, world[0], out)
            if depth > 0:
                count = prune(table, world[0], earlier, last, out, count)
            if not meet(table, world[0], nodes, book, node, out, count, dice, how, trial, values):
                played += play_out(table, world[0], turns, dice, out, how, trial, values)
                break
            if depth == 0:  # of all moves that can be made now something is known, if only at first sight
                count = prune(table, world[0], earlier, last, out, count)
            node = select(world[0], nodes, node, out, count, how)
            make_move(table, world[0], nodes[node].move)
            depth += 1
            path[depth] = node
            earlier = last
            last = np.int64(nodes[node].move)
            if world[0].turn != nodes[node].seat:
                turns[world[0].turn] += 1
                earlier = -1
                last = -1
        nodes[ROOT].visits += 1
        for i in range(1, depth + 1):
            step = nodes[path[i]]
            step.visits += 1
            step.total += values[step.seat]
        for i in range(SEATS):
            totals[i] += values[i]
        played += depth
        if book[USED] > len(nodes) - len(nodes) // MARGIN:
            break
    return played


@template
def grow(board, known, seat, nodes, book, path, totals, dice, style, rounds):
    """Lets the tree grow by so many visits, or less if it gets nearly full. Returns how many moves were played on the
    way."""
    world = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    out = np.empty(MOST_MOVES, np.int16)
    values = np.zeros(SEATS, np.float64)
    turns = np.zeros(SEATS, np.int64)  # that each seat has had since the root, the one that goes on included
    return visit(
        board.view(BOARD)[0],
        known.view(STATE),
        seat,
        nodes,
        book,
        path,
        totals,
        dice[0],
        style[0],
        rounds,
        world,
        trial,
        out,
        values,
        turns,
    )


@compiled
def transplant(nodes, root, fresh, least):
    """Copies the tree under a node into an empty arena, without what lies behind nodes that were visited less than so
    often; returns how many nodes it has there."""
    fresh[ROOT] = nodes[root]
    used = 1
    i = 0
    while i < used:
        if i != ROOT and fresh[i].visits < least:
            fresh[i].count = 0
            fresh[i].room = 0
        count = np.int64(fresh[i].count)
        first = np.int64(fresh[i].first)
        if count > 0:
            for k in range(count):
                fresh[used + k] = nodes[first + k]
            fresh[i].first = used
            fresh[i].room = count
            used += count
        i += 1
    return used
