"""Vanagloria Galaxy and Orbit Cubes: every reason to refuse a move, every event, each with its rule."""

from collections.abc import Callable

import pytest

import quincunx
from quincunx.engine.errors import Unreadable
from quincunx.games.vanagloria import state
from quincunx.games.vanagloria import words as telling_words
from quincunx.table.match import Match
from tests.helpers import orbit, pass_round, rule, station

VG, OC = 0, 1
TWELVE = "d@D1.s x8, m@D1.r x4"
"""Twelve plain units."""


# ---------------------------------------------------------------- refusals

VG_REFUSALS: list[tuple[int, Callable[[], Match], int | str]] = [
    (state.GAME_OVER, lambda: pass_round(station("d@K.a", scores=[48, 0, 0, 0])), "end"),
    (state.GAME_OVER, lambda: pass_round(station("d@K.a", scores=[48, 0, 0, 0])), "move d@K.a > D0.s"),
    (state.GAME_OVER, lambda: pass_round(station("d@K.a", scores=[48, 0, 0, 0])), "att d@K.a > 1:d@K.a"),
    (state.OVER_AT_THE_LIMIT, lambda: pass_round(station(round=3, round_limit=3)), "end"),
    (state.OVER_AT_THE_LIMIT, lambda: pass_round(station("d@K.a", round=3, round_limit=3)), "move d@K.a > D0.s"),
    (state.NO_SUCH_MOVE, lambda: station(), -1),
    (state.NO_SUCH_MOVE, lambda: station(), state.MOVE_COUNT),
    (state.NO_SUCH_MOVE, lambda: station(), 10**9),
    (state.NO_PLATFORM, lambda: station(), state.MOVE_COUNT - 1),
    (state.NO_UNIT_TO_MOVE, lambda: station(), "move m@E0 > D0.s"),
    (state.NO_UNIT_TO_MOVE, lambda: station(), "move d@E1 > D1.s"),
    (state.NO_UNIT_TO_MOVE, lambda: station(), "move d@K.a > D1.s"),
    (state.NOT_LINKED, lambda: station(), "move d@E0 > D0.r"),
    (state.NOT_LINKED, lambda: station(), "move d@E0 > E0"),
    (state.INTO_ENTRANCE, lambda: station("d@D0.s"), "move d@D0.s > E0"),
    (state.INTO_ENTRANCE, lambda: station("d@D1.s"), "move d@D1.s > E1"),
    (state.NO_UNIT_TO_ACTIVATE, lambda: station(), "act d@D0.r"),
    (state.NO_UNIT_TO_ACTIVATE, lambda: station("d@D0.r"), "act d+@D0.r"),
    (state.ENTRANCE_HAS_NO_FUNCTION, lambda: station(), "act d@E0"),
    (state.ENERGY_HAS_NO_FUNCTION, lambda: station("d@K.a"), "act d@K.a"),
    (state.ENERGY_HAS_NO_FUNCTION, lambda: station("d@F0.b"), "act d@F0.b"),
    (state.ENEMY_HERE, lambda: station("d@D0.r", "d@D0.r"), "act d@D0.r"),
    (state.ALREADY_ACTIVATED, lambda: station("d@D0.r").play("act d@D0.r"), "act d@D0.r"),
    (state.ALREADY_ACTIVATED, lambda: station("d@D0.s").play("act d@D0.s"), "act d+@D0.s"),
    (state.ALREADY_SHIELDED, lambda: station("d+@D0.s"), "act d+@D0.s"),
    (state.ALREADY_RANGE, lambda: station("r+@F0.w"), "act r+@F0.w"),
    (state.TWELVE_PLAIN, lambda: station(TWELVE), "act m@D1.r"),
    (state.TWELVE_UNITS, lambda: station("m@D0.r x4, m+@K.a x4, r+@K.a x4", vg_limit="total12"), "act m@D0.r"),
    (state.EIGHT_DISARMED, lambda: station("d@D0.r x8"), "act d@D0.r"),
    (state.EIGHT_MELEE, lambda: station("d@F0.w, m@K.a x8"), "act d@F0.w"),
    (state.SEVEN_RANGE, lambda: station("m@F0.w, r@K.a x7"), "act m@F0.w"),
    (state.ELEVEN_SHIELDED, lambda: station("d@D0.s, m+@K.a x8, d+@K.a x3"), "act d@D0.s"),
    (state.NO_ATTACKER, lambda: station("", "d@K.a"), "att m@K.a > 1:d@K.a"),
    (state.NO_ATTACKER, lambda: station("r@K.a", "d@K.a"), "att m@K.a > 1:d@K.a"),
    (state.ATTACKER_DISARMED, lambda: station("d@K.a", "d@K.a"), "att d@K.a > 1:d@K.a"),
    (state.MELEE_REACH, lambda: station("m@K.a", "d@F0.b"), "att m@K.a > 1:d@F0.b"),
    (state.RANGE_REACH, lambda: station("r@K.a", "d@F0.w"), "att r@K.a > 1:d@F0.w"),
    (state.ALREADY_ATTACKED, lambda: station("m@K.a", "d@K.a x2").play("att m@K.a > 1:d@K.a"), "att m@K.a > 1:d@K.a"),
    (state.TARGET_ON_ENTRANCE, lambda: station("r@D1.s"), "att r@D1.s > 1:d@E1"),
    (state.NO_TARGET, lambda: station("m@K.a", "d@K.a"), "att m@K.a > 1:m@K.a"),
    (state.OWN_UNIT, lambda: station("m@K.a, d@K.a"), "att m@K.a > 0:d@K.a"),
    (state.NOT_YOUR_UNIT, lambda: station("", "d@K.a"), "pick 1:d@K.a, F0.b"),
]
OC_REFUSALS: list[tuple[int, Callable[[], Match], int | str]] = [
    (state.GAME_OVER, lambda: pass_round(orbit("d@F0", scores=[60, 0])), "end"),
    (state.OVER_AT_THE_LIMIT, lambda: pass_round(orbit(round=3, round_limit=3)), "end"),
    (
        state.OVER_FOR_ALL_BUT_ONE,
        lambda: orbit("m@H0", "d@H0", acts=0, oc_respawn=False, scores=[0, 60]).play("att m@H0 > 1:d@H0"),
        "end",
    ),
    (state.NO_SUCH_MOVE, lambda: orbit(), -1),
    (state.NO_PLATFORM, lambda: orbit(), state.MOVE_COUNT - 1),
    (state.NO_UNIT_TO_MOVE, lambda: orbit(), "move d@L0 > C0"),
    (state.NOT_LINKED, lambda: orbit(), "move d@S0 > C0"),
    (state.INTO_ENTRANCE, lambda: orbit("d@L0"), "move d@L0 > S0"),
    (state.INTO_UNUSED_START, lambda: orbit("d@L1"), "move d@L1 > S1"),
    (state.NO_UNIT_TO_ACTIVATE, lambda: orbit(), "act d@L0"),
    (state.ENTRANCE_HAS_NO_FUNCTION, lambda: orbit(), "act d@S0"),
    (state.ENERGY_HAS_NO_FUNCTION, lambda: orbit("d@F0"), "act d@F0"),
    (state.ENERGY_HAS_NO_FUNCTION, lambda: orbit("d@H0"), "act d@H0"),
    (state.ENEMY_HERE, lambda: orbit("d@C0", "d@C0"), "act d@C0"),
    (state.ALREADY_ACTIVATED, lambda: orbit("d@W0").play("act d@W0"), "act m@W0"),
    (state.ALREADY_SHIELDED, lambda: orbit("d+@L0"), "act d+@L0"),
    (state.ALREADY_RANGE, lambda: orbit("r@W0"), "act r@W0"),
    (state.BOX_EMPTY, lambda: orbit("d@C0 x20"), "act d@C0"),
    (state.BOX_EMPTY, lambda: orbit("d@L0 x20"), "act d@L0"),
    (state.NO_ATTACKER, lambda: orbit("", "d@F0"), "att m@F0 > 1:d@F0"),
    (state.ATTACKER_DISARMED, lambda: orbit("d@F0", "d@F0"), "att d@F0 > 1:d@F0"),
    (state.MELEE_REACH, lambda: orbit("m@F0", "d@F1"), "att m@F0 > 1:d@F1"),
    (state.RANGE_REACH, lambda: orbit("r@F0", "d@F2"), "att r@F0 > 1:d@F2"),
    (state.ALREADY_ATTACKED, lambda: orbit("m@F0", "d@F0 x2").play("att m@F0 > 1:d@F0"), "att m@F0 > 1:d@F0"),
    (state.TARGET_ON_ENTRANCE, lambda: orbit("r@L3"), "att r@L3 > 1:d@S3"),
    (state.NO_TARGET, lambda: orbit("m@F0"), "att m@F0 > 1:d@F0"),
    (state.OWN_UNIT, lambda: orbit("m@F0, d@F0"), "att m@F0 > 0:d@F0"),
    (state.NOT_YOUR_UNIT, lambda: orbit("", "d@F0"), "pick 1:d@F0, F1"),
]
REFUSALS = [(VG, *row) for row in VG_REFUSALS] + [(OC, *row) for row in OC_REFUSALS]


