"""Connect the Worlds: positions that could never come about, and positions that are nearly right."""

import json
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption, BadPosition, Unknown
from quincunx.games.connect_the_worlds.reading import KEYS, PHASES
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES
from quincunx.table.match import Match
from tests.bad_input.nonsense import JUNK, NONSENSE
from tests.bad_input.test_galaxy_positions import spots
from tests.bad_input.worlds_input import EMPIRES, TABLE, is_sentence
from tests.playouts import Setting, play_on
from tests.properties.empires import large_empires
from tests.properties.sound import assert_moves_are_sound

MOST_DECISIONS = 60


def with_pieces(seat: int = 0, **words: Any) -> dict[str, Any]:
    """The two empires, with something else in the hexes of one of them (`W0` stands for its middle)."""
    pieces = [dict(hexes) for hexes in EMPIRES["pieces"]]
    pieces[seat] |= words.pop("pieces", {})
    return EMPIRES | {"pieces": pieces} | words


def by_option(position: dict[str, Any] = EMPIRES, **options: Any) -> dict[str, Any]:
    return position | {"options": options}


SETTLING: dict[str, Any] = TABLE | {"phase": "SETUP_WORLD", "first": 0}
BASES = [f"W0({q},0)" for q in range(-4, 5)]


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("no such key", EMPIRES | {"bases": []}),
        ("phase: should be one of", EMPIRES | {"phase": "FIGHT"}),
        ("round: should be a whole number", EMPIRES | {"round": 0}),
        ("round: should be a whole number", by_option(EMPIRES | {"round": 7}, round_limit=6)),
        ("round: should be a whole number", by_option(EMPIRES | {"round": 30_001}, round_limit=0)),
        ("turn: should be a whole number", EMPIRES | {"turn": 2}),
        ("first: should be a whole number", EMPIRES | {"first": -1}),
        ("CW-039", by_option(EMPIRES | {"first": 0}, first_player="seat1")),
        ("pieces: should be a list of 2", EMPIRES | {"pieces": [{}]}),
        ("pieces: each seat has an object", EMPIRES | {"pieces": [[], {}]}),
        ("pieces: a hex is a text", with_pieces(pieces={"W0": "AT"})),
        ("CW-031", with_pieces(pieces={"W3(0,0)": "AT"})),
        ("CW-080", with_pieces(pieces={"S(5,0)": "AT"})),
        ("is no piece", with_pieces(pieces={"S(1,0)": "XX"})),
        ("is no piece", with_pieces(pieces={"S(1,0)": "AT''"})),
        ("is no piece", with_pieces(pieces={"S(1,0)": "HA"})),
        ("should be a text such as", with_pieces(pieces={"S(1,0)": 5})),
        ("CW-158", with_pieces(pieces={"W1(0,0)": "AT"})),
        ("is named twice", with_pieces(pieces={"w0(0,0)": "AT"})),
        ("CW-130", with_pieces(pieces={"S(1,0)": "SB SB"})),
        ("CW-130", with_pieces(pieces={"S(1,0)": "SB MP"})),
        ("CWR-15", with_pieces(pieces={"S(1,0)": " ".join(["AT"] * 7)})),
        ("CWR-15", TABLE | {"pieces": [dict.fromkeys(BASES, "SB"), {}]}),
        ("CW-127", with_pieces(1, pieces={"W1(2,0)": "OP CA'"}, hands=["HA1", ""])),
        ("CW-160", with_pieces(pieces={"S(0,-4)": "TF'"})),
        ("CW-160", with_pieces(pieces={"S(0,-4)": "TF' AC' AT'"}, hands=["HA4", ""])),
        ("portals: should be a list of pairs", EMPIRES | {"portals": [["W0(0,0)"]]}),
        ("portals: should be a list of pairs", EMPIRES | {"portals": "W0(0,0)"}),
        ("there is no base on", EMPIRES | {"portals": [["W0(0,0)", "S(0,-4)"]]}),
        ("CWR-28", EMPIRES | {"portals": [["W0(0,0)", "W1(0,0)"]]}),
        ("CW-206", EMPIRES | {"portals": [["W0(0,0)", "W0(0,0)"]]}),
        ("connected only once", EMPIRES | {"portals": [["W0(0,0)", "W2(0,0)"], ["W2(0,0)", "W0(0,0)"]]}),
        ("pools", EMPIRES | {"pools": [-1, 0]}),
        ("pools", EMPIRES | {"pools": [10**10, 0]}),
        ("pools", EMPIRES | {"pools": [1.5, 0]}),
        ("CW-066", EMPIRES | {"hands": ["HA6", ""]}),
        ("is no card", EMPIRES | {"hands": ["XX1", ""]}),
        ("is no card", EMPIRES | {"decks": ["HA-1", ""]}),
        ("nobody has more than", EMPIRES | {"decks": ["HA99999", ""]}),
        ("nobody has more than", EMPIRES | {"decks": ["HA9999", ""]}),
        ("CW-060", EMPIRES | {"known": ["PF1", ""]}),
        ("CWR-58", by_option(EMPIRES | {"known": ["HA1", ""]}, open_discards=False)),
        ("CW-067", EMPIRES | {"hands": ["", "HA1"]}),
        ("CWR-11", by_option(early_draw="off")),
        ("CWR-11", EMPIRES | {"phase": "EARLY_DRAW"}),
        ("CW-063", by_option(EMPIRES | {"phase": "EARLY_DRAW"}, early_draw="ask")),
        (
            "CW-064",
            by_option(EMPIRES | {"phase": "EARLY_DRAW", "hands": ["", ""], "decks": ["", ""]}, early_draw="ask"),
        ),
        ("deck_left", EMPIRES | {"deck_left": [2, 3]}),
        ("hand_left", EMPIRES | {"hand_left": [4, 3], "deck_left": [4, 3]}),
        ("can be read, but not played", EMPIRES | {"discard_left": [1, 2], "deck_left": [3, 2]}),
        ("hand_left: should be", EMPIRES | {"hand_left": [6, 3], "deck_left": [2, 3]}),
        ("supply: is not limited", EMPIRES | {"supply": "HA1"}),
        ("CWR-13", by_option(EMPIRES | {"supply": "HA5"}, supply="sheets")),
        ("CWR-13", by_option(EMPIRES | {"decks": ["SC5", ""]}, supply="sheets")),
        ("settlers: should be a list of 3", EMPIRES | {"settlers": [0, 1]}),
        ("nobody started on two worlds", EMPIRES | {"settlers": [0, 0, None]}),
        ("CWR-05", EMPIRES | {"settlers": [0, None, 1]}),
        ("CWR-05", by_option(EMPIRES | {"settlers": [1, 0, None]}, start_world="assigned")),
        ("was the first to choose", by_option(EMPIRES | {"settlers": [1, None, None]}, start_world="free")),
        ("CW-243", EMPIRES | {"eliminated": [1]}),
        (
            "CW-243",
            TABLE | {"players": 3, "pieces": [{"S(0,0)": "AT"}, {}, {"S(1,0)": "AT"}], "eliminated": [1], "turn": 1},
        ),
        ("CW-244", TABLE | {"pieces": [{"S(0,0)": "AT"}, {}], "eliminated": [1], "began": [0]}),
        ("began", EMPIRES | {"began": [0]}),
        ("in the first round everybody began", TABLE | {"players": 3, "round": 1, "eliminated": [2], "began": [0, 1]}),
        ("names a seat twice", EMPIRES | {"began": [0, 0]}),
        ("card: is not known", EMPIRES | {"card": "HA"}),
        ("from: is not known", EMPIRES | {"phase": "BUY", "card": "SC", "from": "W0(0,0)"}),
        ("card: should be one of", EMPIRES | {"phase": "MOVE_FROM"}),
        ("CW-111", EMPIRES | {"phase": "MOVE_FROM", "card": "AT"}),
        ("CW-072", EMPIRES | {"phase": "MOVE_FROM", "card": "PF"}),
        ("CW-101", EMPIRES | {"phase": "BUY", "card": "HA"}),
        ("CW-204", EMPIRES | {"phase": "BUY", "card": "SC", "pools": [2, 0]}),
        ("CW-206", EMPIRES | {"phase": "CONNECT_A"}),
        ("from: a hex is a text", EMPIRES | {"phase": "MOVE_TO", "card": "HA"}),
        ("CW-132", EMPIRES | {"phase": "MOVE_TO", "card": "HA", "from": "W1(0,0)", "piece": "SB"}),
        ("piece: should be one of", EMPIRES | {"phase": "MOVE_TO", "card": "HA", "from": "W0(0,0)"}),
        ("piece: this is not possible", EMPIRES | {"phase": "MOVE_TO", "card": "HA", "from": "W0(0,0)", "piece": "TF"}),
        ("only AB can be moved", EMPIRES | {"phase": "MOVE_TO", "card": "HA", "from": "W2(0,0)", "piece": "AT"}),
        ("nothing to choose", EMPIRES | {"phase": "MOVE_PIECE", "card": "HA", "from": "W2(0,0)"}),
        ("card: this is not possible", EMPIRES | {"phase": "DEPLOY_TO", "card": "CA"}),
        ("winners", EMPIRES | {"winners": [0]}),
        ("CW-051", EMPIRES | {"phase": "OVER"}),
        ("winners: by the rules", by_option(EMPIRES | {"phase": "OVER", "winners": [1]}, round_limit=5)),
        ("ending: by the rules", by_option(EMPIRES | {"phase": "OVER", "ending": "goal"}, round_limit=5)),
        ("turn: should be", by_option(EMPIRES | {"phase": "OVER", "turn": 1}, round_limit=5)),
        ("world: is named during the setup", EMPIRES | {"world": 0}),
        ("pools: is not given during the setup", SETTLING | {"pools": [0, 0]}),
        ("round: should be a whole number from 0 to 0", SETTLING | {"round": 1}),
        ("turn: should be a whole number from 0 to 0", SETTLING | {"turn": 1}),
        ("world: is known in the phase SETUP_HEX", SETTLING | {"world": 0}),
        ("world: should be a whole number", SETTLING | {"phase": "SETUP_HEX"}),
        ("CWR-05", SETTLING | {"phase": "SETUP_HEX", "world": 2}),
        ("CWR-05", by_option(SETTLING, start_world="assigned")),
        ("CWR-06", by_option(SETTLING | {"phase": "SETUP_HEX", "world": 1}, start_hex="centre")),
        ("nobody starts in space", SETTLING | {"pieces": [{"S(0,0)": "SB"}, {}]}),
        ("CW-035", SETTLING | {"pieces": [{}, {"W0(0,0)": "SB"}]}),
        ("CW-035", SETTLING | {"pieces": [{"W0(0,0)": "SB AT"}, {}]}),
        ("CW-035", SETTLING | {"pieces": [{"W0(0,0)": "AB"}, {}]}),
        ("CWR-05", SETTLING | {"pieces": [{"W2(0,0)": "SB"}, {}]}),
        ("the setup is over", SETTLING | {"pieces": [{"W0(0,0)": "SB"}, {"W1(0,0)": "SB"}]}),
        ("CWR-01", by_option(EMPIRES | {"players": 3}, neutral_worlds=2)),
    ],
)
def test_an_impossible_position_names_the_broken_limit(words: str, position: dict[str, Any]) -> None:
    with pytest.raises((BadPosition, BadOption)) as bad:
        quincunx.set_up(position)
    assert words in str(bad.value)
    assert is_sentence(str(bad.value))


