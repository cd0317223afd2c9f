"""What goes over a table's socket, both ways. Everything is JSON with a `type`; these classes are its description: the
JSON Schema and the types of the browser's client are made from them."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.engine.scene import Scene, SeatStyle

LARGEST_MESSAGE = 16_384
"""Bytes that a client may send at once."""


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", rename="camel"):
    """A message."""


class _Part(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message."""


# ---------------------------------------------------------------- from the client


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: who I am, and what I have seen already."""

    token: str
    seen: int = 0
    """The last entry that an update told of; 0: nothing yet."""


class Alive(_Message, frozen=True, tag="alive"):
    """I am still here; answered by the same."""


class Look(_Message, frozen=True, tag="look"):
    """At a screen that several share: who looks at it now. None: nobody, the curtain is down."""

    seat: int | None = None


class Why(_Message, frozen=True, tag="why"):
    """Why can't this be picked?"""

    id: int
    path: list[str]


class Hint(_Message, frozen=True, tag="hint"):
    """What would a strong bot do?"""

    id: int


class Mute(_Message, frozen=True, tag="mute"):
    """I don't want to read what this seat says; or I do again."""

    seat: int
    muted: bool = True


class Point(_Message, frozen=True, tag="point"):
    """Look there: shown to the others for a moment, and not kept."""

    thing: str


class Action(_Message, frozen=True):
    """Something to be noted in the list. It is answered by `done`, `refused` or `stale` with the same key."""

    key: Annotated[str, Meta(min_length=1, max_length=100, pattern="^[!-~]+$")]
    """Chosen by the client, unique for the seat: a resend gets the same answer."""
    seen: int
    """The last entry that the client knew of when this was decided."""


class BySeat(Action, frozen=True):
    """An action of one seat."""

    seat: int | None = None
    """Which of my seats does it; it may be left out where I have one, or where the one to move is meant."""


class Play(Action, frozen=True, tag="play"):
    """A decision: a move in text, or its number, or the moves that a path of picks spells."""

    move: int | str | list[int]


class Command(BySeat, frozen=True, kw_only=True, tag="command"):
    """What the seat may do at any time, in text."""

    command: str


class Undo(Action, frozen=True, tag="undo"):
    """Take my last decision back."""


class Consent(Action, frozen=True, tag="consent"):
    """An answer to what is asked of me."""

    yes: bool


class Say(BySeat, frozen=True, kw_only=True, tag="say"):
    """Something said to all, or to one seat."""

    text: str
    to: int | None = None


class Propose(BySeat, frozen=True, kw_only=True, tag="propose"):
    """A pact."""

    members: list[int]
    non_aggression: bool = True
    common_enemy: int | None = None
    until_round: int = 0
    public: bool = True


class Answer(BySeat, frozen=True, kw_only=True, tag="answer"):
    """An answer to a pact: accept, decline or leave."""

    pact: int
    answer: str


class Resign(BySeat, frozen=True, kw_only=True, tag="resign"):
    """I give up."""


class Leave(Action, frozen=True, tag="leave"):
    """I leave; somebody or nobody plays on, as the table has it."""


class Back(Action, frozen=True, tag="back"):
    """I take my seat back from the bot that stood in."""


class Sit(Action, frozen=True, tag="sit"):
    """Before the game: my name at my seat; or, by the host, a bot at any seat, or nobody."""

    seat: int
    name: str = ""
    bot: str | None = None


class Ready(Action, frozen=True, tag="ready"):
    """Before the game: I am ready, or am not."""

    ready: bool = True


class Add(Action, frozen=True, tag="add"):
    """Before the game: something of my own for the seed of the shuffle."""

    text: str


class Start(Action, frozen=True, tag="start"):
    """Before the game, by the host: it starts."""


ACTIONS = (Play, Command, Undo, Consent, Say, Propose, Answer, Resign, Leave, Back, Sit, Ready, Add, Start)
TALK = (Say, Propose)
"""Actions that others have to read: how many there may be is limited."""
AnyAction = Play | Command | Undo | Consent | Say | Propose | Answer | Resign | Leave | Back | Sit | Ready | Add | Start
FromClient = Hello | Alive | Look | Why | Hint | Mute | Point | AnyAction


# ---------------------------------------------------------------- from the server


class Chair(_Part, frozen=True):
    """Who sits at a seat."""

    name: str
    bot: str | None
    ready: bool
    here: bool
    """Whether the person is connected."""
    stand_in: str | None
    flagged: bool
    """Whether the time is up."""


class Welcome(_Message, frozen=True, tag="welcome"):
    """The answer to `hello`: what does not change."""

    table: str
    game: str
    title: str
    rules: str
    """The version of the rules."""
    players: int
    options: dict[str, Any]
    settings: dict[str, Any]
    commitment: str
    host: bool
    secret: bool
    """Whether seats know different things."""
    styles: list[SeatStyle]
    """How the seats will be told apart, if that is settled before the game starts."""


