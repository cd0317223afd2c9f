"""The bot that searches: what it may know, what it finds, what it keeps, and how it is stopped.

Nothing here depends on the style or the levels, which are tuned by play.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.bots import NAMES, search, tree
from quincunx.bots.levels import LEVELS
from quincunx.bots.levels import NAMES as LEVEL_NAMES
from quincunx.bots.search import SearchBot, Thought, win_share, words
from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Game
from quincunx.engine.position import Position
from quincunx.games import GAMES
from quincunx.table.match import Match
from tests.playouts import Setting, crowded
from tests.properties.secrets import guessed

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
EVERY_GAME = [*GAMES, CONNECT_FOUR]
SECRET = [name for name in GAMES if quincunx.game(name).secret]
PLAIN: dict[str, Any] = {"curiosity": 0.4, "trust": 0.0, "playout": 0, "tries": 1, "patience": 1}
"""A style without any prejudice."""

of_every_game = pytest.mark.parametrize("name", EVERY_GAME, ids=lambda name: Path(name).stem)


def begun(name: str, plies: int, seed: int = 2) -> Match:
    """A game in which random moves have been made."""
    match, bot = quincunx.new(name, 2, seed=seed), quincunx.bot("random", seed=seed)
    for _ in range(plies):
        match.play(bot.choose(match))
    return match


def four(columns: str) -> Match:
    """Connect four after discs in these columns, from 1 on."""
    match = quincunx.new(CONNECT_FOUR, 2, seed=1)
    for column in columns:
        match.play(f"column {column}")
    return match


def searcher(iterations: int, jobs: int = 1, seed: int = 1, **settings: Any) -> SearchBot:
    return SearchBot(iterations=iterations, jobs=jobs, seed=seed, **settings)


def visits(bot: SearchBot) -> int:
    """How often the first tree's root has been passed, in all thoughts that are kept."""
    return int(bot._trees[0].nodes["visits"][tree.ROOT])


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"seconds": 0}, "seconds is a number from 0.001 to 3600, not 0."),
        ({"seconds": -1}, "seconds is a number from 0.001 to 3600, not -1."),
        ({"seconds": float("nan")}, "seconds is a number from 0.001 to 3600, not nan."),
        ({"seconds": float("inf")}, "not inf."),
        ({"seconds": "x"}, "seconds is a number from 0.001 to 3600, not 'x'."),
        ({"seconds": True}, "not True."),
        ({"jobs": 0}, "jobs is a whole number from 1 to 256, not 0."),
        ({"jobs": 2.0}, "jobs is a whole number from 1 to 256, not 2.0."),
        ({"iterations": 1.5}, "iterations is a whole number from 1 to 1e+09, not 1.5."),
        ({"iterations": 0}, "not 0."),
        ({"iterations": 10**5000}, "not a huge number."),
        ({"blur": -0.1}, "blur is a number from 0 to 10, not -0.1."),
        ({"playout": -2}, "playout is a whole number from -1 to 1000, not -2."),
        ({"playout": 0.5}, "playout is a whole number"),
        ({"tries": 0}, "tries is a whole number from 1 to 100, not 0."),
        ({"curiosity": None, "trust": []}, "trust is a number from 0 to 1000, not []."),
        ({"seed": 1.5}, "A seed is a whole number, not 1.5."),
        ({"depth": 2}, "The bot search has no setting 'depth'; it knows: seconds, iterations, jobs,"),
    ],
)
def test_a_wrong_setting_is_answered_in_words(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(QuincunxError) as caught:
        quincunx.bot("search", **settings)
    assert reason in str(caught.value)


def test_without_a_limit_it_thinks_for_a_second() -> None:
    assert SearchBot().seconds == search.DEFAULT_SECONDS
    assert SearchBot(iterations=5).seconds is None
    assert SearchBot(seconds=0.5).iterations is None


# ---------------------------------------------------------------- choosing


@of_every_game
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_seed_and_iterations_give_the_same_thought(name: str, jobs: int) -> None:
    match = begun(name, 8)
    one, other = (searcher(12, jobs).think(given) for given in (match, match.copy()))
    assert (one.candidates, one.values, one.line) == (other.candidates, other.values, other.line)


@of_every_game
def test_each_tree_looks_at_things_differently(name: str) -> None:
    """Else further cores would only find the same again, where nothing is hidden and no dice are thrown."""
    bot = searcher(120, jobs=3)
    bot.think(begun(name, 8))
    grown = [each.nodes[: each.book[tree.USED]].tobytes() for each in bot._trees]
    assert len(set(grown)) == len(grown)


@of_every_game
def test_every_choice_is_legal_to_the_end_of_a_short_game(name: str) -> None:
    limited = any(option.name == "round_limit" for option in quincunx.game(name).options)
    options: dict[str, Any] = {"round_limit": 1} if limited else {}
    match = quincunx.new(name, 2, seed=4, **options)
    bot = searcher(2)
    while not match.over and len(match.line) < 80:
        before = match.digest
        choice = bot.choose(match)
        assert type(choice) is int
        assert choice in match.moves
        assert match.digest == before
        match.play(choice)


@pytest.mark.parametrize("name", SECRET)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    """At every decision one of two bots is given another world, which its seat can't tell from the true one."""
    match = crowded(Setting(name, 2), 3) if name == "galaxy-of-d" else begun(name, 20)
    bots = [(searcher(5, seed=seat), searcher(5, seed=seat)) for seat in range(2)]
    exchanged = 0
    for step in range(12):
        seat = match.turn
        if seat is None:
            break
        other = guessed(match, seat, step)
        assert np.array_equal(other.view(seat).raw, match.view(seat).raw)
        exchanged += not np.array_equal(search._without_chance(other), search._without_chance(match))
        choice, without = (bot.choose(given) for bot, given in zip(bots[seat], (match, other), strict=True))
        assert choice == without
        match.play(choice)
    assert exchanged


@pytest.mark.parametrize("seed", range(2))
def test_it_finds_a_win_that_takes_two_moves(seed: int) -> None:
    """Three in a row with both ends open can't be stopped."""
    bot = searcher(400, seed=seed, **PLAIN)
    assert bot.choose(four("3344")) + 1 in (2, 5)
    blind = {quincunx.bot("greedy", seed=number).choose(four("3344")) + 1 for number in range(20)}
    assert blind - {2, 5}, "greedy sees only the next move"


@pytest.mark.parametrize("seed", range(2))
def test_it_blocks_what_would_lose_at_once(seed: int) -> None:
    assert searcher(200, seed=seed, **PLAIN).choose(four("17273")) + 1 == 4
    blind = {quincunx.bot("greedy", seed=number).choose(four("17273")) + 1 for number in range(20)}
    assert blind - {4}


def test_it_takes_a_win() -> None:
    thought = searcher(200, **PLAIN).think(four("121212"))
    assert thought.move + 1 == 1
    assert thought.value(thought.move) == 1.0


# ---------------------------------------------------------------- thinking


@of_every_game
def test_a_thought_is_consistent(name: str) -> None:
    match = begun(name, 8)
    thought = searcher(30, 2).think(match)
    assert thought.seat == match.turn
    assert sorted(each.move for each in thought.candidates) == match.moves.numbers
    shares = [each.share for each in thought.candidates]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0)
    assert thought.move == thought.line[0] == thought.candidates[0].move
    assert thought.share(thought.move) == shares[0]
    assert thought.value(thought.move) == thought.candidates[0].value
    assert len(thought.values) == match.players
    assert all(-1 <= value <= 1 for value in (*thought.values, *(each.value for each in thought.candidates)))
    assert thought.iterations == 30 <= thought.moves
    told = words(thought, match)
    assert 1 <= len(told) <= len(thought.line)
    if not match.game.secret:
        at = match.copy()
        for move in thought.line:
            at.play(move)
        assert len(told) == len(thought.line)


