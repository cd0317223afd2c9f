"""Preparing a game for the terminal table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import quincunx
from quincunx.bots import levels
from quincunx.cli import files
from quincunx.cli.names import OptionPairs
from quincunx.engine.errors import QuincunxError

if TYPE_CHECKING:
    from quincunx.table.match import Match

DEFAULT_PLAYERS = 3
DEFAULT_LEVEL = 4


def prepare(
    game: str | None,
    players: int | None,
    people: int,
    level: int | None,
    bot: str | None,
    names: str | None,
    seed: int | None,
    resume: Path | None,
    position: Path | None,
    pairs: OptionPairs,
) -> "Match":
    """A new, a resumed or a set-up game, with people and bots at its seats."""
    if game is not None:
        quincunx.game(game)
    if resume is not None:
        return quincunx.loads(files.read(resume))
    if position is not None:
        return quincunx.set_up(files.read(position), seed=seed)
    if game is None:
        raise QuincunxError(f"Say which game to play: {', '.join(quincunx.game_names())}.")
    definition = quincunx.game(game)
    count = min(max(DEFAULT_PLAYERS, definition.players[0]), definition.players[-1]) if players is None else players
    definition.settle(count, {})
    player = bot_name(level, bot)
    if not 0 <= people <= count:
        raise QuincunxError(f"{people} people can't sit at a table for {count}.")
    given = [name.strip() for name in (names or "").split(",") if name.strip()]
    if len(given) > people:
        raise QuincunxError(f"{len(given)} names were given for {people} people; use --people {len(given)}.")
    persons = given + [f"Player {i + 1}" if people > 1 else "Player" for i in range(len(given), people)]
    seats = persons + [f"bot:{player}"] * (count - people)
    return quincunx.new(game, count, seed=seed, seats=seats, **pairs)


def bot_name(level: int | None, bot: str | None) -> str:
    """The bot that was asked for, by its level or by its name."""
    if level is not None and bot is not None:
        raise QuincunxError("Give --level or --bot, not both: a level is a bot.")
    name = levels.NAMES[(level or DEFAULT_LEVEL) - 1] if bot is None else bot
    quincunx.bot(name)
    return name


def start(match: "Match", save: Path | None) -> None:
    """Opens the terminal table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise QuincunxError("`quincunx play` needs a terminal; in a program, use quincunx.new(...).")
    from quincunx.cli import terminal, warming

    bots = {seat: quincunx.bot(player.bot) for seat, player in enumerate(match.seats) if player.bot}
    warming.warm(warming.named(match.game))
    terminal.play(match, bots=bots, save=save, preparation=warming.Preparation(match.game))