@pytest.mark.parametrize(
    ("which", "reason", "make", "move"),
    [pytest.param(*row, id=f"{state.REASONS[row[1]][row[0]]} {row[3]}") for row in REFUSALS],
)
def test_a_refused_move_is_answered_with_its_rule(
    which: int, reason: int, make: Callable[[], Match], move: int | str
) -> None:
    """VG-006, VG-013, VG-014, VG-015, VG-021, VG-022, VG-031, VG-032, VG-035, VG-036, VG-059, VG-060, VG-061, VG-062,
    VG-063, VG-064, VG-065, VG-067, VG-068, VG-088, VG-090, VG-093, VG-094, VG-098, R-02, OC-011, OC-012, OC-016,
    OC-021, OC-023, OC-025, OC-032, OC-033, OC-034, OC-035, OC-036, OC-037, OC-038, OC-039, OC-040, OC-049, OC-055,
    OC-056, OC-052, OC-057, OC-059"""
    game, cited = make(), state.REASONS[reason][which]
    before = game.digest
    if isinstance(move, str) and move.startswith("pick "):
        said = game.why_not_pick(move.removeprefix("pick ").split(", "))
    else:
        assert rule(game, move) == cited
        said = game.why_not(move)
    assert said == f"{cited}: {game.game.rulebook.sentence(cited)}"
    assert game.digest == before


