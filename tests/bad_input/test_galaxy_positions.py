"""Galaxy of D: positions that could never come about, and positions that are nearly right."""

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption, BadPosition, Unknown
from quincunx.games.galaxy_of_d import state as gd
from quincunx.games.galaxy_of_d.positions import KEYS, PHASES
from quincunx.table.match import Match
from tests.bad_input.galaxies import GALAXY, TABLE, galaxy, is_sentence
from tests.bad_input.nonsense import JUNK, NONSENSE
from tests.playouts import Setting, crowded, play_on
from tests.properties.fleets import assert_states_are_in_order
from tests.properties.sound import assert_moves_are_sound

MOST_DECISIONS = 8_600
"""R-53"""

# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("no such key", GALAXY | {"starbases": ["A1", "L6"]}),
        ("phase: should be one of", GALAXY | {"phase": "fight"}),
        ("turn: should be a whole number", GALAXY | {"turn": 100}),
        ("turn: should be a whole number", GALAXY | {"turn": 0}),
        ("first: ", GALAXY | {"first": 2}),
        ("decider", GALAXY | {"decider": 1}),
        ("colours", GALAXY | {"colours": [0, 0]}),
        ("money", GALAXY | {"money": [26, 0]}),
        ("money", GALAXY | {"money": [0]}),
        ("armor", GALAXY | {"armor": [0, 20]}),
        ("armor", GALAXY | {"armor": [21, 20]}),
        ("both Starbases have to be placed", TABLE),
        ("GD-121", GALAXY | {"bases": ["A1", "A3"]}),
        ("GD-118", GALAXY | {"things": {"A1": "planet"}}),
        ("GD-105", GALAXY | {"things": {"F6": "planet", "F7": "planet"}}),
        ("GD-104", GALAXY | {"things": {"F6": "planet", "f6": "planet"}}),
        ("GD-012", GALAXY | {"things": {"F6": "spaceport", "H6": "spaceport"}}),
        ("GD-108", GALAXY | {"things": {"F6": "spaceport", "F8": "planet"}, "cargo_price": 12}),
        ("GD-406", GALAXY | {"pirates": ["A1", None]}),
        ("GD-608", GALAXY | {"pirates": ["F6", None], "options": {"setup": "quick"}}),
        ("GD-501", GALAXY | {"ships": [{"F6": "DDDD"}, {}]}),
        ("GD-015", GALAXY | {"ships": [{"F6": "I" * 29}, {}]}),
        ("R-21", GALAXY | {"ships": [{"F6": "F"}, {}], "things": {"F6": "planet"}}),
        ("R-21", GALAXY | {"ships": [{"F6": "L"}, {}], "things": {"F6": "spaceport"}}),
        ("GD-124", TABLE | {"phase": "bid", "ships": [{"F6": "I"}, {}]}),
        ("in phase 1", GALAXY | {"ships": [{}, {"F6": "I'"}]}),
        ("only in a combat", GALAXY | {"ships": [{"F6": "Ix"}, {}]}),
        ("GD-123", GALAXY | {"phase": "secret_buy", "baskets": ["DDD", ""], "money": [14, 14]}),
        ("baskets", GALAXY | {"baskets": ["I", ""], "money": [9, 9]}),
        ("picked", GALAXY | {"phase": "go", "ships": [{"F6": "I"}, {}]}),
        ("GD-210", GALAXY | {"phase": "go", "picked": "F6 C", "ships": [{"F6": "I"}, {}]}),
        ("GD-300", GALAXY | {"phase": "combat", "combats": ["F6"], "ships": [{"F6": "I"}, {}]}),
        ("combat: is given", GALAXY | {"phase": "absorb"}),
        ("winner", GALAXY | {"phase": "over"}),
        ("GD-508", GALAXY | {"phase": "over", "winner": 0}),
        ("hand", TABLE | {"phase": "rps", "decider": 1, "options": {"first_player": "rps"}}),
        ("bases", GALAXY | {"phase": "bid"}),
        ("The small map has no room", GALAXY | {"options": {"map": "small", "base_min_distance": 6}}),
        ("There is no sector 'L6'", GALAXY | {"options": {"map": "small"}}),
    ],
)
def test_an_impossible_position_names_the_broken_limit(words: str, position: dict[str, Any]) -> None:
    with pytest.raises((BadPosition, BadOption)) as bad:
        quincunx.set_up(position)
    assert words in str(bad.value)
    assert is_sentence(str(bad.value))


