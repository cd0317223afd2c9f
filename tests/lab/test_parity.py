"""The same bytes on every device: which option sets are compared, how they are counted, what to do without a GPU."""

from collections import Counter
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine.compiling import INTERPRETED
from quincunx.engine.errors import BadOption, QuincunxError
from quincunx.engine.game import Bytes, Game
from quincunx.lab import gpu, loops, parity
from quincunx.lab.parity import option_sets
from tests.playouts import EVERY_GAME

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
GAMES = 40


def board_of(game: Game, players: int, options: dict[str, Any]) -> bytes:
    """What does not change during such a game."""
    return game.board_for(players, game.settle(players, options, bots=True)).tobytes()


def fits(game: Game, players: int, options: dict[str, Any]) -> bool:
    """Whether such a table is possible."""
    try:
        game.settle(players, options, bots=True)
    except BadOption:
        return False
    return True


# ---------------------------------------------------------------- option sets


@pytest.mark.parametrize("name", EVERY_GAME)
def test_no_two_option_sets_play_on_the_same_board(name: str) -> None:
    game = quincunx.game(name)
    boards = Counter(board_of(game, players, options) for players, options in option_sets(game))
    assert set(boards.values()) == {1}
    assert len(boards) > 20


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_number_of_players_begins_with_the_defaults(name: str) -> None:
    game = quincunx.game(name)
    first: dict[int, dict[str, Any]] = {}
    for players, options in option_sets(game):
        first.setdefault(players, options)
    assert first == {players: {} for players in game.players}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_value_of_every_option_is_compared_where_the_rules_allow_it(name: str) -> None:
    """Presets, turn modes, limits, first players: whatever changes the board's record. Of a range, its middle."""
    game = quincunx.game(name)
    compared = {board_of(game, players, options) for players, options in option_sets(game)}
    for players in game.players:
        for option in game.options:
            values = option.values
            if isinstance(values, range):
                values = [values[len(values) // 2]]
            for options in ({option.name: value} for value in values):
                if fits(game, players, options):
                    assert board_of(game, players, options) in compared, f"{players} players, {options}"


def test_all_presets_turn_modes_targets_and_limits_occur() -> None:
    game = quincunx.game("vanagloria")
    seen: dict[str, set[tuple[int, Any]]] = {}
    for players, options in option_sets(game):
        for option, value in game.settle(players, options, bots=True).items():
            seen.setdefault(option, set()).add((players, value))
    workshop = game.workshop
    assert workshop is not None
    assert seen["board"] == {(players, id) for id, _, players in workshop.presets()}
    assert seen["turn"] == {
        *((players, "standard") for players in range(2, 7)),
        *((players, "random") for players in range(3, 7)),
        *((players, "pro") for players in range(4, 7)),
    }
    assert seen["target"] == {(players, target) for players in range(2, 7) for target in (50, 100, 150)}
    assert seen["vg_limit"] == {(p, limit) for p in range(2, 7) for limit in ("components", "total12")}
    assert {p for p, first in seen["first_player"] if first == p - 1} == set(range(2, 7))


def test_the_variants_of_orbit_cubes_occur() -> None:
    game = quincunx.game("orbit-cubes")
    chosen = {(players, *options.items()) for players, options in option_sets(game)}
    for players in game.players:
        assert (players, ("oc_respawn", False)) in chosen
        assert (players, ("oc_losses", "permanent")) in chosen
    boards = {(players, options["board"]) for players, options in option_sets(game) if "board" in options}
    assert boards == {(2, "oc-fit2"), (3, "oc-fit3"), (4, "oc-fit4"), (5, "oc")}


def test_what_does_not_touch_the_rules_is_not_compared() -> None:
    for name in EVERY_GAME:
        named = {option for _, options in option_sets(quincunx.game(name)) for option in options}
        assert named.isdisjoint({"seating", "talk", "private_chat", "leaver"})


# ---------------------------------------------------------------- the CPU's side


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_last_states_do_not_depend_on_how_the_seeds_are_cut(name: str) -> None:
    players = min(3, quincunx.game(name).seats)
    whole, moves = parity.cpu_ends(name, players, {}, 0, 12)
    parts = [parity.cpu_ends(name, players, {}, first, count) for first, count in ((0, 5), (5, 1), (6, 6))]
    assert b"".join(ends for ends, _ in parts) == whole
    assert sum(part for _, part in parts) == moves


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_last_states_are_ends_of_games(name: str) -> None:
    game = quincunx.game(name)
    raw, moves = parity.cpu_ends(name, 2, {}, 0, 20)
    ends = np.frombuffer(raw, game.state)
    assert ends["over"].all()
    assert moves > 20 * 10
    assert len({end.tobytes() for end in ends}) == 20


def on_the_cpu(game: Game, board: Bytes, seeds: Any, kinds: Any = None, keep_ends: int = 0) -> tuple[Any, ...]:
    """Stands in for a GPU that is always right."""
    ends, firsts = np.zeros(keep_ends, game.state), np.zeros(len(seeds), np.int16)
    lengths, results = np.zeros(len(seeds), np.int32), np.zeros((len(seeds), game.seats))
    game.bind(loops.random_games)(board, seeds, ends, firsts, lengths, results)
    return ends, firsts, lengths, results


@pytest.mark.parametrize("name", EVERY_GAME)
def test_equal_devices_agree_on_every_option_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "target", lambda: None)
    monkeypatch.setattr(gpu, "run", on_the_cpu)
    monkeypatch.setattr(parity, "CHUNK", 17)
    found = list(parity.compare(name, GAMES))
    assert [(each.players, each.options) for each in found] == list(option_sets(quincunx.game(name)))
    assert all(each.same == each.games == GAMES for each in found)
    assert all(each.game == name and each.moves > GAMES for each in found)


def test_a_single_wrong_byte_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nearly(*args: Any, **words: Any) -> tuple[Any, ...]:
        ends, *others = on_the_cpu(*args, **words)
        ends.view(np.uint8).reshape(GAMES, -1)[7, -1] ^= 1
        return ends, *others

    monkeypatch.setattr(gpu, "target", lambda: None)
    monkeypatch.setattr(gpu, "run", nearly)
    compared = next(parity.compare("vanagloria", GAMES))
    assert (compared.games, compared.same) == (GAMES, GAMES - 1)


# ---------------------------------------------------------------- the GPU's side


def has_gpu() -> bool:
    """Asked of Numba itself."""
    if INTERPRETED:
        return False
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        return False
    return bool(cuda.is_available())


def test_without_a_gpu_there_is_advice_and_with_one_it_is_used() -> None:
    if has_gpu():
        assert gpu.target().is_available()
        compared = next(parity.compare("vanagloria", GAMES))
        assert compared.same == GAMES
        return
    with pytest.raises(QuincunxError) as none:
        gpu.target()
    assert "pip install 'quincunx[cuda]'" in str(none.value) or "NUMBA_DISABLE_JIT" in str(none.value)
    with pytest.raises(QuincunxError, match=r"GPU|CUDA"):
        next(parity.compare("vanagloria", GAMES))
    with pytest.raises(QuincunxError, match=r"GPU|CUDA"):
        gpu.target()