@pytest.mark.parametrize("which", [VG, OC])
def test_every_reason_of_the_rules_is_reached(which: int) -> None:
    """VG-088, OC-056: all but those of the other game, which have no rule there"""
    reached = {reason for game, reason, *_ in REFUSALS if game == which}
    assert reached == {reason for reason, rules in enumerate(state.REASONS) if rules[which]}


@pytest.mark.parametrize("name", ["vanagloria", "orbit-cubes"])
def test_every_reason_is_a_sentence_of_the_rulebook(name: str) -> None:
    """VG-088, OC-056: what a refusal cites can be read"""
    game = quincunx.game(name)
    for reason, cited in enumerate(game.reasons):
        assert reason == state.LEGAL or not state.REASONS[reason][name != "vanagloria"] or game.rulebook.sentence(cited)


def test_words_that_are_no_move_are_no_refusal() -> None:
    """VG-059: nobody is shown a rule for a slip of the pen"""
    for text in ("", "fly", "move", "move d@E0", "act", "att m@K.a", "end now", "move d@E0 > X", "att m@K.a > 9:d@K.a"):
        with pytest.raises(Unreadable):
            station().refusal(text)


# ---------------------------------------------------------------- events

Told = list[tuple[int, tuple[str, ...]]]


def last(game: Match) -> Told:
    """Kind and rules of each event of the last move."""
    kinds = [int(row[0]) for row in game._line[-1][2]]
    return list(zip(kinds, [telling.rules for telling in game.tellings()[-1]], strict=True))