@pytest.mark.parametrize(("iterations", "jobs"), [(1, 1), (7, 1), (7, 3), (2, 4)])
def test_iterations_are_counted_over_all_trees(iterations: int, jobs: int) -> None:
    assert searcher(iterations, jobs).think(four("44")).iterations == iterations


def test_a_single_move_needs_no_thought() -> None:
    match = next(match for plies in range(30) if len((match := begun("vanguard-rome", plies)).moves) == 1)
    bot = searcher(5)
    assert bot.choose(match) == match.moves.numbers[0]
    assert bot._root is None


def test_in_a_finished_game_there_is_nothing_to_think_about() -> None:
    for ask in (searcher(5).think, searcher(5).choose):
        with pytest.raises(QuincunxError, match="The game is over: there is no move to choose"):
            ask(four("1212121"))


def test_progress_is_told() -> None:
    match, told = four("4"), list[Thought]()
    bot = SearchBot(seconds=0.6, jobs=2, seed=1)
    thought = bot.think(match, progress=told.append)
    assert told
    assert all(news.move in match.moves for news in told)
    counts = [news.iterations for news in told]
    assert counts == sorted(counts)
    assert counts[-1] <= thought.iterations
    told.clear()
    assert searcher(2).choose(match, progress=told.append) in match.moves


