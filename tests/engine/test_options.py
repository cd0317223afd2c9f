"""Options: declared once, read from people and programs alike, settled in order."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, Unknown
from quincunx.engine.options import LEAVER, PRIVATE_CHAT, SEATING, TALK, Option, Table, settle

TABLE = Table(players=3, bots=False, chosen={})
SPEED = Option("speed", "How fast.", ("slow", "fast"), "slow")
LIMIT = Option("limit", "How long.", range(0, 10), 3)
BLIND = Option("blind", "Whether cards are hidden.", (False, True), False)
SIZE = Option("size", "How large.", (50, 100, "any"), 50)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SPEED, "fast", "fast"),
        (LIMIT, 0, 0),
        (LIMIT, 9, 9),
        (LIMIT, "9", 9),
        (BLIND, True, True),
        (BLIND, "yes", True),
        (BLIND, "True", True),
        (BLIND, "ON", True),
        (BLIND, "no", False),
        (BLIND, "off", False),
        (BLIND, "false", False),
        (SIZE, 100, 100),
        (SIZE, "100", 100),
        (SIZE, "any", "any"),
    ],
)
def test_a_value_is_read_from_a_program_and_from_a_command_line(option: Option, given: Any, value: Any) -> None:
    found = option.read(given, TABLE)
    assert found == value
    assert type(found) is type(value)


WRONG: list[tuple[Option, list[Any]]] = [
    (SPEED, ["", "Fast", "fast ", None, 0, True, ["fast"], {"fast": 1}, b"fast"]),
    (LIMIT, [-1, 10, "10", "03", " 3", "+3", "3.0", 3.0, True, None, [], "", float("nan")]),
    (LIMIT, [float("inf"), float("-inf"), 10**30, "9" * 5000]),
    (BLIND, [0, 1, "0", "1", "maybe", None, [], ""]),
    (SIZE, [50.0, True, 75, "75", None, [50]]),
]


@pytest.mark.parametrize(
    ("option", "given"),
    [(option, value) for option, values in WRONG for value in values],
)
def test_anything_else_is_refused_with_the_choices(option: Option, given: Any) -> None:
    with pytest.raises(BadOption) as bad:
        option.read(given, TABLE)
    assert str(bad.value).startswith(f"{option.name}: ")
    assert option.spell_values() in str(bad.value)


def test_the_choices_in_words() -> None:
    assert [option.kind for option in (SPEED, LIMIT, BLIND, SIZE)] == ["choice", "number", "yes or no", "choice"]
    assert SPEED.spell_values() == "slow, fast"
    assert LIMIT.spell_values() == "a whole number from 0 to 9"
    assert BLIND.spell_values() == "no, yes"


def test_a_value_may_not_fit_the_table() -> None:
    option = Option(
        "teams", "", ("yes", "no"), "no", allowed=lambda value, table: None if table.players == 4 else "T-1: Four play."
    )
    assert option.read("yes", Table(4, False, {})) == "yes"
    with pytest.raises(BadOption, match=r"teams: 'yes' is not possible here. T-1: Four play."):
        option.read("yes", TABLE)


def test_a_value_of_ones_own_is_read_after_the_listed_ones() -> None:
    def own(value: Any, table: Table) -> Any:
        return {"made": value["made"], "for": table.players} if isinstance(value, dict) else None

    option = Option("board", "", ("small",), "small", custom=own)
    assert option.read("small", TABLE) == "small"
    assert option.read({"made": 1}, TABLE) == {"made": 1, "for": 3}
    with pytest.raises(BadOption, match="Choose small"):
        option.read("large", TABLE)


def test_settling_fills_in_defaults_in_the_order_of_the_options() -> None:
    follows = Option("pace", "", ("slow", "fast"), lambda table: table.chosen["speed"])
    assert settle([SPEED, follows, LIMIT], 3, {}) == {"speed": "slow", "pace": "slow", "limit": 3}
    assert settle([SPEED, follows, LIMIT], 3, {"limit": "5", "speed": "fast"}) == {
        "speed": "fast",
        "pace": "fast",
        "limit": 5,
    }
    assert list(settle([SPEED, LIMIT], 3, {"limit": 1, "speed": "fast"})) == ["speed", "limit"]
    with_bots = Option("limit", "", range(100), lambda table: 60 if table.bots else 0)
    assert settle([with_bots], 2, {}, bots=True) == {"limit": 60}
    assert settle([with_bots], 2, {}) == {"limit": 0}
    with pytest.raises(Unknown, match=r"no option 'sped'. Did you mean 'speed'\?"):
        settle([SPEED, LIMIT], 3, {"sped": "fast"})


def test_settling_what_was_settled_changes_nothing() -> None:
    """A save holds the settled options, and settles them again."""
    for name in ("vanagloria", "orbit-cubes"):
        game = quincunx.game(name)
        for players in game.players:
            settled = game.settle(players, {})
            assert game.settle(players, settled) == settled
            assert list(settled) == [option.name for option in game.options]


def test_options_that_any_table_understands() -> None:
    common = [SEATING, TALK, PRIVATE_CHAT, LEAVER]
    defaults = {"seating": "shuffled", "talk": "neutral", "private_chat": "off", "leaver": "bot"}
    assert settle(common, 2, {}) == defaults
    assert settle(common, 2, {"talk": "alliances"})["private_chat"] == "on"
    assert settle(common, 2, {"talk": "alliances", "private_chat": "off"})["private_chat"] == "off"
    with pytest.raises(BadOption, match="no private chat"):
        settle(common, 2, {"talk": "competitive", "private_chat": "on"})


def test_defaults_of_the_two_games() -> None:
    """TV-68: section 3 of the rules document"""
    boards = {"vanagloria": ["p2a", "p3b", "p4a", "p5a", "p6a"], "orbit-cubes": ["oc", "oc", "oc", "oc-fit5", "oc"]}
    for name, wanted in boards.items():
        assert [quincunx.game(name).settle(players, {})["board"] for players in range(2, 7)] == wanted
    station, orbit = quincunx.game("vanagloria").settle(4, {}), quincunx.game("orbit-cubes").settle(4, {})
    assert (station["target"], orbit["target"]) == (50, 64)
    assert (station["turn"], orbit["turn"]) == ("standard", "standard")
    assert (station["vg_limit"], orbit["oc_respawn"], orbit["oc_losses"]) == ("components", True, "reserve")
    assert {game["first_player"] for game in (station, orbit)} == {"random"}


def test_the_round_limit_depends_on_bots_and_target() -> None:
    """R-11: none for people; 60 rounds per 50 points as soon as a bot sits at the table"""
    game = quincunx.game("vanagloria")
    assert game.settle(2, {})["round_limit"] == 0
    assert [game.settle(2, {"target": t}, bots=True)["round_limit"] for t in (50, 100, 150)] == [60, 120, 180]
    assert [game.settle(2, {"target": str(t)}, bots=True)["round_limit"] for t in (50, 100)] == [60, 120]
    assert quincunx.game("orbit-cubes").settle(2, {}, bots=True)["round_limit"] == 60
    assert game.settle(2, {"round_limit": 5}, bots=True)["round_limit"] == 5
    assert quincunx.new("vanagloria", seats=["Ann", "bot:random"]).options["round_limit"] == 60