VG_EVENTS: list[tuple[Callable[[], Match], Told]] = [
    (lambda: station().play("move d@E0 > D0.s"), [(state.EV_MOVED, ("VG-060",))]),
    (lambda: station("d@D0.r").play("act d@D0.r"), [(state.EV_CALLED, ("VG-024",))]),
    (lambda: station("d@D0.s").play("act d@D0.s"), [(state.EV_SHIELDED, ("VG-025",))]),
    (lambda: station("d@F0.w").play("act d@F0.w"), [(state.EV_CHARGED, ("VG-026",))]),
    (lambda: station("m+@F0.w").play("act m+@F0.w"), [(state.EV_CHARGED, ("VG-027",))]),
    (
        lambda: station("m@K.a", "d+@K.a").play("att m@K.a > 1:d+@K.a"),
        [(state.EV_ATTACKED, ("VG-063",)), (state.EV_SHIELD_BROKEN, ("VG-071",))],
    ),
    (
        lambda: station("m@K.a", "d@K.a x2").play("att m@K.a > 1:d@K.a"),
        [(state.EV_ATTACKED, ("VG-063",)), (state.EV_DESTROYED, ("VG-070",))],
    ),
    (
        lambda: station("m@K.a", f"{TWELVE}, r+@K.a").play("att m@K.a > 1:r+@K.a"),
        [(state.EV_ATTACKED, ("VG-063",)), (state.EV_LOST_AT_TWELVE, ("VG-016",))],
    ),
    (
        lambda: station("m@K.a", "d@K.a").play("att m@K.a > 1:d@K.a"),
        [(state.EV_ATTACKED, ("VG-063",)), (state.EV_DESTROYED, ("VG-070",)), (state.EV_REPLACED, ("VG-072",))],
    ),
    (lambda: station().play("end"), [(state.EV_TURN_ENDED, ("VG-058",))]),
    (
        lambda: station("d@K.a, d@F0.b", "d@F1.b, d@F2.b", "d@F1.b, d@F2.b", "d@F2.b", acts=3).play("end"),
        [
            (state.EV_TURN_ENDED, ("VG-058",)),
            (state.EV_PAID, ("VG-077",)),
            (state.EV_PAID, ("VG-078",)),
            (state.EV_PAID, ("VG-097",)),
            (state.EV_PAID, ("VG-076",)),
            (state.EV_ROUND, ("VG-074",)),
        ],
    ),
    (
        lambda: station("d@K.a", "d@K.a", scores=[48, 48, 0, 0], acts=3).play("end"),
        [
            (state.EV_TURN_ENDED, ("VG-058",)),
            (state.EV_PAID, ("VG-078",)),
            (state.EV_OVERTIME, ("VG-083",)),
            (state.EV_ROUND, ("VG-074",)),
        ],
    ),
    (
        lambda: station("d@K.a", scores=[48, 0, 0, 0], acts=3).play("end"),
        [(state.EV_TURN_ENDED, ("VG-058",)), (state.EV_PAID, ("VG-076",)), (state.EV_WON, ("VG-081",))],
    ),
    (
        lambda: station(scores=[51, 50, 0, 0], acts=3).play("end"),
        [(state.EV_TURN_ENDED, ("VG-058",)), (state.EV_WON, ("VG-082",))],
    ),
    (
        lambda: station(scores=[51, 50, 0, 0], overtime=True, acts=3).play("end"),
        [(state.EV_TURN_ENDED, ("VG-058",)), (state.EV_WON, ("VG-083",))],
    ),
    (
        lambda: station(round_limit=5, round=5, acts=3).play("end"),
        [(state.EV_TURN_ENDED, ("VG-058",)), (state.EV_WON, ("VG-094",))],
    ),
]
OC_EVENTS: list[tuple[Callable[[], Match], Told]] = [
    (lambda: orbit().play("move d@S0 > L0"), [(state.EV_MOVED, ("OC-033",))]),
    (lambda: orbit("d@C0").play("act d@C0"), [(state.EV_CALLED, ("OC-013",))]),
    (lambda: orbit("d@L0").play("act d@L0"), [(state.EV_SHIELDED, ("OC-014",))]),
    (lambda: orbit("d@W0").play("act d@W0"), [(state.EV_CHARGED, ("OC-017",))]),
    (lambda: orbit("m@W0").play("act m@W0"), [(state.EV_CHARGED, ("OC-018",))]),
    (
        lambda: orbit("m@F0", "d+@F0").play("att m@F0 > 1:d+@F0"),
        [(state.EV_ATTACKED, ("OC-036",)), (state.EV_SHIELD_BROKEN, ("OC-043",))],
    ),
    (
        lambda: orbit("m@F0", "d@F0").play("att m@F0 > 1:d@F0"),
        [(state.EV_ATTACKED, ("OC-036",)), (state.EV_DESTROYED, ("OC-042",)), (state.EV_REPLACED, ("OC-052",))],
    ),
    (
        lambda: orbit("m@F0", "d@F0", players=3, oc_respawn=False).play("att m@F0 > 1:d@F0"),
        [(state.EV_ATTACKED, ("OC-036",)), (state.EV_DESTROYED, ("OC-042",)), (state.EV_OUT, ("OC-052",))],
    ),
    (
        lambda: orbit("m@F0", "d@F0", oc_respawn=False).play("att m@F0 > 1:d@F0"),
        [
            (state.EV_ATTACKED, ("OC-036",)),
            (state.EV_DESTROYED, ("OC-042",)),
            (state.EV_OUT, ("OC-052",)),
            (state.EV_WON, ("OC-052",)),
        ],
    ),
    (
        lambda: orbit("d@F0, d@H0, d@F3", "d@F3", acts=1).play("end"),
        [
            (state.EV_TURN_ENDED, ("OC-032",)),
            (state.EV_PAID, ("OC-045",)),
            (state.EV_PAID, ("OC-046",)),
            (state.EV_PAID, ("OC-047",)),
            (state.EV_ROUND, ("OC-044",)),
        ],
    ),
    (
        lambda: orbit("d@F0", "d@F0", scores=[62, 62], acts=1).play("end"),
        [
            (state.EV_TURN_ENDED, ("OC-032",)),
            (state.EV_PAID, ("OC-047",)),
            (state.EV_OVERTIME, ("OC-051",)),
            (state.EV_ROUND, ("OC-044",)),
        ],
    ),
    (
        lambda: orbit(scores=[64, 0], acts=1).play("end"),
        [(state.EV_TURN_ENDED, ("OC-032",)), (state.EV_WON, ("OC-049",))],
    ),
    (
        lambda: orbit(scores=[64, 65], acts=1).play("end"),
        [(state.EV_TURN_ENDED, ("OC-032",)), (state.EV_WON, ("OC-050",))],
    ),
    (
        lambda: orbit(scores=[64, 65], overtime=True, acts=1).play("end"),
        [(state.EV_TURN_ENDED, ("OC-032",)), (state.EV_WON, ("OC-051",))],
    ),
    (
        lambda: orbit(round_limit=5, round=5, acts=1).play("end"),
        [(state.EV_TURN_ENDED, ("OC-032",)), (state.EV_WON, ("OC-059",))],
    ),
]
EVENTS = [(VG, *row) for row in VG_EVENTS] + [(OC, *row) for row in OC_EVENTS]