@pytest.mark.parametrize("settings", [{"iterations": 10**8}, {"seconds": 600.0}], ids=str)
def test_it_stops_soon_when_it_is_told_to(settings: dict[str, Any]) -> None:
    match, bot, chosen = four("4"), SearchBot(jobs=2, seed=1, **settings), list[int]()
    searcher(1).think(match)  # compiles
    thread = threading.Thread(target=lambda: chosen.append(bot.choose(match)))
    thread.start()
    time.sleep(0.5)
    assert thread.is_alive()
    bot.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert chosen[0] in match.moves
    bot.iterations, bot.seconds = 5, None
    assert bot.choose(match) in match.moves, "the next thought goes its full length"


def test_a_thought_that_is_stopped_before_it_begins_ends_at_once() -> None:
    match, bot, stop = four("4"), SearchBot(seconds=600.0, jobs=2, seed=1), threading.Event()
    stop.set()
    assert bot.choose(match, stop=stop) in match.moves
    assert bot.think(match, stop=stop).iterations == 0
    bot.iterations = 5
    assert bot.think(match).iterations == 5, "the next thought goes its full length"


def test_shares_of_wins() -> None:
    """A win shared by `some` of all players is their share of the outcome, and of the wins."""
    for players in range(2, 7):
        assert win_share(-1 / (players - 1), players) == pytest.approx(0.0)
        for some in range(1, players + 1):
            outcome = (players - some) / (some * (players - 1))
            assert win_share(outcome, players) == pytest.approx(1 / some)
    assert win_share(-1.0, 4) == 0.0, "an opinion may be worse than any outcome"


# ---------------------------------------------------------------- going on


def test_a_tree_is_kept_along_the_game() -> None:
    match, bot = four("4"), searcher(60, **PLAIN)
    line = bot.think(match).line
    assert visits(bot) == 60
    match.play(line[0]).play(line[1])
    assert match.turn is not None
    assert bot._steps_to(match, match.view(match.turn)) == [(1, line[0]), (0, line[1])]
    thought = bot.think(match)
    assert visits(bot) > 60
    assert thought.iterations == 60
    assert sum(each.share for each in thought.candidates) == pytest.approx(1.0)


def test_a_bot_goes_on_from_its_own_move_where_others_may_hide_something() -> None:
    match, bot, kept = begun("galaxy-of-d", 0), searcher(8), 0
    for _ in range(12):
        seat, choice = match.turn, bot.choose(match)
        match.play(choice)
        if match.turn == seat is not None and len(match.moves) > 1 and bot._chosen is not None:
            steps = bot._steps_to(match, match.view(seat))
            assert steps in ([(seat, choice)], None)
            kept += steps is not None
    assert kept


def test_the_same_position_again_keeps_its_tree() -> None:
    match, bot = four("4").copy(), searcher(20)
    bot.think(match)
    bot.think(match)
    assert visits(bot) == 40


def forgotten(bot: SearchBot, game: Position) -> bool:
    """Whether the bot begins anew."""
    assert game.turn is not None
    return bot._steps_to(game, game.view(game.turn)) is None


def test_nothing_is_kept_of_a_line_that_was_taken_back() -> None:
    match, bot = four("4"), searcher(20)
    bot.think(match)
    match.undo().play("column 3")
    assert forgotten(bot, match)
    match.play("column 3").play("column 3")
    assert forgotten(bot, match)
    bot.think(match)
    assert visits(bot) == 20
    assert forgotten(bot, match.undo(2)), "back where it thought before"