class Patch(_Part, frozen=True):
    """What has changed in the scene since the last one: values as they are now; things of lists by their ids."""

    values: dict[str, Any] = {}
    changed: dict[str, list[Any]] = {}
    """Of a list of things: those that are new or different."""
    gone: dict[str, list[str]] = {}
    order: dict[str, list[str]] = {}
    """The ids of a list in their order, where that has changed."""


class Offer(_Part, frozen=True, omit_defaults=True):
    """A branch of the tree of picks."""

    line: list[int] = []
    """The moves that the path so far spells; empty: it is not complete."""
    words: str = ""
    """That decision as a person would say it."""
    next: dict[str, "Offer"] = {}


class Order(_Part, frozen=True):
    """What a seat may do beside its moves."""

    seat: int
    text: str
    words: str


class Line(_Part, frozen=True, omit_defaults=True):
    """Something that happened, in words."""

    words: str
    rules: list[str] = []
    about: list[str] = []


class Told(_Part, frozen=True):
    """What was told of one move."""

    step: int
    lines: list[Line]


class Talk(_Part, frozen=True):
    """Something that was said."""

    n: int
    at: int
    seat: int
    text: str
    to: int | None


class PactView(_Part, frozen=True):
    """A pact as it stands."""

    number: int
    members: list[int]
    non_aggression: bool
    common_enemy: int | None
    until_round: int
    public: bool
    status: str
    accepted: list[int]
    broken_by: int | None


class Question(_Part, frozen=True):
    """Somebody asks to take moves back."""

    seat: int
    count: int
    of: list[int]


class Times(_Part, frozen=True):
    """The clocks: what each seat has left at a moment."""

    at: int
    left: list[int]
    awaited: int | None


class Opened(_Part, frozen=True):
    """The seed, once the game is over: it can be checked against the commitment."""

    seed: str
    salt: str
    added: list[str]


class Update(_Message, frozen=True, tag="update"):
    """The table as my seats know it now; of scene, log and talk only what is new."""

    n: int
    """The last entry: what an action says it has seen."""
    changed_at: int
    """The entry that changed the game last."""
    status: str
    seats: list[int]
    """The seats that I play; numbered anew when the game starts."""
    chairs: list[Chair]
    turn: int | None
    viewer: int | None
    """Whose knowledge this is; None: a spectator's."""
    scene: Patch | None
    offers: Offer | None
    """None: it is not my turn."""
    commands: list[Order]
    steps: int
    """How many moves have been made: what was told of later ones is void."""
    told: list[Told]
    talk: list[Talk]
    pacts: list[PactView]
    asked: Question | None
    times: Times | None
    results: list[float] | None
    ended: str | None
    """Why the table ended the game, where the rules did not: "resigned" or "time"."""
    opened: Opened | None
    thinking: str | None
    """What a bot is doing: "preparing" or "thinking"."""


class Done(_Message, frozen=True, tag="done"):
    """An action is in the list, for good."""

    key: str
    n: int


class Refused(_Message, frozen=True, tag="refused"):
    """An action, or a request, can't be: why, and by which rule."""

    words: str
    rule: str | None = None
    key: str | None = None
    id: int | None = None


class Stale(_Message, frozen=True, tag="stale"):
    """The game has gone on since an action was decided: look at the update, and decide again."""

    key: str
    n: int


class Because(_Message, frozen=True, tag="because"):
    """The answer to `why`."""

    id: int
    words: str | None
    """None: it can be picked."""
    rule: str | None = None


class Opinion(_Message, frozen=True, tag="opinion"):
    """The answer to `hint`."""

    id: int
    opinion: Any


class LessonStep(_Part, frozen=True):
    """How the table stands before one step of a game's lesson, and what is said there. Words are told in every language
    that lessons are written in."""

    step: int
    """From 0; the last one is the end, where nothing is asked."""
    steps: int
    lesson: dict[str, str]
    """The title of the whole lesson."""
    seat: int
    title: dict[str, str] | None
    say: dict[str, str]
    other: dict[str, str] | None
    """The answer to another decision that the rules allow; None: the usual one."""
    rules: list[str]
    lines: list[list[int]]
    """The decisions that are asked for, each by its moves: all come to the same."""
    told: list[Line]
    """What has happened since the last step was shown."""
    scene: Scene
    offers: Offer | None


class Pointed(_Message, frozen=True, tag="pointed"):
    """A player points at a thing."""

    seat: int
    thing: str


class Bye(_Message, frozen=True, tag="bye"):
    """The server ends the connection: why, and whether to come back."""

    words: str
    again: bool


FromServer = Welcome | Update | Done | Refused | Stale | Because | Opinion | Pointed | Alive | Bye

decode: Callable[[bytes], FromClient] = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages."""
    (client, server), parts = msgspec.json.schema_components([FromClient, FromServer], ref_template="#/$defs/{name}")
    return {"$defs": {**parts, "FromClient": client, "FromServer": server}}
