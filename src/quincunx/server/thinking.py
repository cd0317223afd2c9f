"""What a worker process does: it is asked about what a seat knows, thinks, and answers. Nothing else is told to it.

Questions and answers are MessagePack in a pipe. The main thread thinks; a second one listens, so that a thought can be
stopped, and so that a worker ends when the pipe does.
"""

import os
import queue
import signal
import threading
from collections.abc import Iterable
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import numpy as np

import quincunx
from quincunx.bots import KINDS, NAMES, make
from quincunx.bots.levels import LEVELS
from quincunx.bots.levels import NAMES as LEVEL_NAMES
from quincunx.bots.search import DEFAULT_SECONDS, LONGEST_SECONDS, SearchBot, Thought, win_share, words
from quincunx.engine.errors import QuincunxError, Unknown, shown
from quincunx.engine.position import Position
from quincunx.games import get
from quincunx.server.helping import stand_back

SHORTEST = 0.001
LONGEST_LEVEL = 30.0
"""Seconds for a level that counts iterations instead."""
MOST_PROMISES = 10
"""Moves that an opinion names."""
MOST_STEPS = 12
"""Of an opinion's line."""
NEEDS = ("simple", "search", "words")
"""What may have to be compiled: for the simple bots, for those that search, and for opinions."""
PREPARING, THINKING = "preparing", "thinking"


class Job(msgspec.Struct, frozen=True):
    """What a worker gets to know: a seat's view, and who should think about it."""

    game: str
    """Its name, or the path of its file."""
    players: int
    options: dict[str, Any]
    view: bytes
    """The state as the seat to move knows it."""
    seat: int
    bot: str
    seconds: float
    """The longest thought."""
    explain: bool = False
    """Whether an opinion is wanted, rather than a move."""

    @property
    def needs(self) -> tuple[str, ...]:
        """What has to be compiled for it, of NEEDS."""
        if self.bot in KINDS:
            return ("simple",)
        return ("search", "words") if self.explain else ("search",)


class Promise(msgspec.Struct, frozen=True):
    """A legal move, as a bot sees it."""

    move: int
    text: str
    """As it is written."""
    words: str
    """As a person would say it."""
    share: float
    """Of the bot's attention."""
    wins: float
    """The share of games that it will win for the seat, by what the bot expects."""


class Opinion(msgspec.Struct, frozen=True):
    """What a bot thinks of a position. It knows no more than the seat that is to move."""

    bot: str
    seat: int
    """Who is to move."""
    wins: list[float]
    """The share of games that each seat will win."""
    moves: list[Promise]
    """The best ones, the best first."""
    line: list[str]
    """What will probably be played, in words."""
    iterations: int
    seconds: float


# ---------------------------------------------------------------- what goes through the pipe


class Ask(msgspec.Struct, frozen=True, tag=True):
    """A job for the worker; only one at a time."""

    number: int
    job: Job


class Prepare(msgspec.Struct, frozen=True, tag=True):
    """Compile all that the bots need for a game."""

    number: int
    game: str


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Nobody wants the answer any more."""

    number: int


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker's first word."""


class State(msgspec.Struct, frozen=True, tag=True):
    """What the worker does now: it is preparing or thinking."""

    state: str


class Chosen(msgspec.Struct, frozen=True, tag=True):
    """A move; None where none was asked for."""

    move: int | None


class Opined(msgspec.Struct, frozen=True, tag=True):
    """An opinion."""

    opinion: Opinion


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The worker is well, but has no answer."""

    reason: str


Question = Ask | Prepare | Stop
Answer = Chosen | Opined | Failed
News = Ready | State | Answer
encode = msgspec.msgpack.encode
read_question = msgspec.msgpack.Decoder(Question).decode
read_news = msgspec.msgpack.Decoder(News).decode


def job_for(position: Position, bot: str, seconds: float | None = None, *, explain: bool = False) -> Job:
    """The job to think about a position. Whatever position is given, only what the seat to move knows gets in.

    >>> job = job_for(quincunx.new("vanagloria", seed=7), "level-1")
    >>> job.game, job.players, job.seat, job.bot, job.seconds
    ('vanagloria', 2, 0, 'level-1', 30.0)
    """
    turn, game = position.turn, position.game
    if turn is None:
        raise QuincunxError("The game is over: there is nothing to think about.")
    if game.secret and position.seat not in (None, turn):
        raise QuincunxError(f"Seat {position.seat} can't know what seat {turn} thinks.")
    if bot not in NAMES:
        raise Unknown("bot", bot, list(NAMES))
    if explain and bot in KINDS:
        raise QuincunxError(f"The bot {bot} has no opinions; ask one that searches.")
    if seconds is not None and not SHORTEST <= seconds <= LONGEST_SECONDS:
        raise QuincunxError(f"seconds is a number from {SHORTEST:g} to {LONGEST_SECONDS:g}, not {shown(seconds)}.")
    name = game.name if game.source is None else str(game.source)
    view = position.view(turn).raw.tobytes()
    limit = _usual_seconds(bot) if seconds is None else float(seconds)
    return Job(name, position.players, dict(position.options), view, turn, bot, limit, explain)


def _usual_seconds(bot: str) -> float:
    """The longest thought of a bot."""
    if bot in KINDS:
        return 0.0
    if bot in LEVEL_NAMES:
        return float(LEVELS[LEVEL_NAMES.index(bot)].get("seconds", LONGEST_LEVEL))
    return DEFAULT_SECONDS


# ---------------------------------------------------------------- in the worker


def serve(pipe: Connection, server: int) -> None:
    """The life of a worker process; `server` is the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is over
    stand_back(server)
    Worker(pipe).run()


