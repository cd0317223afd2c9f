"""Vanguard: Rome: positions that could never come about, and positions that are nearly right."""

import json
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption, BadPosition, Unknown
from quincunx.games.vanguard_rome.reading import KEYS, PHASES
from quincunx.games.vanguard_rome.setup import COMMAND_CODES, KIND_CODES
from quincunx.table.match import Match
from tests.bad_input.legions_input import ARMIES, LEGIONS, TABLE, is_sentence
from tests.bad_input.nonsense import JUNK, NONSENSE
from tests.bad_input.test_galaxy_positions import spots
from tests.playouts import Setting, play_on
from tests.properties.armies import large_armies
from tests.properties.sound import assert_moves_are_sound

MOST_DECISIONS = 6_000


def with_army(seat: int = 0, **words: Any) -> dict[str, Any]:
    """The two armies, with something else in one of them."""
    armies = [dict(army) for army in ARMIES]
    armies[seat] |= words
    return TABLE | {"armies": armies}


NIGHT: dict[str, Any] = {"phase": "KEEP", "active": 0, "command_used": True}
OPENING: dict[str, Any] = TABLE | {"phase": "DEPLOY", "active": None}
POOL = ["IN", "IN", "IN", "SL", "SL", "AR", "CA", "EL", "CO", "BA"]


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("no such key", LEGIONS | {"bases": []}),
        ("phase: should be one of", LEGIONS | {"phase": "fight"}),
        ("armies", TABLE),
        ("armies", TABLE | {"armies": ARMIES[:1]}),
        ("armies", TABLE | {"armies": [*ARMIES, ARMIES[0]]}),
        ("two seats have units", TABLE | {"armies": [{}, ARMIES[1]]}),
        ("turn: should be a whole number", LEGIONS | {"turn": 0}),
        ("turn: should be a whole number", LEGIONS | {"turn": 201}),
        ("active", LEGIONS | {"active": 2}),
        ("active", LEGIONS | {"active": None}),
        ("decider", LEGIONS | {"decider": 1}),
        ("first", LEGIONS | {"first": -1}),
        ("front", with_army(front="CE IN PR")),
        ("front", with_army(front="[CE] [IN]")),
        ("front", with_army(front="CE [XX]")),
        ("front", with_army(front="CE [IN] ??")),
        ("front", with_army(front="(CE) [IN]")),
        ("front", with_army(front="CE [IN" + 40 * " ..")),
        ("R-40", with_army(front="[IN]" + 31 * " .." + " SL")),
        ("rear", with_army(rear="[(EL)]")),
        ("rear", with_army(rear="[(SL]")),
        ("VR-119", with_army(rear="[CV+]")),
        ("VR-060", with_army(rear="[IN']")),
        ("VR-061", with_army(1, rear="[CO']")),
        ("VR-002", LEGIONS | {"options": {"use_rear": False}}),
        ("VR-180", LEGIONS | {"options": {"hidden_rear": False}}),
        ("VR-003", LEGIONS | {"options": {"use_commands": False}}),
        ("VR-100", with_army(front="EL EL [EL] EL EL")),
        ("VR-150", with_army(hand=["FLANK"] * 5)),
        ("VR-048", with_army(1, hand=["FLANK"] * 4 + ["VOLLEY"] * 4)),
        ("hand", with_army(hand=["BRIBE"])),
        ("hand", with_army(hand="FLANK")),
        ("one seat sees", with_army(hand=3)),
        ("one seat sees", with_army(rear="[(??)]")),
        ("pool", with_army(pool=["IN"])),
        ("R-50", LEGIONS | {"pending": ["IN", "SL"]}),
        ("pending", LEGIONS | {"pending": ["IN", "SL", "AR"], "command_used": True}),
        ("pending", LEGIONS | {"pending": ["XX"]}),
        ("pending", LEGIONS | {"pending": ["IN"], "phase": "RETREAT"}),
        ("VR-100", LEGIONS | {"unit_piles": [{"EL": 4}]}),
        ("unit_piles", LEGIONS | {"unit_piles": [{"IN": -1}]}),
        ("unit_piles", LEGIONS | {"unit_piles": [{}, {}]}),
        ("VR-150", LEGIONS | {"command_piles": [{"FLANK": 4}]}),
        ("picked", LEGIONS | {"phase": "TARGET"}),
        ("picked", LEGIONS | {"phase": "TARGET", "picked": "chariot F0"}),
        ("picked", LEGIONS | {"picked": "call F0"}),
        ("retreated", LEGIONS | {"phase": "FILL", "command_used": True}),
        ("VR-159", with_army(1, hand=[]) | {"phase": "RETREAT", "active": 1}),
        ("VR-048", LEGIONS | {"phase": "DISCARD"}),
        ("asked", LEGIONS | {"active": 0, "phase": "CATAPULT"}),
        ("asked", LEGIONS | {"active": 0, "phase": "CATAPULT", "asked": "F0"}),
        ("queue", LEGIONS | {"active": 0, "phase": "STANDARD"}),
        ("queue", LEGIONS | {"active": 0, "phase": "STANDARD", "queue": ["F0"]}),
        ("order", LEGIONS | {"order": "javelin F-1"}),
        ("attack", LEGIONS | {"attack": [["F0"], []]}),
        ("VR-176", LEGIONS | {"active": 0, "phase": "FACE"}),
        ("R-12", LEGIONS | {"phase": "CLOSE", "active": None}),
        ("VR-047", LEGIONS | NIGHT | {"command_used": False}),
        ("VR-155", LEGIONS | NIGHT | {"phase": "DEPLOY"}),
        ("VR-021", OPENING | {"armies": [{"pool": POOL[:9]}, {"pool": POOL}]}),
        ("VR-021", OPENING | {"armies": [{"pool": POOL}, {"front": "[IN]", "pool": POOL[1:]}]}),
        ("VR-022", OPENING | {"armies": [{"front": "IN [..]", "pool": POOL[1:]}, {"pool": POOL}]}),
        ("lean", OPENING | {"armies": [{"pool": POOL}, {"pool": POOL}], "lean": "right"}),
        ("winners", LEGIONS | {"active": 0, "phase": "OVER"}),
        ("winners", LEGIONS | {"winners": [0]}),
        ("winners", LEGIONS | {"active": 0, "phase": "OVER", "winners": [0]}),
        ("VR-093", LEGIONS | {"phase": "OVER", "active": 0, "winners": [0], "ending": "turn limit"}),
        ("VR-174", LEGIONS | {"players": 3, "options": {"decks": "divide_equal"}}),
        ("at least 20 turns", LEGIONS | {"options": {"turn_limit": 7}}),
    ],
)
def test_an_impossible_position_names_the_broken_limit(words: str, position: dict[str, Any]) -> None:
    with pytest.raises((BadPosition, BadOption)) as bad:
        quincunx.set_up(position)
    assert words in str(bad.value)
    assert is_sentence(str(bad.value))