TOKENS = ("A1", "A3", "A5", "C1", "C3", "C5", "C7", "E1", "E3", "E5")
FIGHT: dict[str, Any] = {
    "phase": "absorb",
    "ships": [{"F6": "CCI"}, {"F6": "DAI"}],
    "combat": {"sector": "F6", "in_phase_3": False, "naming": 0, "scores": [12, 21, 0], "left": [21, 12, 0]},
}
ALTERNATE: dict[str, Any] = {"options": {"thing_placement": "alternate"}, "phase": "things"}
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "a bid that nobody can pay": TABLE | {"phase": "bid", "bid": 20, "money": [14, 14]},
    "a combat in which the wrong seat decides": GALAXY | FIGHT | {"decider": 1},
    "a combat in which nobody fights": GALAXY | FIGHT | {"ships": [{"F6": "CCI"}, {"G6": "DAI"}]},
    "scores that the ships do not have": GALAXY | FIGHT | {"combat": FIGHT["combat"] | {"scores": [200, 200, 200]}},
    "more tokens than there will be": TABLE | ALTERNATE | {"tokens": 5, "things": dict.fromkeys(TOKENS[:5], "token")},
    "a quick setup with ten tokens": TABLE
    | ALTERNATE
    | {"tokens": 10, "options": {**ALTERNATE["options"], "setup": "quick"}},
    "tokens before the First Turn Player is known": TABLE
    | {"phase": "rps", "options": {"first_player": "rps"}, "tokens": 10, "things": dict.fromkeys(TOKENS, "token")},
    "a basket before its turn": GALAXY | {"phase": "secret_buy", "money": [9, 9], "baskets": ["", "II"]},
    "ships that nobody has seen": GALAXY | {"ships": [{"F6": "?I"}, {"F6": "D"}], "fleet": ["CI", "D"]},
    "a Pirate that is lost without a combat": GALAXY
    | {"phase": "pirate", "pirates": [{"sector": "F6", "notes": ["lost"]}, "H4"]},
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_position_that_could_break_the_game_is_refused(name: str) -> None:
    """Each of these would break a limit later, loop for ever, or write outside its record."""
    with pytest.raises(BadPosition) as bad:
        quincunx.set_up(IMPOSSIBLE[name])
    assert is_sentence(str(bad.value))


# ---------------------------------------------------------------- positions that are nearly right