def test_nothing_is_kept_for_another_seat_game_or_table() -> None:
    bot = searcher(20)
    bot.think(four("4"))
    assert not forgotten(bot, four("4"))
    assert forgotten(bot, four("43")), "another seat"
    assert forgotten(bot, four("5"))
    assert forgotten(bot, four("44").at(2))
    assert forgotten(bot, quincunx.new("vanagloria", 2, seed=1))
    bot.think(quincunx.new("vanagloria", 2, seed=1, board="p2a"))
    assert forgotten(bot, quincunx.new("vanagloria", 2, seed=1, board="p2b"))
    assert forgotten(bot, quincunx.new("vanagloria", 2, seed=1, board="p2a", target=100))
    assert forgotten(bot, quincunx.new("vanagloria", 3, seed=1))


# ---------------------------------------------------------------- the tree


def blocks(grown: search.Tree) -> Iterator[tuple[Any, Any]]:
    """Each node that has children, with them."""
    waiting = [tree.ROOT]
    while waiting:
        node = grown.nodes[waiting.pop()]
        first, count = int(node["first"]), int(node["count"])
        if count:
            yield node, grown.nodes[first : first + count]
            waiting += range(first, first + count)


def assert_in_order(grown: search.Tree, *, full: bool = False) -> None:
    used, taken = int(grown.book[tree.USED]), np.zeros(len(grown.nodes), np.int64)
    assert 1 <= used <= len(grown.nodes)
    for node, children in blocks(grown):
        first, room = int(node["first"]), int(node["room"])
        assert node["count"] <= room
        assert 1 <= first <= used - room
        taken[first : first + room] += 1
        named = [(int(child["seat"]), int(child["move"])) for child in children]
        assert named == sorted(set(named))
        assert children["visits"].sum() <= node["visits"]
        assert (children["visits"] <= children["offered"]).all()
        assert (children["offered"] <= node["visits"]).all()
        assert (abs(children["total"]) <= children["visits"] + 1e-6).all()
        assert children["prior"].sum() == pytest.approx(1.0, abs=1e-4)
    assert taken.max() <= 1, "two blocks overlap"
    root = next(blocks(grown), None)
    if root is not None and not full:
        assert root[1]["visits"].sum() == root[0]["visits"]


@of_every_game
def test_a_tree_is_in_order_while_it_grows_and_after_it_was_cut(name: str) -> None:
    match, bot = begun(name, 6), searcher(50)
    bot.think(match)
    grown = bot._trees[0]
    assert_in_order(grown)
    assert visits(bot) == 50
    seat, move = grown.line()[0]
    child = grown.nodes[grown.child(tree.ROOT, seat, move)].copy()
    kept = child["count"]
    assert grown.descend([(seat, move)])
    assert_in_order(grown, full=True)
    assert grown.nodes["visits"][tree.ROOT] == child["visits"]
    assert grown.nodes["count"][tree.ROOT] == kept
    assert not grown.descend([(seat, move), (9, 9)])


def test_a_tree_has_a_place_for_each_move_and_none_for_others() -> None:
    bot = searcher(10)
    bot.think(four("4"))
    grown = bot._trees[0]
    assert all(grown.child(tree.ROOT, 1, column) for column in range(7))
    assert [grown.child(tree.ROOT, *other) for other in ((0, 3), (1, 7), (1, -1))] == [0, 0, 0]


