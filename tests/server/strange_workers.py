"""Workers that behave badly, each in its own way: the processes of some tests run these instead of `thinking.serve`."""

import os
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from quincunx.server.thinking import (
    PREPARING,
    THINKING,
    Ask,
    Chosen,
    Failed,
    News,
    Prepare,
    Ready,
    State,
    Stop,
    encode,
    position_of,
    read_question,
)

GATE = "QUINCUNX_TEST_GATE"
"""The environment variable that names a file; while it is missing, `slow` compiles."""


def tell(pipe: Connection, *news: News) -> None:
    for each in news:
        pipe.send_bytes(encode(each))


def questions(pipe: Connection) -> Iterator[Ask | Prepare]:
    """Nobody here can be stopped."""
    tell(pipe, Ready())
    while True:
        try:
            question = read_question(pipe.recv_bytes())
        except EOFError:
            return
        if not isinstance(question, Stop):
            yield question


def stillborn(pipe: Connection, server: int) -> None:
    """Dies at once."""
    os._exit(3)


def mortal(pipe: Connection, server: int) -> None:
    """Dies of every question."""
    for _ in questions(pipe):
        tell(pipe, State(THINKING))
        os._exit(3)


def lying(pipe: Connection, server: int) -> None:
    """Makes moves that don't exist."""
    for _ in questions(pipe):
        tell(pipe, State(THINKING), Chosen(9999))


def babbling(pipe: Connection, server: int) -> None:
    """Says what nobody understands."""
    for _ in questions(pipe):
        pipe.send_bytes(b"\xc1")


def clueless(pipe: Connection, server: int) -> None:
    """Is well, but never knows anything."""
    for _ in questions(pipe):
        tell(pipe, State(THINKING), Failed("no idea"))


def weak(pipe: Connection, server: int) -> None:
    """Dies of everything but greed, which lets it play the last legal move."""
    for question in questions(pipe):
        assert isinstance(question, Ask)
        if question.job.bot != "greedy":
            os._exit(3)
        tell(pipe, State(THINKING), Chosen(position_of(question.job).moves.numbers[-1]))


def mute(pipe: Connection, server: int) -> None:
    """Takes a question, begins to think, and hears and says nothing any more."""
    for _ in questions(pipe):
        tell(pipe, State(THINKING))
        time.sleep(3600)


def slow(pipe: Connection, server: int) -> None:
    """Compiles until the gate is open, but answers random bots at once."""
    for question in questions(pipe):
        if isinstance(question, Prepare) or question.job.bot != "random":
            tell(pipe, State(PREPARING))
            while not Path(os.environ[GATE]).exists():
                time.sleep(0.01)
        tell(pipe, State(THINKING))
        move = position_of(question.job).moves.numbers[0] if isinstance(question, Ask) else None
        tell(pipe, Chosen(move))
