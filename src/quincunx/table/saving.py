"""Save files: JSON Lines with a version, a commitment to the seed, and a check on every line.

Line 1 is the header, then comes one line per entry, and the seal closes the file: it opens the seed and gives the hash
of the final state. Each line carries a running check over all lines so far, so that a changed line is found and named.
The format is described in docs/save-files.md.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from quincunx.engine.chance import Seed
from quincunx.engine.errors import BadSave, QuincunxError, Unknown, is_text, shown
from quincunx.engine.game import Game
from quincunx.engine.position import read_position
from quincunx.table.match import Match, Player

FORMAT = 1
CHECK_LENGTH = 12


class Chain:
    """The running check."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, line: str) -> str:
        """The check of a line, given without its own check."""
        self._hash.update(line.encode("utf-8", "surrogatepass") + b"\n")
        return self._hash.hexdigest()[:CHECK_LENGTH]


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def dumps(match: Match) -> str:
    """The match as a save file."""
    chain = Chain()
    lines = []
    seal = {"seed": match.seed.key.hex(), "salt": match.seed.salt.hex(), "state": match.digest, "over": match.over}
    for data in [_header(match), *_entries(match), {"seal": seal}]:
        lines.append(_text(data | {"check": chain.add(_text(data))}))
    return "\n".join(lines) + "\n"


def _header(match: Match) -> dict[str, Any]:
    header: dict[str, Any] = {
        "quincunx": "save",
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.version,
        "players": match.players,
        "options": match.options,
        "seats": [{"name": p.name} | ({"bot": p.bot} if p.bot else {}) for p in match.seats],
        "commitment": match.seed.commitment,
    }
    if match.seed.added:
        header["added"] = list(match.seed.added)
    return header if match.start is None else header | {"start": match.start}


def _entries(match: Match) -> list[dict[str, Any]]:
    """Moves are written in text, which needs the position before each; undone ones are replayed on the way."""
    replayed = fresh(match)
    lines = []
    for number, (kind, data) in enumerate(match.entries, 1):
        line: dict[str, Any] = {"n": number}
        if kind == "move":
            line |= {"seat": replayed.turn, "move": replayed.game.spell(replayed, data)}
        elif kind == "command":
            seat, command = match._whose(data)
            assert match.game.commands is not None
            line |= {"seat": seat, "command": match.game.commands.spell(replayed, seat, command)}
        else:
            line[kind] = data
        replayed.apply(kind, data)
        lines.append(line)
    return lines


def fresh(match: Match) -> Match:
    """The match as it was before the first entry."""
    start = None if match.start is None else match.at(0)
    return Match(match.game, match.players, match.options, match.board_raw, match.seed, match.seats, start)


# ---------------------------------------------------------------- loading


def reload(game: Game, text: str) -> Match:
    """A match from its own save: what `copy` and `pickle` use."""
    return loads(text, lambda name: game)


def loads(text: str, find: Callable[[str], Game]) -> Match:
    """The match that a save file holds; everything in it is checked. `find` gives a game by its name."""
    if not isinstance(text, str) or not text.strip():
        raise BadSave(1, "there is no text: the file is empty.")
    chain = Chain()
    lines = [_line(number, raw, chain) for number, raw in enumerate(text.removesuffix("\n").split("\n"), 1)]
    if "seal" not in lines[-1]:
        raise BadSave(len(lines) + 1, "the file ends early: its closing line, the seal, is missing.")
    seed, state = _open(len(lines), lines[-1]["seal"])
    match = _start(lines[0], seed, find)
    for number, line in enumerate(lines[1:-1], 2):
        _replay(match, number, line)
    if state != match.digest:
        raise BadSave(len(lines), "the moves do not lead to the state that was saved.")
    return match


def _open(number: int, seal: Any) -> tuple[Seed, str]:
    try:
        return Seed(bytes.fromhex(seal["seed"]), bytes.fromhex(seal["salt"])), str(seal["state"])
    except (KeyError, TypeError, ValueError):
        raise BadSave(number, "the seal is malformed: it should hold seed, salt and state.") from None


