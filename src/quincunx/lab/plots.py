"""Pictures of a tournament: ratings with their intervals, and what more time to think is worth."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from quincunx.engine.errors import QuincunxError
from quincunx.lab.ratings import MEAN, Rating, Standing
from quincunx.lab.tournament import read_bot, spell_bot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, PALE, COLOURS = "#222222", "#dddddd", ("#0b6e99", "#b5512b", "#4d7c2f", "#7a4a9e", "#8a6d00")
"""Dark enough for text on white; the colours differ in lightness, too."""
LOOK: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: light, searchable, and read aloud
    "svg.hashsalt": "quincunx",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": PALE,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "figure.constrained_layout.w_pad": 0.1,
    "figure.constrained_layout.h_pad": 0.1,
}
WIDTH, ROW, CURVE, PANEL = 8.0, 0.34, 3.6, 2.3
"""Inches."""
PANELS = 3
"""Side by side."""
LONGEST_LABEL = 34
"""Letters on one line."""
TIME = "seconds"


def check() -> None:
    """Raises a clear message where nothing can be drawn."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise QuincunxError(f"Pictures need matplotlib ({error}). Install it: pip install 'quincunx[lab]'.") from None


def families(standing: Standing) -> dict[str, list[tuple[float, Rating]]]:
    """Entrants that differ only in their seconds, by what they have in common; each with at least two."""
    found: dict[str, list[tuple[float, Rating]]] = {}
    for rating in standing.ratings:
        name, settings = read_bot(rating.name)
        seconds = settings.pop(TIME, None)
        if isinstance(seconds, (int, float)) and seconds > 0:
            found.setdefault(spell_bot(name, settings), []).append((float(seconds), rating))
    return {name: sorted(members, key=lambda item: item[0]) for name, members in found.items() if len(members) > 1}


def svg(standing: Standing) -> str:
    """The picture of a standing; the same standing gives the same bytes."""
    curves = families(standing)
    heights = [1.1 + ROW * len(standing.ratings)] + ([CURVE] if curves else [])
    with _drawing() as (figure, out):
        figure.set_size_inches(WIDTH, sum(heights) + 0.3)
        figure.suptitle(title(standing), x=0.015, ha="left", fontsize=12, fontweight="bold")
        axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
        _draw_ratings(axes[0], standing)
        if curves:
            _draw_curves(axes[1], curves)
    return out.getvalue()


def panels(found: Sequence[tuple[Standing, Sequence[Rating]]], marks: Sequence[str], meaning: str) -> str:
    """Tournaments of like entrants side by side: how the rating grows from one to the next."""
    rows = -(-len(found) // PANELS)
    with _drawing() as (figure, out):
        figure.set_size_inches(WIDTH, PANEL * rows + 0.3)
        places = figure.subplots(rows, PANELS, sharey=True, squeeze=False).ravel()
        for axes, (standing, ratings) in zip(places, found, strict=False):
            _draw_rise(axes, range(len(ratings)), ratings)
            axes.set_xticks(range(len(marks)), marks)
            axes.set_title(f"{_game(standing)}, {standing.tournament.players} players", loc="left", fontsize=8)
            axes.grid()
        for axes in places[len(found) :]:
            axes.set_visible(False)
        figure.supxlabel(meaning, fontsize=10)
        figure.supylabel("rating", fontsize=10)
    return out.getvalue()


@contextmanager
def _drawing() -> "Iterator[tuple[Figure, io.StringIO]]":
    """An empty figure, and what it will be written to."""
    check()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(LOOK):
        yield (figure := Figure(layout="constrained")), (out := io.StringIO())
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})


def title(standing: Standing) -> str:
    """What was played, in one line."""
    tournament = standing.tournament
    games = f"{len(standing.games):,} game{'s' if len(standing.games) != 1 else ''}"
    return f"{_game(standing)}, {tournament.players} players, {tournament.format}: {games}"


def _game(standing: Standing) -> str:
    return standing.tournament.settle()[0].title


def _signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "\N{MINUS SIGN}") if round(points) else "0"


def _label(name: str) -> str:
    """A long name on two lines, broken after a comma near its middle."""
    commas = [place + 1 for place, letter in enumerate(name) if letter == ","]
    if len(name) <= LONGEST_LABEL or not commas:
        return name
    middle = min(commas, key=lambda place: abs(place - len(name) / 2))
    return f"{name[:middle]}\n{name[middle:]}"


def _draw_ratings(axes: "Axes", standing: Standing) -> None:
    ratings = standing.ratings[::-1]
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    room = max(high - low, 100.0)
    for row, rating in enumerate(ratings):
        axes.plot([rating.low, rating.high], [row, row], color=COLOURS[0], linewidth=2, solid_capstyle="butt")
        axes.plot([rating.rating], [row], "o", color=COLOURS[0], markersize=6)
        axes.text(
            max(rating.high, rating.rating) + room * 0.02,
            row,
            _signed(rating.rating),
            va="center",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    axes.axvline(0, color=INK, linewidth=0.8, zorder=0)
    axes.set_xlim(low - room * 0.03, high + room * 0.12)
    axes.set_ylim(-0.6, len(ratings) - 0.4)
    axes.set_yticks(range(len(ratings)), [_label(rating.name) for rating in ratings])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    zero = "the mean of all" if standing.anchor == MEAN else standing.anchor
    axes.set_xlabel(f"rating, with 95 % confidence; 400 points are odds of 10 to 1\n0 is {zero}")


def _draw_curves(axes: "Axes", curves: Mapping[str, list[tuple[float, Rating]]]) -> None:
    for number, (name, members) in enumerate(curves.items()):
        at, ratings = [seconds for seconds, _ in members], [rating for _, rating in members]
        gain = float(np.polyfit(np.log2(at), [rating.rating for rating in ratings], 1)[0])
        label = f"{name}: {_signed(gain)} points for each doubling"
        _draw_rise(axes, at, ratings, COLOURS[number % len(COLOURS)], label)
    ticks = sorted({seconds for members in curves.values() for seconds, _ in members})
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [f"{seconds:g}" for seconds in ticks])
    axes.set_xlabel("seconds to think about a move")
    axes.set_ylabel("rating")
    axes.grid()
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0)


def _draw_rise(
    axes: "Axes", at: Sequence[float], ratings: Sequence[Rating], colour: str = COLOURS[0], label: str | None = None
) -> None:
    axes.errorbar(
        at,
        [rating.rating for rating in ratings],
        yerr=[[max(0.0, r.rating - r.low) for r in ratings], [max(0.0, r.high - r.rating) for r in ratings]],
        color=colour,
        marker="o",
        capsize=3,
        label=label,
    )
