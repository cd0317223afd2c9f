"""Galaxy of D, reckoned twice: the moves of any ship, any combat and any Pirate against the ledger in plain Python."""

from random import Random
from typing import Any

import pytest

from quincunx.games.galaxy_of_d.setup import MAPS, galaxy
from quincunx.table.match import Match
from tests.games.galaxies import (
    ARMOR,
    ATTACK,
    armor,
    around,
    by_class,
    clash,
    distance,
    left_over,
    money,
    neighbours,
    numbers,
    phase,
    pirates,
    play,
    set_up,
    settle,
    written_state,
)
from tests.helpers import legal

SPEED = dict(zip("ISFLCBAD", (3, 2, 2, 2, 2, 2, 3, 1), strict=True))
CHITS = "IIIIIISSSSSFFLLCCCCBAAADDD"


# ---------------------------------------------------------------- the moves of a ship


def effect(game: Match, code: str, sector: str) -> bool:
    """GD-217, GD-219, GD-220, by the ledger."""
    thing = game.game.write(game)["things"].get(sector)
    if code == "B":
        return bool(game.game.write(game)["bases"][1] == sector)
    return (code, thing) in (("F", "planet"), ("L", "spaceport"))


def walk(game: Match, code: str, start: str) -> dict[str, tuple[str, ...]]:
    """Every move of a ship, step by step as the ledger has it, with its shortest and then first way."""
    now = game.game.write(game)
    stops = {*now["ships"][1], *(at for at in now["pirates"] if at)}
    stops |= {now["bases"][1]} if game.options["starbase_stops"] == "yes" else set()
    found: dict[str, tuple[str, ...]] = {}
    ways: list[tuple[tuple[str, ...], bool]] = [((start,), False)]
    for step in range(SPEED[code]):
        longer = []
        for way, done in ways:
            if step and way[-1] in stops:
                continue
            passed = done or (step > 0 and effect(game, code, way[-1]))
            longer += [((*way, there), passed) for there in neighbours(way[-1])]
        for way, passed in longer:
            if way[-1] != start or passed or effect(game, code, start):
                found.setdefault(f"go {way[-1]}{' through' if passed else ''}", way)
        ways = longer
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_moves_of_a_ship_are_those_of_the_ledger(seed: int) -> None:
    """GD-210, GD-212, GD-214..GD-217, GD-219, GD-220, R-17, R-21, R-24: step by step in crowded corners of the map; the
    way that is told is the shortest, then the first"""
    dice = Random(seed)
    here = [name for name in galaxy("standard").names if distance(name, dice.choice(("C3", "F6", "I9", "A6"))) <= 3]
    dice.shuffle(here)
    bases, here = (f"{here[0]} {far(here[0], here[1:])}"), here[1:]
    free = [sector for sector in here if sector not in bases.split()]
    start, *free = free
    things: dict[str, str] = {}
    for letter in "SPPAP":
        spot = next((s for s in free if s != start and all(distance(s, t) > 1 for t in things)), None)
        if spot:
            things[spot] = letter
    code = dice.choice("FLFLBBBIAC" if start not in things else "IBAC")
    enemies = dice.sample([*free, start], min(len(free), dice.randrange(5)))
    game = set_up(
        base=bases,
        things=" ".join(f"{sector}={letter}" for sector, letter in things.items()),
        ships0=f"{start}={code}",
        ships1=" ".join(f"{sector}=I" for sector in enemies),
        pirates=f"C@{dice.choice(free)}",
        starbase_stops=dice.choice(("no", "yes")),
    )
    ways = walk(game, code, start)
    play(game, f"ship {start} {code}")
    assert legal(game) == set(ways)
    move = dice.choice(sorted(ways, key=lambda text: (by_class(code), text)))
    about = next(telling.about for telling in game.play(move).tellings()[-1] if "GD-210" in telling.rules)
    assert about == ways[move]


def far(one: str, others: list[str]) -> str:
    """A sector for the second Starbase."""
    return next(other for other in [*others, "L6", "A1"] if distance(one, other) >= 3)


# ---------------------------------------------------------------- combats


def reference(sides: list[str], base: int | None, dice: Random) -> tuple[list[str], list[str], int]:
    """GD-305..GD-315, R-27, R-28, R-34 by the ledger: (survivors, what is named, damage of the Starbase)."""
    attack = [sum(ATTACK[code] for code in side) + 3 * (seat == base) for seat, side in enumerate(sides)]
    there = [bool(side) or seat == base for seat, side in enumerate(sides)]
    named: list[str] = []
    alive = [list(side) for side in sides]
    damage = 0
    for seat in range(3):
        left = max(attack[other] for other in range(3) if other != seat and there[other])
        mine = alive[seat]
        while left and mine:
            total, least = sum(ARMOR[code] for code in mine), min(ARMOR[code] for code in mine)
            free = len(set(mine)) == 1 or left < least or left >= total
            code = mine[0] if free else dice.choice(mine)
            if not free and seat == 2:
                code = "C" if left < ARMOR["C"] else "S"
            if not free and seat < 2:
                named.append(f"absorb {code}")
            if left >= ARMOR[code]:
                left -= ARMOR[code]
                mine.remove(code)
            else:
                left = 0
        if seat == base and not mine:
            damage = left
    return ["".join(sorted(side, key=by_class)) for side in alive], named, damage