def _line(number: int, raw: str, chain: Chain) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadSave(number, f"this is not JSON ({error}); the file is damaged or cut off.") from None
    if not isinstance(data, dict):
        raise BadSave(number, "there should be a JSON object.")
    if number == 1:
        _check_version(data)
    check = data.pop("check", None)
    if chain.add(_text(data)) != check:
        raise BadSave(number, "this line was changed after the file was written (its check does not match).")
    return data


def _check_version(header: Mapping[str, Any]) -> None:
    if header.get("quincunx") != "save":
        raise BadSave(1, "this is not a Quincunx save file.")
    if header.get("format") != FORMAT:
        raise BadSave(1, f"the file has format {shown(header.get('format'))}; this program reads format {FORMAT}.")


def _start(header: Mapping[str, Any], seed: Seed, find: Callable[[str], Game]) -> Match:
    try:
        if len(seed.key) != 32 or len(seed.salt) != 16 or seed.commitment != header.get("commitment"):
            raise QuincunxError("the commitment does not fit the seed in the seal: one of them was exchanged.")
        added = header.get("added", [])
        if not isinstance(added, list) or not all(is_text(text) for text in added):
            raise QuincunxError("'added' should be a list of texts: what the players added to the seed.")
        seed = seed._replace(added=tuple(added))
        game = find(str(header.get("game")))
        if header.get("rules") != game.version:
            played = f"the game was played by version {shown(header.get('rules'))} of the rules"
            raise QuincunxError(f"{played}; this program has {game.version}.")
        players, options = header.get("players"), header.get("options")
        if not isinstance(players, int) or not isinstance(options, dict):
            raise QuincunxError("'players' and 'options' are missing.")
        settled = game.settle(players, options)
        seats = [Player(seat["name"], seat.get("bot")) for seat in header.get("seats", [])]
        if len(seats) not in (0, players) or not all(is_text(seat.name) and is_text(seat.bot or "") for seat in seats):
            raise QuincunxError(f"'seats' should name {players} players, or nobody.")
        start = None
        if "start" in header:
            start = read_position({"players": players, "options": settled} | header["start"], game)
        return Match(game, players, settled, game.board_for(players, settled), seed, seats, start)
    except Unknown as error:
        raise BadSave(1, f"{error} A game of your own has to be opened first: name its file, too.") from None
    except QuincunxError as error:
        raise BadSave(1, str(error)) from None
    except (KeyError, TypeError, AttributeError):
        raise BadSave(1, "the header is malformed.") from None


def _replay(match: Match, number: int, line: Mapping[str, Any]) -> None:
    if line.get("n") != len(match.entries) + 1:
        raise BadSave(number, f"entry {len(match.entries) + 1} is missing; this is entry {shown(line.get('n'))}.")
    try:
        if "move" in line:
            _replay_move(match, line)
        elif "command" in line:
            if not isinstance(line["command"], str):
                raise QuincunxError("a command is written in text.")
            match._play_command(line["seat"], match.command_number(line["seat"], line["command"]))
        elif "undo" in line:
            match.take_back(line["undo"])
        elif "leave" in line:
            match.check_seat(line["leave"])
            match.apply("leave", line["leave"])
        elif "say" in line:
            match.say(line["say"]["seat"], line["say"]["text"], line["say"].get("to"))
        elif "pact" in line:
            _replay_pact(match, line["pact"])
        else:
            raise QuincunxError("this entry is of no kind that this program knows.")
    except QuincunxError as error:
        raise BadSave(number, str(error)) from None
    except (KeyError, TypeError, AttributeError):
        raise BadSave(number, "this entry is malformed.") from None


def _replay_move(match: Match, line: Mapping[str, Any]) -> None:
    if line.get("seat") != match.turn:
        raise QuincunxError(f"it is the turn of seat {match.turn}, not of seat {shown(line.get('seat'))}.")
    match._play(match.number(line["move"]))


def _replay_pact(match: Match, record: Mapping[str, Any]) -> None:
    if "propose" in record:
        match.propose(
            record["seat"],
            record["members"],
            non_aggression=record["non_aggression"],
            common_enemy=record["common_enemy"],
            until_round=record["until_round"],
            public=record["public"],
        )
    else:
        answer = next((word for word in record if word in ("accept", "decline", "leave")), "")
        match.answer(record["seat"], record[answer], answer)