class Worker:
    """Answers one question after the other."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._inbox: queue.SimpleQueue[tuple[Ask | Prepare, threading.Event]] = queue.SimpleQueue()
        self._prepared: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Goes on until the pipe ends."""
        threading.Thread(target=self._listen, name="pipe", daemon=True).start()
        self._tell(Ready())
        while True:
            question, stop = self._inbox.get()
            try:
                answer = self._answer(question, stop)
                self._tell(answer)
            except Exception as error:
                self._tell(Failed(f"{type(error).__name__}: {error}"))

    def _listen(self) -> None:
        number, stop = -1, threading.Event()
        try:
            while True:
                question = read_question(self._pipe.recv_bytes())
                if isinstance(question, Stop):
                    if question.number == number:
                        stop.set()
                else:
                    number, stop = question.number, threading.Event()
                    self._inbox.put((question, stop))
        finally:
            os._exit(0)  # nobody is there any more

    def _tell(self, news: News) -> None:
        try:
            self._pipe.send_bytes(encode(news))
        except OSError:
            os._exit(0)

    def _answer(self, question: Ask | Prepare, stop: threading.Event) -> Answer:
        if stop.is_set():
            return Failed("stopped")
        if isinstance(question, Prepare):
            self._tell(State(PREPARING))
            players = get(question.game).players[0]
            self._prepare(question.game, NEEDS, quincunx.new(question.game, players, seed=1))
            return Chosen(None)
        job = question.job
        if any((job.game, need) not in self._prepared for need in job.needs):
            self._tell(State(PREPARING))
            self._prepare(job.game, job.needs, position_of(job))
        self._tell(State(THINKING))
        return _answer(job, stop)

    def _prepare(self, game: str, needs: Iterable[str], position: Position) -> None:
        """Compiles what a kind of job needs, or loads it: does once what will be done then."""
        for need in needs:
            if need == "simple":
                make("random").choose(position)
            else:
                thought = SearchBot(iterations=1, jobs=1).think(position)
            if need == "words":
                opinion_of(thought, position, "search")
            self._prepared.add((game, need))


def position_of(job: Job) -> Position:
    """The view that a job is about."""
    game = get(job.game)
    raw = np.frombuffer(job.view, np.uint8).copy()
    if len(raw) != game.state.itemsize:
        raise QuincunxError(f"{job.game} is not the game that it was when the server opened it.")
    return Position(game, job.players, job.options, game.board_for(job.players, job.options), raw, job.seat)


def _answer(job: Job, stop: threading.Event) -> Answer:
    position = position_of(job)
    if job.bot in KINDS:
        return Chosen(make(job.bot).choose(position))
    bot = make(job.bot, seconds=job.seconds, jobs=1)  # one core: the workers share them
    assert isinstance(bot, SearchBot)
    if job.explain:
        return Opined(opinion_of(bot.think(position, stop=stop), position, job.bot))
    return Chosen(bot.choose(position, stop=stop))


def opinion_of(thought: Thought, position: Position, bot: str) -> Opinion:
    """A thought for people."""
    game, players = position.game, position.players
    moves = [
        Promise(
            each.move,
            game.spell(position, each.move),
            game.describe(position, each.move),
            each.share,
            win_share(each.value, players),
        )
        for each in thought.tried[:MOST_PROMISES]
    ]
    wins = [win_share(value, players) for value in thought.values]
    line = words(thought, position)[:MOST_STEPS]
    return Opinion(bot, thought.seat, wins, moves, line, thought.iterations, thought.seconds)