def test_what_is_unusual_is_not_wrong() -> None:
    """CWR-15, CWR-28, CW-127: by option, or because it can come about"""
    nine = {"pieces": [dict.fromkeys(BASES, "SB"), {"W1(0,0)": "SB"}], "hands": ["HA1", ""]}
    quincunx.set_up(by_option(TABLE | nine, markers=0))
    quincunx.set_up(by_option(EMPIRES | {"portals": [["W0(0,0)", "W1(0,0)"]]}, portal_on_capture="keep"))
    quincunx.set_up(with_pieces(pieces={"S(0,-4)": "TF' AC'"}, hands=["HA4", ""]))
    quincunx.set_up(EMPIRES | {"hands": ["ha, sc EN1", ["HA", "HA2"]]})
    assert quincunx.set_up(EMPIRES | {"phase": "move_to", "card": "ha", "from": "w2( 0, 0 )"}).state.kind == 1


# ---------------------------------------------------------------- positions that are nearly right


@lru_cache
def samples() -> list[dict[str, Any]]:
    """Positions of every phase."""
    found: dict[str, list[dict[str, Any]]] = {phase: [] for phase in PHASES}
    for seed in range(24):
        players = 2 + seed % 3
        options: dict[str, Any] = {"round_limit": 3, "supply": ("unlimited", "sheets")[seed % 2]}
        options |= {"early_draw": ("auto", "ask", "off")[seed // 2 % 3], "open_discards": seed % 4 > 0}
        options |= {"portal_on_capture": ("close", "keep")[seed // 3 % 2], "start_units": (0, 2, 3)[seed % 3]}
        options |= {"start_world": ("choose", "free", "assigned")[seed // 4 % 3]}
        setting = Setting("connect-the-worlds", players, options)
        for match in (setting.new(seed), large_empires(setting, seed)):
            for _ in play_on(match, "uniform", seed, 60):
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
    """What is accepted is sound, written and read again, shown and played on."""
    if (match := read(position)) is None:
        return False
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert_moves_are_sound(match)
    assert match.log_for(0) is not None
    assert str(match.view(0).scene())
    world, random = match.copy(), Random(1)
    for _ in range(MOST_DECISIONS):
        if world.over:
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
    *("W0(0,0)", "S(0,-4)", "W2(0,0)", "AT", "SB AT'", "HA", "HA3", "HA2 SC1 EN1", "MAIN", "OVER", "SETUP_HEX", "goal"),
    *([None, None], [0, 0], [1, 0], [0, 1], [[], []], ["HA1", ""], ["", ""], ["HA9", "SC9"], [{}, {}], [{}], [0], [1]),
    *([{"W0(0,0)": "SB"}, {"W1(0,0)": "SB"}], [{"S(0,0)": "AT"}, {}], [["W0(0,0)", "W2(0,0)"]], [0, 1, None]),
    *(0, 1, 2, 3, 5, 20, 200, False, [5, 5], [5, 0, 0], ["HA1", "", ""], [0, 1, 2], [None, 0, 1]),
]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_may_hold_anything(key: str) -> None:
    """Every key of a position of every phase, broken in many ways, and left out."""
    taken = 0
    for i, position in enumerate(samples()[::2]):
        for value in VALUES[i % 3 :: 3]:
            assert_nothing_breaks(position | {key: value})
            taken += 1
        assert_nothing_breaks({k: v for k, v in position.items() if k != key})
    assert taken > 50


def assert_nothing_breaks(position: Any) -> None:
    """Quicker: read or refused, and what is read can be written again and has moves that agree."""
    if (match := read(position)) is not None:
        assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
        assert_moves_are_sound(match)


WORDS = [*PHASES, *CODES, *PIECE_CODES, "SB AT AT'", "HA3 SC1", "W0(0,0)", "S(0,0)", "W9(0,0)", "", "AT' CA'", "HA255"]


def mutated(position: dict[str, Any], data: st.DataObject) -> Any:
    """A few small changes: other numbers, pieces, cards and hexes, parts left out or doubled."""
    position = json.loads(json.dumps(position))
    for _ in range(data.draw(st.integers(1, 3))):
        fixed = ("game", "players", "options", "quincunx", "format", "rules")
        *way, last = data.draw(st.sampled_from([spot for spot in spots(position) if spot[0] not in fixed]))
        holder: Any = position
        for key in way:
            holder = holder[key]
        old = holder[last]
        if type(old) is int:
            holder[last] = old + data.draw(st.sampled_from([-1, 1, 5, -old, 20 - old]))
        elif isinstance(old, str):
            tokens = [*old.split(), *old.split()[:1], data.draw(st.sampled_from([*CODES, *PIECE_CODES]))]
            holder[last] = data.draw(st.sampled_from([*WORDS, old * 2, " ".join(tokens), " ".join(tokens[1:-1])]))
        elif isinstance(holder, dict) and data.draw(st.booleans()):
            del holder[last]
            if data.draw(st.booleans()):
                holder[
                    data.draw(st.sampled_from(["W0(1,0)", "S(0,0)", "known", "supply", "began", "card", "from"]))
                ] = old
        else:
            holder[last] = data.draw(JUNK)
    return position


@given(st.data())
@settings(max_examples=120)
def test_a_position_that_is_nearly_right_is_sound_or_refused(data: st.DataObject) -> None:
    """Never another error, never a hang, never a game that can't be written later."""
    position = data.draw(st.sampled_from(samples()))
    assert_read_or_refused(mutated(position, data))