@pytest.mark.parametrize(
    ("which", "make", "expected"),
    [pytest.param(*row, id=" ".join(rule for _, rules in row[2] for rule in rules)) for row in EVENTS],
)
def test_what_happened_is_told_with_the_rule_behind_it(which: int, make: Callable[[], Match], expected: Told) -> None:
    """VG-016, VG-024, VG-025, VG-026, VG-027, VG-058, VG-060, VG-063, VG-070, VG-071, VG-072, VG-074, VG-076, VG-077,
    VG-078, VG-081, VG-082, VG-083, VG-094, VG-097, OC-013, OC-014, OC-017, OC-018, OC-032, OC-033, OC-036, OC-042,
    OC-043, OC-044, OC-045, OC-046, OC-047, OC-049, OC-050, OC-051, OC-052"""
    game = make()
    assert last(game) == expected
    assert all(words.endswith(".") for words in game.log)


def test_every_kind_of_event_is_reached() -> None:
    """VG-074, OC-044: all fifteen, in each game those that it has"""
    kinds = set(range(state.EV_MOVED, state.EV_WON + 1))
    for which, missing in ((VG, state.EV_OUT), (OC, state.EV_LOST_AT_TWELVE)):
        reached = {kind for game, _, expected in EVENTS if game == which for kind, _ in expected}
        assert reached == kinds - {missing}


def test_the_words_are_those_of_each_game() -> None:
    """VG-011, OC-007: dreadnoughts on platforms, cubes on planets"""
    game = station("m@K.a", "r+@K.a").play("att m@K.a > 1:r+@K.a").play("end")
    assert game.log == [
        "Red attacks from K.a with a melee dreadnought.",
        "Blue's range dreadnought on K.a loses its shield.",
        "Red ends the turn with one action unused.",
    ]
    cubes = orbit("m@F0", "r+@F0").play("att m@F0 > 1:r+@F0")
    assert cubes.log == [
        "Red attacks from F0 with a short-range cube.",
        "Blue's long-range cube on F0 loses its second life.",
    ]
    assert telling_words.listed(["Red", "Blue", "Green"]) == "Red, Blue and Green"


def test_an_elimination_does_not_count_among_those_who_reached_the_target() -> None:
    """OC-049, R-14: a player who is out is ignored in every end test, also in what is told of it"""
    game = orbit("d@F0", players=3, scores=[60, 70, 0], out=[1], oc_respawn=False, acts=2).play("end")
    assert last(game)[-1] == (state.EV_WON, ("OC-049",))