@pytest.mark.parametrize("nodes", [1, 5, 8, 20, 60])
@pytest.mark.parametrize("name", [CONNECT_FOUR, "vanguard-rome"], ids=["connect_four", "vanguard-rome"])
def test_a_full_tree_still_gives_an_answer(name: str, nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NODES", nodes)
    match, bot = begun(name, 1), searcher(80, 2, **PLAIN | {"playout": 2})
    for _ in range(2):
        thought = bot.think(match)
        assert thought.move in match.moves
        assert thought.iterations == 80
        for grown in bot._trees:
            assert_in_order(grown, full=True)


def test_all_that_a_later_thought_needs_is_compiled_before_the_clock_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the second thought on a new machine would be late, and hardly a thought."""
    match, done, bind = begun("vanagloria", 2), list[str](), Game.bind
    grow = match.game.bind(tree.grow)

    def noted(what: str, function: Any) -> Any:
        def call(*values: Any) -> Any:
            done.append(what)
            return function(*values)

        return call

    class Fresh:
        """Not compiled yet."""

        signatures = ()
        __call__ = staticmethod(noted("grow", grow))

    monkeypatch.setattr(Game, "bind", lambda game, template: Fresh() if template is tree.grow else bind(game, template))
    monkeypatch.setattr(tree, "transplant", noted("transplant", tree.transplant))
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=noted("clock", time.perf_counter)))
    assert searcher(20).think(match).iterations == 20
    assert done[:3] == ["grow", "transplant", "clock"]


@of_every_game
def test_a_tree_that_gets_full_forgets_what_was_seldom_visited(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it goes on growing where it matters however long the bot thinks, and still depends on nothing but the seed."""
    match, roomy = begun(name, 2), searcher(1500)
    roomy.think(match)
    room = int(roomy._trees[0].book[tree.USED]) // 2
    monkeypatch.setattr(search, "NODES", room)
    thin, kept = search.Tree.thin, []

    def watched(self: search.Tree) -> None:
        line = self.line()
        thin(self)
        assert_in_order(self)
        assert self.line()[:1] == line[:1], "what was visited most stays"
        kept.append(int(self.book[tree.USED]))

    monkeypatch.setattr(search.Tree, "thin", watched)
    bot, twin = searcher(3000), searcher(3000)
    assert bot.think(match).candidates == twin.think(match.copy()).candidates
    assert visits(bot) == 3000
    assert len(kept) >= 4
    assert max(kept) <= room // 2
    assert_in_order(bot._trees[0])


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_everybody_has_as_many_turns_before_a_position_is_appraised(turns: int) -> None:
    assert searcher(1, playout=turns).think(four("4")).moves == 2 * turns
    thought = searcher(40, playout=turns).think(four("4"))
    assert thought.moves >= 40 * 2 * turns, "what lies deeper in the tree is not played further"


def test_a_quick_move_is_the_best_of_all() -> None:
    """Whoever completes a line does it at once, however many columns there are."""
    won = four("4455")  # with the next one three in a row, open on both sides
    careful, careless = (
        searcher(200, playout=3, tries=tries, curiosity=5.0, sharpness=0.0).think(won).values[0] for tries in (7, 1)
    )
    assert careful > careless + 0.2


# ---------------------------------------------------------------- levels


def test_there_are_eight_levels() -> None:
    assert len(LEVELS) == len(LEVEL_NAMES) == 8
    assert LEVEL_NAMES[0] == "level-1"
    assert LEVEL_NAMES[-1] == NAMES[-1] == "level-8"
    assert quincunx.new("vanagloria", 2, seats=["bot:level-1", "bot:level-8"], seating="as_joined").names == [
        "Level 1 I",
        "Level 8 II",
    ]


@of_every_game
def test_every_level_plays_a_legal_move(name: str) -> None:
    """With fewer iterations than it would like."""
    match = begun(name, 8)
    for level, settings in zip(LEVEL_NAMES, LEVELS, strict=True):
        few = min(settings.get("iterations", 4), 4)
        bot = quincunx.bot(level, seed=1, iterations=few, jobs=1)
        assert bot.name == level
        assert bot.choose(match) in match.moves


def test_a_blurred_judgement_is_not_always_the_best_one() -> None:
    match = four("44")
    clear = {searcher(20, seed=1, **PLAIN).choose(match) for _ in range(3)}
    blurred = {searcher(20, seed=seed, blur=2.0, **PLAIN).choose(match) for seed in range(12)}
    assert len(clear) == 1
    assert len(blurred) > 2
    assert blurred <= set(match.moves.numbers)


def test_thinking_mends_a_blurred_judgement() -> None:
    """A move wins at once: whoever only glances at it may miss that."""
    match = four("415263")

    def found(iterations: int) -> int:
        bots = [searcher(iterations, seed=seed, blur=0.8, **PLAIN | {"trust": 1.0}) for seed in range(20)]
        return sum(bot.choose(match) + 1 == 7 for bot in bots)

    assert found(1) < found(8) < found(200)


# ---------------------------------------------------------------- modes


def transcript() -> Iterator[str]:
    """What bots of every game find in some positions."""
    for name in EVERY_GAME:
        match, bot = begun(name, 5), searcher(10, 2)
        for _ in range(3):
            if match.turn is None:
                break
            thought = bot.think(match)
            found = " ".join(f"{each.move}:{each.share:.4f}:{each.value:.4f}" for each in thought.candidates)
            yield f"{match.game.name} {found} {thought.line}"
            match.play(thought.move)


def test_interpreted_it_finds_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.splitlines() == list(transcript())


if __name__ == "__main__":
    for line in transcript():
        print(line)