@lru_cache
def samples() -> list[dict[str, Any]]:
    """At least one position of every phase."""
    found: dict[str, list[dict[str, Any]]] = {phase: [] for phase in PHASES}
    for seed in range(60):
        if seed > 11 and all(found.values()):
            break
        options = {
            "map": ("small", "standard", "large")[seed % 3],
            "thing_placement": ("random", "alternate")[seed % 2],
        }
        options |= {
            "first_player": ("coin", "rps")[seed // 2 % 2],
            "absorb_order": ("active_first", "secret")[seed // 4 % 2],
        }
        options |= {"setup": ("normal", "quick")[seed // 6 % 2], "pirate_absorb": "active"}
        setting = Setting("galaxy-of-d", 2, options)
        for match in (setting.new(seed), crowded(setting, seed)):
            for _ in play_on(match, "fighter", seed, 400):
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
    assert not (match.state.ship & gd.CLASS_MASK == gd.UNSEEN).any(), "nobody plays with ships that nobody knows"
    assert_states_are_in_order(match.raw.view(match.game.state), match.board, dealt=False)
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert_moves_are_sound(match)
    assert match.log_for(0) is not None
    assert str(match.view(0).scene())
    world, random = match.copy(), Random(1)
    for _ in range(MOST_DECISIONS):
        if world.over:
            break
        world.play(random.choice(world.moves.numbers))
    assert world.over
    assert_states_are_in_order(world.raw.view(world.game.state), world.board, dealt=False)
    world.set_chance(bytes(8))
    assert quincunx.set_up(world.position()).raw.tobytes() == world.raw.tobytes()
    return True


def test_the_samples_are_positions() -> None:
    for position in samples():
        assert assert_read_or_refused(position)


VALUES: list[Any] = [
    *NONSENSE,
    "F6",
    "F6 C",
    "A1",
    [None, None],
    [0, 0],
    [1, 0],
    ["A1", "L6"],
    [{}, {}],
    0,
    1,
    2,
    3,
    25,
    26,
    39,
]
VALUES += [
    [{"F6": "I"}, {}],
    {"F6": "planet"},
    {"F6": "token"},
    ["", "II"],
    ["II", ""],
    "rock",
    "move",
    "over",
    "buy",
    "D",
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


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something can be changed in a JSON value."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path] * bool(path) + [spot for key, part in inner for spot in spots(part, (*path, key))]


def mutated(position: dict[str, Any], data: st.DataObject) -> Any:
    """A few small changes: other numbers, words, sectors and ships, parts left out or doubled."""
    position = json.loads(json.dumps(position))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(
            st.sampled_from([spot for spot in spots(position) if spot[0] not in ("game", "players", "options")])
        )
        holder = position
        for key in way:
            holder = holder[key]
        old = holder[last]
        if type(old) is int:
            holder[last] = old + data.draw(st.sampled_from([-1, 1, 5, -old, 20 - old]))
        elif isinstance(old, str):
            letters = st.text("ISFLCBAD?'x", min_size=1, max_size=6)
            words = [
                *PHASES,
                "planet",
                "spaceport",
                "asteroid",
                "token",
                "A1",
                "F6",
                "E5",
                "L6",
                "conceded",
                "F6 C",
                old * 2,
            ]
            holder[last] = data.draw(letters | st.sampled_from(words))
        elif isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[last]
            if data.draw(st.booleans()):
                holder[data.draw(st.sampled_from(["A1", "C3", "F6", "E5", "phase", "lost"]))] = old
        else:
            holder[last] = data.draw(JUNK)
    return position


@given(st.data())
@settings(max_examples=150)
def test_a_position_that_is_nearly_right_is_sound_or_refused(data: st.DataObject) -> None:
    """Never another error, never a hang, never a game that breaks a limit later."""
    position = data.draw(st.sampled_from(samples()))
    assert_read_or_refused(mutated(position, data))


# ---------------------------------------------------------------- conceding leaves a position behind


@pytest.mark.parametrize(
    "match",
    [
        lambda: quincunx.new("galaxy-of-d", seed=1, first_player="rps").play("rps rock"),
        lambda: quincunx.new("galaxy-of-d", seed=1, first_player="rps").play("rps rock").play("rps rock"),
        lambda: quincunx.new("galaxy-of-d", seed=1, thing_placement="alternate").play("place F6"),
        lambda: quincunx.new("galaxy-of-d", seed=1).play("colour redog").play("bid 3"),
        lambda: quincunx.new("galaxy-of-d", seed=1, setup="quick").play("colour redog"),
        lambda: quincunx.set_up(GALAXY | {"phase": "secret_buy", "money": [9, 9]}).play("buy I"),
        lambda: quincunx.set_up(GALAXY | {"phase": "buy", "money": [20, 20]}).play("buy C"),
        lambda: quincunx.set_up(GALAXY | FIGHT),
        lambda: galaxy().play("ship F6 C"),
        galaxy,
    ],
    ids=["hand", "tie", "tokens", "bid", "quick", "basket", "buying", "combat", "picked", "move"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_was_conceded_is_a_position_like_any_other(match: Callable[[], Match], seat: int) -> None:
    """GD-202, R-50: at any moment; what is written down then is read again."""
    game = match().command(seat, "concede")
    assert_states_are_in_order(game.raw.view(game.game.state), game.board, dealt=False)
    assert quincunx.loads(game.dumps()) == game
    assert quincunx.set_up(game.position()).raw.tobytes() == game.raw.tobytes()