@pytest.mark.parametrize("seed", range(150))
def test_any_combat_goes_as_the_ledger_says(seed: int) -> None:
    """GD-304..GD-321, R-27..R-34: random fleets of two or three sides, in the open or on a Starbase, with random
    choices, against a second reckoning"""
    dice = Random(seed)
    base = dice.choice((None, None, 0, 1))
    sides = ["".join(dice.sample(CHITS, dice.choice((1, 2, 3, 5, 8)))) for _ in range(2)]
    sides[1] = dice.choice((sides[1], "")) if base == 1 else sides[1]
    sides.append("" if base is not None else dice.choice(("", "S", "C", "SC")))
    survivors, named, damage = reference(sides, base, dice)
    home = {None: "A1 L6", 0: "F6 L6", 1: "A1 F6"}[base]
    game = clash(*sides, base=home, money="3 22")
    for move in named:
        play(game, move)
    assert phase(game) == ("over" if damage >= 20 else "combat")
    assert [*left_over(game), "".join(code for code in "SC" if f"{code}@F6" in pirates(game))] == survivors
    assert armor(game) == [20 - damage * (base == seat) for seat in (0, 1)]
    lost = [len(before) - len(after) for before, after in zip(sides, survivors, strict=True)]
    paid = [(lost[1 - seat] + lost[2]) * ("S" in survivors[seat]) * (damage < 20) for seat in (0, 1)]
    assert money(game) == [min(25, 3 + paid[0]), min(25, 22 + paid[1])]


# ---------------------------------------------------------------- Pirates


@pytest.mark.parametrize("seed", range(80))
def test_any_pirate_goes_as_the_ledger_says(seed: int) -> None:
    """GD-402..GD-408, R-38..R-44: random positions; target, candidates and each step against a second reckoning"""
    dice = Random(seed)
    name = dice.choice(MAPS)
    names = galaxy(name).names
    middle = dice.choice(names)
    near = [sector for sector in names if distance(middle, sector, name) <= 4]
    home = dice.sample(near, 1)
    home.append(dice.choice([sector for sector in names if distance(home[0], sector, name) >= 3]))
    free = [sector for sector in near if sector not in home]
    start, *spots = dice.sample(free, min(len(free), 5))
    ships = [" ".join(f"{sector}=D" for sector in spots[seat::2][:2]) for seat in (0, 1)]
    ships[dice.randrange(2)] += f" {home[0]}=B {home[1]}=B"
    frame: dict[str, Any] = {"ships0": ships[0], "ships1": ships[1], "base": " ".join(home), "pirates": f"C@{start}"}
    game = settle(play(set_up(**frame, map=name, seed=seed), "end"))
    check_hunt(game, name, written_state(game.at(0)), start)


def check_hunt(game: Match, name: str, before: Any, start: str) -> None:
    """Reads what was told of the Pirate Cruiser and reckons it again."""
    heard = [t for move in game.tellings() for t in move if t.words.startswith("The Pirate Cruiser")]
    if numbers(heard[0].words)[0] > 3:
        assert len(heard) == 1
        return
    bases = set(before["bases"])
    prey = {sector for stacks in before["ships"] for sector in stacks} - bases
    nearest = min(distance(start, sector, name) for sector in prey)
    candidates = sorted((s for s in prey if distance(start, s, name) == nearest), key=galaxy(name).names.index)
    target = heard[1].about[0]
    assert target in candidates
    check_die(heard[1].words, candidates, target)
    steps = around(target, frozenset(bases), name)
    here = start
    for telling in heard[2:]:
        assert telling.about[0] == here
        open_to = [sector for sector in neighbours(here, name) if sector not in bases]
        best = min((steps[sector], distance(sector, target, name)) for sector in open_to)
        ways = [sector for sector in open_to if (steps[sector], distance(sector, target, name)) == best]
        here = telling.about[1]
        check_die(telling.words, ways, here)
        assert (here in prey) == (telling is heard[-1] and here in prey)
    assert len(heard) == 4 or here in prey


def check_die(words: str, candidates: list[str], chosen: str) -> None:
    """R-41: what was rolled leads to the candidate; one candidate needs no die."""
    assert ("to choose from" in words) == (len(candidates) > 1)
    if len(candidates) > 1:
        die = numbers(words)[-1]
        assert candidates[(die - 1) // (6 // len(candidates))] == chosen
