"""A bot that thinks while the table stays awake."""

import threading
import time
from collections.abc import Callable
from textwrap import wrap

from quincunx.bots import Bot, search
from quincunx.bots.search import SearchBot, Thought, win_share
from quincunx.cli.terminal.sitting import Line
from quincunx.cli.warming import Preparation
from quincunx.engine.position import Position

SHORT = 0.3
"""Seconds: nothing is said about a shorter thought."""
LATER = 3
"""Moves after the one that a hint is about."""
MOST_LINES = 4
"""Of a hint: the board should be seen, too."""
PARTING = 1.0
"""Seconds: a thread that is told to stop gets so much time to do it before the program ends."""


class Thinking:
    """One thought in a thread of its own: the moves of a decision, or an error; for a hint, also the reasons."""

    def __init__(
        self,
        bot: Bot,
        position: Position,
        then: Callable[["Thinking"], None],
        *,
        hint: bool = False,
        before: "Thinking | None" = None,
        preparation: Preparation | None = None,
    ) -> None:
        self.bot, self.position, self.hint = bot, position, hint
        self.line: Line | Exception = ()
        self.thought: Thought | None = None
        """What a hint is based on."""
        self.news: Thought | None = None
        """What has been found so far."""
        self.dropped = False
        self.began = time.monotonic()
        self._then, self._before = then, before
        self._preparation = preparation if isinstance(bot, SearchBot) else None
        self._thread = threading.Thread(target=self._run, name="bot", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """How long it takes already."""
        return time.monotonic() - self.began

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self.dropped = True
        if isinstance(self.bot, SearchBot):
            self.bot.stop()

    def end(self) -> None:
        """Drops it and waits for that: compiled code must not run on while the program is taken down."""
        self.drop()
        self._thread.join(PARTING)

    def _run(self) -> None:
        if self._before is not None:
            self._before._thread.join()  # a bot has one mind
            self._before = None
        if self._preparation is not None:
            self._preparation.wait()
        try:
            self.line = self._decide()
        except Exception as error:
            self.line = error
        if not self.dropped:
            self._then(self)

    def _decide(self) -> Line:
        """What the bot chooses; where that is only the first half of a decision, also the rest."""
        at, line = self.position, list[int]()
        while not self.dropped:
            line.append(self._choose(at))
            if not at.game.continues(at, line[-1]):
                break
            at = at.copy().play(line[-1])
        return tuple(line)

    def _choose(self, at: Position) -> int:
        if not isinstance(self.bot, SearchBot):
            return int(self.bot.choose(at))
        if self.hint and self.thought is None:
            self.thought = self.bot.think(at, progress=self._hear)
            return self.thought.move
        return self.bot.choose(at, progress=self._hear)

    def _hear(self, news: Thought) -> None:
        self.news = news
        if self.dropped:  # before the bot had begun
            self.bot.stop()  # type: ignore[attr-defined]

    # ------------------------------------------------------------ in words

    def told(self) -> str:
        """How far it is; nothing while that is not worth a word."""
        turn = self.position.turn
        if turn is None or (self.seconds < SHORT and not self.hint):
            return ""
        name = self.position.name(turn)
        if self._preparation is not None and self._preparation.is_going_on:
            who = "A hint" if self.hint else name
            return f"{who} has to wait: the search is compiled for this machine, once … {self.seconds:.0f} s"
        doing = "Thinking about a hint" if self.hint else f"{name} is thinking"
        return f"{doing} … {', '.join([f'{self.seconds:.1f} s', *self._found()])}"

    def advice(self, words: str, width: int) -> str:
        """A hint: the move in words, what it promises, and as far as there is room, how the game will perhaps go on."""
        assert isinstance(self.line, tuple)
        assert self.thought is not None
        said = f"Hint: {words}. You win about {wins(self.thought, self.position)}. ★ marks it; Enter starts it."
        same = [mine == its for mine, its in zip(self.line, self.thought.line, strict=False)]
        known = (*same, False).index(False)
        before = " Then perhaps: "
        for later in search.words(self.thought, self.position)[known : known + LATER]:
            if len(wrap(f"{said}{before}{later}.", width)) > MOST_LINES:
                break
            said, before = f"{said}{before}{later}.", " "
        return said

    def _found(self) -> list[str]:
        if (news := self.news) is None:
            return []
        found = [f"{news.iterations:,} lines of play"]
        if not self.hint and not self.position.game.secret:  # else it would tell something about what is hidden
            found.append(f"expects to win {wins(news, self.position)}")
        return found


def wins(thought: Thought, position: Position) -> str:
    """How many games the seat to move wins with the best move, by what the search expects.

    >>> import quincunx
    >>> game = quincunx.new("vanagloria", players=4, seed=7)
    >>> wins(Thought(0, (), (), (), 0, 0, 0.0), game)
    '25 of 100'
    """
    value = thought.candidates[0].value if thought.candidates else 0.0
    return f"{100 * win_share(value, position.players):.0f} of 100"