# ---------------------------------------------------------------- positions that are nearly right


@lru_cache
def samples() -> list[dict[str, Any]]:
    """Positions of every phase."""
    found: dict[str, list[dict[str, Any]]] = {phase: [] for phase in PHASES}
    for seed in range(12):
        players = 2 + seed % 3
        options: dict[str, Any] = {"turn_limit": 20, "close_up": seed % 2 == 0, "hand_limit": 3 + seed % 3}
        options["shift_model"] = ("group", "rows")[seed // 2 % 2]
        options["decks"] = ("shared", "divide_random", "divide_equal")[seed // 3 % 3] if players == 2 else "shared"
        setting = Setting("vanguard-rome", players, options)
        for match in (setting.new(seed), large_armies(setting, seed)):
            for _ in play_on(match, "uniform", seed, 500):
                phase = PHASES[int(match.state.phase)]
                if len(found[phase]) < 3:
                    found[phase].append(json.loads(match.position()))
    assert all(found.values()), [phase for phase, positions in found.items() if not positions]
    return [position for positions in found.values() for position in positions]


def read(position: Any) -> Match | None:
    """The game, or None if it was refused in words; nothing else comes out."""
    try:
        return quincunx.set_up(position, seed=1)
    except (BadPosition, BadOption, Unknown) as error:
        words = str(error)
    assert is_sentence(words), words
    return None


def assert_read_or_refused(position: Any) -> bool:
    """What is accepted is sound, written and read again, and played to its end."""
    if (match := read(position)) is None:
        return False
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert_moves_are_sound(match)
    assert match.log_for(0) is not None
    assert str(match.view(0).scene())
    world, random = match.copy(), Random(1)
    for _ in range(MOST_DECISIONS):
        if world.over or world.state.turn_no > match.state.turn_no + 40:
            break
        world.play(random.choice(world.moves.numbers))
    world.set_chance(bytes(8))
    assert quincunx.set_up(world.position()).raw.tobytes() == world.raw.tobytes()
    return True


def test_the_samples_are_positions() -> None:
    for position in samples():
        assert assert_read_or_refused(position)


VALUES: list[Any] = [
    *NONSENSE,
    *("F0", "F-2", "R+1", "chariot F0", "call F0", "javelin F-1", "none", "left", "MAIN", "OVER", "DEPLOY", "resigned"),
    *([None, None], [0, 0], [1, 0], [[], []], [["F0"], []], ["F0"], ["IN"], ["IN", "SL"], [0], [1], [{}], [{}, {}]),
    *([{"IN": 3}], [{"FLANK": 2}], [{"front": "[IN]"}, {"front": "[IN]"}], 0, 1, 2, 3, 20, 200, False),
]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_may_hold_anything(key: str) -> None:
    """Every key of a position of every phase, broken in many ways, and left out."""
    taken = 0
    for i, position in enumerate(samples()[::2]):
        for value in VALUES[i % 3 :: 3]:
            assert assert_nothing_breaks(position | {key: value}) is not None
            taken += 1
        assert_nothing_breaks({k: v for k, v in position.items() if k != key})
    assert taken > 50


def assert_nothing_breaks(position: Any) -> bool:
    """Quicker: read or refused, and what is read can be written again and has moves that agree."""
    if (match := read(position)) is None:
        return False
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert_moves_are_sound(match)
    return True


ROWS = ["-", "[IN]", "IN [..] SL", "[CH']", "(SL) [(IN+)]", "PR+' [CO'] EL", "[..]", "[??]", "CE [CE] CE"]
WORDS = [*PHASES, *ROWS, *COMMAND_CODES[:3], *KIND_CODES[1:5], "F0", "R-1", "F+31", "volley F-1 2", "stampede B:F0"]


def mutated(position: dict[str, Any], data: st.DataObject) -> Any:
    """A few small changes: other numbers, rows, cards and cells, parts left out or doubled."""
    position = json.loads(json.dumps(position))
    for _ in range(data.draw(st.integers(1, 3))):
        fixed = ("game", "players", "options")
        *way, last = data.draw(st.sampled_from([spot for spot in spots(position) if spot[0] not in fixed]))
        holder: Any = position
        for key in way:
            holder = holder[key]
        old = holder[last]
        if type(old) is int:
            holder[last] = old + data.draw(st.sampled_from([-1, 1, 5, -old, 20 - old]))
        elif isinstance(old, str):
            tokens = [*old.split(), *old.split()[:1], data.draw(st.sampled_from(KIND_CODES))]
            holder[last] = data.draw(st.sampled_from([*WORDS, old * 2, " ".join(tokens), " ".join(tokens[1:-1])]))
        elif isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[last]
            if data.draw(st.booleans()):
                holder[data.draw(st.sampled_from(["front", "rear", "pool", "hand", "IN", "phase", "attack"]))] = old
        else:
            holder[last] = data.draw(JUNK)
    return position


@given(st.data())
@settings(max_examples=150)
def test_a_position_that_is_nearly_right_is_sound_or_refused(data: st.DataObject) -> None:
    """Never another error, never a hang, never a game that can't be written later."""
    position = data.draw(st.sampled_from(samples()))
    assert_read_or_refused(mutated(position, data))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_is_written_but_not_played(seat: int | None) -> None:
    """VR-181: what one seat sees has cards without names."""
    match = quincunx.set_up(LEGIONS, seed=1)
    text = match.view(seat).position()
    assert "??" in text
    with pytest.raises(BadPosition) as bad:
        quincunx.set_up(text)
    assert "one seat sees" in str(bad.value)
