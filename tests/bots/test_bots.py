"""Players: they choose legal moves by what their seat knows, repeatably, and touch nothing."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.bots import KINDS, NAMES, make
from quincunx.engine.compiling import Template
from quincunx.engine.errors import QuincunxError, Unknown
from quincunx.engine.position import Position
from quincunx.table.match import Match
from tests.helpers import orbit, station
from tests.playouts import EVERY_GAME

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
BOTS = list(KINDS)


def after(name: str, players: int, seed: int, plies: int) -> Match:
    """A game in which greedy bots have played so many moves."""
    match = quincunx.new(name, players, seed=seed)
    bot = quincunx.bot("greedy", seed=seed)
    for _ in range(plies):
        match.play(bot.choose(match))
    return match


def short(name: str, rounds: int) -> dict[str, Any]:
    """A round limit, in a game that has one."""
    known = [option.name for option in quincunx.game(name).options]
    return {"round_limit": rounds} if "round_limit" in known else {}


def finished(name: str) -> Match:
    """A game that is over."""
    match = quincunx.new(name, 2, seed=1, **short(name, 1))
    while not match.over:
        match.play(match.moves[0])
    return match


# ---------------------------------------------------------------- making one


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_made_by_its_name(name: str) -> None:
    assert quincunx.bot(name).name == name
    assert make(name, seed=3).name == name


@pytest.mark.parametrize("name", ["", "gredy", "Greedy", "random ", "level-0", "level-9", "bot:greedy", 5, None])
def test_an_unknown_bot_is_answered_with_the_known_ones(name: Any) -> None:
    with pytest.raises(Unknown, match=rf"There is no bot .*Known: {', '.join(NAMES)}\."):
        quincunx.bot(name)


def test_the_nearest_name_is_suggested() -> None:
    with pytest.raises(Unknown, match="Did you mean 'greedy'"):
        quincunx.bot("gredy")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_has_no_other_setting_than_its_seed(name: str) -> None:
    with pytest.raises(QuincunxError, match=rf"The bot {name} has no setting 'depth'; it knows: seed\."):
        quincunx.bot(name, seed=1, depth=2)


# ---------------------------------------------------------------- choosing


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_choice_is_a_legal_move_to_the_end_of_the_game(name: str, bot: str) -> None:
    match = quincunx.new(name, 2, seed=4, **short(name, 30))
    player = quincunx.bot(bot, seed=4)
    while not match.over:
        choice = player.choose(match)
        assert type(choice) is int
        assert choice in match.moves
        match.play(choice)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_for_any_game_plays_one_from_a_file(bot: str) -> None:
    match = quincunx.new(CONNECT_FOUR, 2, seed=1)
    player = quincunx.bot(bot, seed=1)
    while not match.over:
        match.play(player.choose(match))
    assert 7 <= len(match.line) <= 42


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_in_a_finished_game_there_is_nothing_to_choose(name: str, bot: str) -> None:
    with pytest.raises(QuincunxError, match="The game is over: there is no move to choose"):
        quincunx.bot(bot, seed=1).choose(finished(name))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_bot_changes_nothing_of_the_game_it_is_given(name: str, bot: str) -> None:
    match = after(name, min(3, quincunx.game(name).players[-1]), 2, 20)
    player = quincunx.bot(bot, seed=1)
    state, board, saved = match.raw.tobytes(), match.board_raw.tobytes(), match.dumps()
    for given in (match, match.copy(), match.at(7), match.view(match.turn)):
        before = given.raw.tobytes()
        player.choose(given)
        assert given.raw.tobytes() == before
    assert match.raw.tobytes() == state
    assert match.board_raw.tobytes() == board
    assert match.dumps() == saved


# ---------------------------------------------------------------- seeds


def choices(bot: str, seed: int | None, at: Position, count: int = 40) -> list[int]:
    """What a new bot chooses in one position again and again."""
    player = quincunx.bot(bot, seed=seed)
    return [player.choose(at) for _ in range(count)]


def many_moves() -> Match:
    """A position with many legal moves, equal ones for greed among them."""
    return station("d@E0, d@D0.s, m@F0.b x2, r@K.a, d@F3.w", "d@K.a, d@E1, d@F1.b", "d@F2.b", "d@F0.b", acts=0)


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_choices(bot: str) -> None:
    for seed in (0, 1, 2**64 - 1):
        match = quincunx.new("vanagloria", 2, seed=seed % 7)
        assert choices(bot, seed, match) == choices(bot, seed, match)
    assert choices(bot, 5, after("orbit-cubes", 3, 1, 12)) == choices(bot, 5, after("orbit-cubes", 3, 1, 12))


def test_other_seeds_give_other_choices() -> None:
    match = many_moves()
    assert len({tuple(choices("random", seed, match)) for seed in range(20)}) == 20
    assert len({tuple(choices("random", None, match)) for _ in range(5)}) == 5, "without a seed, chance decides"


def test_seeds_next_to_each_other_have_nothing_in_common() -> None:
    firsts = Counter(choices("random", seed, many_moves(), 1)[0] for seed in range(400))
    assert chi_square(firsts, many_moves().moves.numbers) < limit(len(many_moves().moves))


# ---------------------------------------------------------------- random


def chi_square(counts: Counter[int], numbers: list[int]) -> float:
    """How far the counts are from equal ones."""
    expected = counts.total() / len(numbers)
    return sum((counts[number] - expected) ** 2 / expected for number in numbers)


def limit(count: int) -> float:
    """What equal chances exceed once in a thousand times (Wilson and Hilferty 1931)."""
    free = count - 1
    return float(free * (1 - 2 / (9 * free) + 3.09 * np.sqrt(2 / (9 * free))) ** 3)


def crowds() -> Iterator[Match]:
    yield many_moves()
    yield orbit("d@F0 x3, m@C0", "r@F0, d@H0 x2", acts=0)
    yield quincunx.new("vanagloria", 2, seed=1)
    yield quincunx.new(CONNECT_FOUR, 2, seed=1)


@pytest.mark.parametrize("number", range(4))
def test_random_plays_all_legal_moves_equally_often(number: int) -> None:
    match = list(crowds())[number]
    numbers = match.moves.numbers
    assert len(numbers) > 1
    counts = Counter(choices("random", 11, match, 60 * len(numbers)))
    assert set(counts) == set(numbers)
    assert chi_square(counts, numbers) < limit(len(numbers))


def test_random_does_not_repeat_itself() -> None:
    """Each pair of successive choices in a frame of seven columns occurs about equally often."""
    drawn = choices("random", 3, quincunx.new(CONNECT_FOUR, 2, seed=1), 4901)
    pairs = Counter(7 * one + other for one, other in pairwise(drawn))
    assert chi_square(pairs, list(range(49))) < limit(49)


# ---------------------------------------------------------------- greedy


def wins_by(match: Match, text: str) -> bool:
    """Whether that move ends the game with a win of the seat that makes it."""
    seat = match.turn
    assert seat is not None
    end = match.copy().play(text)
    return end.outcome is not None and max(end.outcome) == end.outcome[seat] > 0


WON_AT_ONCE: list[tuple[Callable[[], Match], str]] = [
    (lambda: station("d@F0.b", scores=[46, 47, 47, 47], first=1, acts=0, actions=1), "move d@F0.b > K.a"),
    (
        lambda: orbit("d@C0", "d@S3", scores=[60, 0], first=1, acts=0, actions=1),
        "move d@C0 > F0",
    ),
    (lambda: orbit("m@F0, d@F0", "d@F0", oc_respawn=False, acts=0), "att m@F0 > 1:d@F0"),
]
"""Positions with one move that wins there and then."""


@pytest.mark.parametrize("number", range(len(WON_AT_ONCE)))
@pytest.mark.parametrize("seed", range(5))
def test_greedy_takes_a_winning_move(number: int, seed: int) -> None:
    make_match, winning = WON_AT_ONCE[number]
    match = make_match()
    assert [move.text for move in match.moves if wins_by(match, move.text)] == [winning]
    assert match.play(quincunx.bot("greedy", seed=seed).choose(match)).over


@pytest.mark.parametrize("line", ["1212121", "1122334", "12233434464", "76655454424"])
def test_greedy_completes_four_in_a_row(line: str) -> None:
    """A game without any opinion of a position: only the win tells the moves apart."""
    match = quincunx.new(CONNECT_FOUR, 2, seed=1)
    for column in line[:-1]:
        match.play(f"column {column}")
    for seed in range(5):
        assert match.copy().play(quincunx.bot("greedy", seed=seed).choose(match)).over


def test_greedy_chooses_among_equals_by_chance() -> None:
    match = quincunx.new(CONNECT_FOUR, 2, seed=1)
    counts = Counter(choices("greedy", 2, match, 700))
    assert chi_square(counts, list(range(7))) < limit(7)


def liked(match: Position, seat: int) -> float:
    """How much a seat likes the position at first sight: if the game has no guide for that, as much as it is worth."""
    if match.game.guide is None or match.over:
        return float(match.values[seat])
    assert not isinstance(match.game.regard, Template)
    out = np.zeros(match.game.seats)
    match.game.regard(match.board, match.state, seat, out)
    return float(out[seat])


@pytest.mark.parametrize("name", [name for name in EVERY_GAME if not quincunx.game(name).secret])
def test_greedy_takes_what_the_game_itself_thinks_best(name: str) -> None:
    """In games without a hidden thing: the move after which the own seat likes the position best at first sight."""
    match = after(name, 2, 5, 15)
    seat = match.turn
    assert seat is not None
    values = {number: liked(match.copy().play(number), seat) for number in match.moves.numbers}
    chosen = quincunx.bot("greedy", seed=1).choose(match)
    assert values[chosen] == pytest.approx(max(values.values()))


def test_greedy_does_not_know_the_future_of_chance() -> None:
    match = quincunx.new("vanagloria", 4, seed=1, turn="random")
    for step in range(20):
        other = match.copy()
        other.set_chance(bytes([step] * 8))
        assert choices("greedy", step, match, 3) == choices("greedy", step, other, 3)
        match.play(quincunx.bot("greedy", seed=step).choose(match))
