"""Names on the command line: games with completion, and options as NAME=VALUE."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from quincunx.bots import KINDS, NAMES

F = TypeVar("F", bound=Callable[..., Any])
OptionPairs = dict[str, str]


class GameName(click.ParamType[str]):
    """A game from the list, or a Python file that defines one."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Known names pass; others are explained."""
        from quincunx.engine.errors import Unknown
        from quincunx.games import GAMES

        if value not in GAMES and not str(value).endswith(".py"):
            self.fail(str(Unknown("game", value, list(GAMES))), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin like that."""
        from quincunx.games import GAMES

        return [CompletionItem(name) for name in GAMES if name.startswith(incomplete)]


GAME = GameName()


class NumberRange(click.FloatRange):
    """A range of numbers; what is not a number is not in it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuses NaN, which is neither too small nor too large."""
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"{value} is not a number.", param, ctx)
        return number


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> OptionPairs:
    pairs = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} should be NAME=VALUE, such as target=100.")
        pairs[name.strip()] = _file_or_text(value.strip())
    return pairs


def _file_or_text(value: str) -> str:
    """@FILE stands for what is in the file (a composed board)."""
    if not value.startswith("@"):
        return value
    from pathlib import Path

    from quincunx.cli.files import read

    return read(Path(value[1:]))


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The rules of the game that was named."""
    from quincunx.games import get

    rules = get(ctx.params["game"]).rulebook.rules if ctx.params.get("game") else {}
    return [CompletionItem(rule, help=text[:60]) for rule, text in rules.items() if rule.startswith(incomplete.upper())]


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Any bot."""
    return [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]


def complete_quick_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last of the bots that are being listed, among those that can be simulated."""
    before, comma, start = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in KINDS if name.startswith(start)]


def option_pairs(function: F) -> F:
    """Adds -o NAME=VALUE."""
    return click.option(
        "--option",
        "-o",
        "pairs",
        multiple=True,
        callback=_pairs,
        metavar="NAME=VALUE",
        help="An option of the game (see `quincunx options GAME`); @FILE stands for a file's content.",
    )(function)
