"""Section 8 of the rules of Vanagloria Galaxy and Orbit Cubes.

    setup:  VG, board p4a, turn=pro; acting seat 0, 2 actions left     what is left out is as at the start of a game
            scores [10, 20, 0, 0]
            seat 0: m@F0.b, d@E0 x2                                    complete; a seat left out has its starting unit
    do:     att m@F0.b > 1:d@F0.b                                      must be legal
    do:     end   (4 times, one per acting seat)
    chance: tokens by seat [2, 3, 1]                                   the deal that the last action brought about
    refuse: act m@F0.b                                                 must not be legal; `illegal:` means the same
    refuse: act m@F0.b (VG-062)                                        ... and the refusal cites this rule
    allow:  act d@D0.s                                                 must be legal; `legal:` means the same
    expect: scores [13, 25, 2, 2]; round 2; game goes on               each is compared

Several statements stand on a line with `;`, lines may go on in the next, and `#` begins a comment. A board of one's own
is given as JSON, or by `custom board: tiles [..], [..]; entrances [..], [..]`. `seed=5` in a setup is the seed of its
chance, `seat 2: (as at the start)` is what leaving the seat out means. `expect: refused`, with a rule or a code behind
it if you like, is said of a setup that the program must not accept.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import quincunx
from quincunx.engine.errors import QuincunxError, Refused
from quincunx.table.match import Match
from tests.vectors import Block, Failure, Line, Page, Vector, rule_ids
from tests.vectors.notations.vanagloria_expect import View, compare
from tests.vectors.notations.vanagloria_setup import CONTINUES, OC, VG, Setup, Unknown, named_boards, numbers
from tests.vectors.notations.wording import Phrase, bare, phrases

WORDS = {
    "setup": "setup",
    "set up": "setup",
    "given": "setup",
    "do": "do",
    "play": "do",
    "refuse": "refuse",
    "refused": "refuse",
    "illegal": "refuse",
    "allow": "allow",
    "allowed": "allow",
    "legal": "allow",
    "expect": "expect",
    "expected": "expect",
    "chance": "chance",
}
STEP = re.compile(rf"^\s*({'|'.join(WORDS)})\s*:\s*(.*)$", re.IGNORECASE)
TIMES = re.compile(r"\s*(?:\(\s*(\d+|once|twice)\s*(?:times?)?\b[^)]*\)|[x×]\s*(\d+))\s*$", re.IGNORECASE)
BY_SEAT = re.compile(r"^(?:then\s+)?(?:seat\s*(\d)\s*:\s*)?", re.IGNORECASE)
ID = r"(?:VG|OC|R)-\d+"
BY_RULE = re.compile(
    rf"\s*(?:\((?:(?:refused )?by\s)?|\[|(?:refused )?by\s|->|→|—|–)\s*"
    rf"({ID}(?:\s*(?:,|or|and|/)\s*{ID})*)\s*[)\]]?\s*$",
    re.IGNORECASE,
)
"""The rule that a refusal must cite; of several, one."""
REFUSED = re.compile(
    r"(?:the )?(?:setup|board|position)?\s*(?:is )?(?:refused|illegal)\s*:?\s*\(?([A-Z]+-?\d+)?\)?", re.IGNORECASE
)
VERBS = {"activate": "act", "attack": "att", "pass": "end"}
MOVE = re.compile(r"(move|act(?:ivate)?|att(?:ack)?|end|pass)\b", re.IGNORECASE)
MOST_SEEDS = 50_000
"""Six tokens lie in 720 orders; the chance to miss one in so many deals is nil."""


class SectionEight:
    """Blocks with the steps `setup:`, `do:`, `refuse:`, `allow:`, `expect:` and `chance:`."""

    name = "section 8 of vanagloria-and-orbit-cubes.md"

    def recognises(self, page: Page, block: Block) -> bool:
        """By its steps: any under a heading; without one, a setup and something to do or expect."""
        said = {WORDS[match[1].lower()] for line in block.lines if (match := STEP.match(line.text))}
        enough = bool(said) if block.heading else "setup" in said and len(said) > 1
        return block.info in ("", "text", "vanagloria", "vg", "oc") and enough

    def vectors(self, page: Page, block: Block) -> Sequence[Vector]:
        """One vector."""
        heading = block.heading

        def check() -> list[Failure]:
            return Script(page, block).run()

        if heading:
            return [Vector(heading.id, heading.title, heading.rules, heading.line, check)]
        return [Vector(f"line {block.line}", "a vector without a heading", (), block.line, check)]


@dataclass(frozen=True)
class Step:
    """What is said after one of the words."""

    word: str
    lines: tuple[Line, ...]


def steps(block: Block) -> list[Step]:
    """The steps of a block; lines without a word go on with the step before."""
    found: list[Step] = []
    for line in block.lines:
        if match := STEP.match(line.text):
            found.append(Step(WORDS[match[1].lower()], (Line(line.number, match[2]),)))
        elif found:
            found[-1] = Step(found[-1].word, (*found[-1].lines, line))
        elif bare(line.text):
            found.append(Step("", (line,)))
    return found


class Script:
    """One vector being run."""

    def __init__(self, page: Page, block: Block) -> None:
        self.page, self.block = page, block
        self.game: Match | None = None
        self.error: QuincunxError | None = None
        self.setup: Setup | None = None
        self.last: tuple[str, str] | None = None
        """The position before the last action, and that action: where chance is tried again."""
        self.wish: list[int] | None = None
        """The tokens that the next deal shall bring."""
        self.failures: list[Failure] = []

    def fail(self, line: int, what: str, expected: str, found: str) -> None:
        self.failures.append(Failure(line, what, expected, found))

    def run(self) -> list[Failure]:
        """Does everything in order; stops where the game can't go on as told."""
        for step in steps(self.block):
            separators = ";," if step.word else ""
            said = phrases(step.lines, CONTINUES, separators)
            if not step.word:
                self.fail(step.lines[0].number, repr(said[0].text), "a step such as 'setup:' or 'do:'", "none")
                return self.failures
            if step.word == "setup":
                self.begin(said)
            elif step.word == "expect" and self.error and len(said) == 1 and REFUSED.fullmatch(said[0].text):
                self.expect_refused_setup(said[0])
                return self.failures
            elif not self.game:
                break
            elif not getattr(self, f"take_{step.word}")(said):
                return self.failures
        if not self.game and not self.failures:
            why = str(self.error) if self.error else "there is no setup"
            self.fail(self.block.line, "setup", "a position that the program accepts", why)
        return self.failures

    # ------------------------------------------------------------ setting up

    def begin(self, said: list[Phrase]) -> None:
        """A setup; several in a row are one."""
        if self.setup is None or self.last:
            self.setup, self.last, self.error = Setup(named_boards(self.page.text)), None, None
        self.game = None
        try:
            self.setup.read(said)
        except Unknown as unknown:
            what = str(unknown)
            line = next((part.line for part in said if part.text in what or what in part.text), self.block.line)
            self.fail(line, "setup", "a phrase that is known", f"unknown phrase {str(unknown)!r}")
            return
        self.set_up(said[0].line if said else self.block.line)

    def set_up(self, line: int) -> None:
        assert self.setup
        try:
            self.game = quincunx.set_up(self.setup.position(), seed=self.setup.seed)
            self.error = None
        except QuincunxError as error:
            self.error = error
            return
        if self.setup.starts:
            owned = {place.owner: place.id for place in self.game.scene().places if place.owner is not None}
            found = [owned[seat] for seat in sorted(owned)]
            if found != self.setup.starts:
                self.fail(line, "starts", ", ".join(self.setup.starts), ", ".join(found))

    def expect_refused_setup(self, phrase: Phrase) -> None:
        match = REFUSED.fullmatch(phrase.text)
        assert match
        if match[1] and match[1].upper() not in str(self.error):
            self.fail(phrase.line, "setup", f"refused by {match[1].upper()}", str(self.error))

    # ------------------------------------------------------------ the steps

    def take_do(self, said: list[Phrase]) -> bool:
        """Plays; a move that is refused ends the vector."""
        for phrase in said:
            text, times = repeated(phrase.text)
            for _ in range(times):
                if not self.play(phrase, text):
                    return False
        return True

    def play(self, phrase: Phrase, text: str) -> bool:
        game = self.game
        assert game
        seat = BY_SEAT.match(text)
        text = move_of(BY_SEAT.sub("", text))
        if seat and seat[1] and int(seat[1]) != game.turn:
            self.fail(phrase.line, f"do: {phrase.text}", f"seat {seat[1]} acts", f"acting seat {game.turn}")
        before = game.position()
        try:
            game.play(text)
        except QuincunxError as error:
            refused = "refused by " if isinstance(error, Refused) else ""
            self.fail(phrase.line, f"do: {text}", "a legal move", f"{refused}{error}")
            return False
        self.last = before, text
        if self.wish and self.dealt():
            wish, self.wish = self.wish, None
            return self.deal(phrase, wish)
        return True

    def dealt(self) -> bool:
        """Whether the last action began a round."""
        assert self.game
        assert self.last
        return bool(View(self.game).written["round"] != View(quincunx.set_up(self.last[0])).written["round"])

    def take_refuse(self, said: list[Phrase]) -> bool:
        """Each must be refused, by the rule that is named, if one is."""
        for phrase in said:
            rule = BY_RULE.search(phrase.text)
            text = move_of(BY_SEAT.sub("", BY_RULE.sub("", phrase.text)))
            found = self.refusal(phrase, f"refuse: {text}", text)
            if found is None:
                continue
            if found == "":
                self.fail(phrase.line, f"refuse: {text}", "a refusal", "the move is legal")
            elif rule and found.partition(":")[0] not in rule_ids(rule[1].upper()):
                self.fail(phrase.line, f"refuse: {text}", f"refused by {rule[1].upper()}", f"refused by {found}")
        return True

    def take_allow(self, said: list[Phrase]) -> bool:
        """Each must be legal; a rule behind it tells why, and there is nothing to compare it with."""
        for phrase in said:
            text = move_of(BY_SEAT.sub("", BY_RULE.sub("", phrase.text)))
            if found := self.refusal(phrase, f"allow: {text}", text):
                self.fail(phrase.line, f"allow: {text}", "a legal move", f"refused by {found}")
        return True

    def refusal(self, phrase: Phrase, what: str, text: str) -> str | None:
        """The refusal in words, "" for a legal move; None, and a failure, if the text is no move."""
        assert self.game
        try:
            refused = self.game.why_not(text) or ""
            listed = not refused and self.game.number(text) in self.game.moves
        except QuincunxError as error:
            self.fail(phrase.line, what, "a move", str(error))
            return None
        if not refused and not listed:
            self.fail(phrase.line, what, "the list of legal moves agrees with the refusals", "it is in neither")
        return refused

    def take_expect(self, said: list[Phrase]) -> bool:
        """Each phrase is compared."""
        assert self.game
        for phrase in together(said):
            try:
                expected, found = compare(self.game, phrase.text)
            except Unknown:
                self.fail(phrase.line, "expect", "a phrase that is known", f"unknown phrase {phrase.text!r}")
                continue
            if expected != found:
                self.fail(phrase.line, f"expect: {phrase.text}", expected, found)
        return True

    # ------------------------------------------------------------ chance

    def take_chance(self, said: list[Phrase]) -> bool:
        """The deal that the last action brought, or the next one will bring, is as told: other seeds are tried."""
        for phrase in said:
            tokens = re.fullmatch(r"(?:turn )?tokens(?: by seat)?\s*[:=]?\s*(\[.*\])", phrase.text, re.IGNORECASE)
            first = re.fullmatch(r"first (?:player|seat)\s*[:=]?\s*(?:is )?(?:seat )?(\d)", phrase.text, re.IGNORECASE)
            if not tokens and not first:
                self.fail(phrase.line, "chance", "a phrase that is known", f"unknown phrase {phrase.text!r}")
                return False
            assert self.setup
            if not self.last and not self.setup.values.keys() & {"tokens", "first"}:
                self.setup.values |= {"tokens": numbers(tokens[1])} if tokens else {"first": numbers(phrase.text)[0]}
                self.set_up(phrase.line)
                if not self.game:
                    self.fail(phrase.line, f"chance: {phrase.text}", "a possible deal", str(self.error))
                    return False
            elif not tokens:
                self.fail(
                    phrase.line, f"chance: {phrase.text}", "the first player is drawn before the first action", "later"
                )
                return False
            elif not self.last or not self.dealt():
                self.wish = numbers(tokens[1])
            elif not self.deal(phrase, numbers(tokens[1])):
                return False
        return True

    def deal(self, phrase: Phrase, tokens: list[int]) -> bool:
        """Plays the last action again under other seeds until it deals these tokens."""
        assert self.game
        assert self.last
        position, text = self.last
        found = View(self.game).written["tokens"]
        if sorted(found) == sorted(tokens):
            for seed in range(MOST_SEEDS):
                if View(self.game).written["tokens"] == tokens:
                    return True
                self.game = quincunx.set_up(position, seed=seed)
                self.game.play(text)
        self.fail(phrase.line, f"chance: {phrase.text}", f"tokens {tokens}", f"never dealt; {found}, for example")
        return False


def move_of(text: str) -> str:
    """A move as the program reads it: `Attack m@F0.b → 1:d@F0.b` is `att m@F0.b > 1:d@F0.b`."""
    verb = MOVE.match(text)
    if not verb:
        return text
    rest = text[verb.end() :].replace("->", ">").replace("→", ">").strip()
    word = verb[1].lower()
    return f"{VERBS.get(word, word)} {rest}".strip()


def repeated(text: str) -> tuple[str, int]:
    """A move and how often it is made: `end (4 times, one per acting seat)`, `end x4`."""
    match = TIMES.search(text)
    if not match:
        return text, 1
    many = (match[1] or match[2]).lower()
    return TIMES.sub("", text), {"once": 1, "twice": 2}.get(many) or int(many)


def together(said: list[Phrase]) -> list[Phrase]:
    """A list of legal moves is one phrase, although it has commas."""
    found: list[Phrase] = []
    for phrase in said:
        if (
            found
            and MOVE.match(phrase.text)
            and re.match(r"(?:only |exactly these )?legal moves?\b", found[-1].text, re.I)
        ):
            found[-1] = Phrase(found[-1].line, f"{found[-1].text}, {phrase.text}")
        else:
            found.append(phrase)
    return found


class LinkTables:
    """Blocks such as `E0: D0.s  |  D0.s: E0 D0.r`, under a title that names the board."""

    name = "tables of links"
    cell = re.compile(r"\s*([\w.]+)\s*:\s*([\w.]+(?:[ ,]+[\w.]+)*)\s*")

    def recognises(self, page: Page, block: Block) -> bool:
        """Nothing but cells, and a board in the title."""
        cells = [cell for line in block.lines for cell in bare(line.text).split("|") if cell.strip()]
        return bool(cells and block.heading and self.board(page, block) and all(map(self.cell.fullmatch, cells)))

    def board(self, page: Page, block: Block) -> Setup | None:
        """The board that the title or the prose names in code marks."""
        assert block.heading
        for name in re.findall(r"`([\w-]+)`", f"{block.heading.title} {block.heading.prose}"):
            setup = Setup(named_boards(page.text), board=name)
            workshop = quincunx.game(VG).workshop
            if workshop and name in {id for id, _, _ in workshop.presets()} | set(setup.boards):
                return setup
            if re.fullmatch(r"oc(-fit\d)?", name):
                setup.game, setup.players = OC, 6 if name == "oc" else int(name[-1])
                return setup
        return None

    def vectors(self, page: Page, block: Block) -> Sequence[Vector]:
        """One vector."""
        heading = block.heading
        assert heading

        def check() -> list[Failure]:
            setup = self.board(page, block)
            assert setup
            game = quincunx.set_up(setup.position(), seed=0)
            failures: list[Failure] = []
            told = set()
            for line in block.lines:
                for cell in bare(line.text).split("|"):
                    if match := self.cell.fullmatch(cell):
                        told.add(match[1])
                        expected, found = compare(game, f"links of {match[1]}: {match[2]}")
                        if expected != found:
                            failures.append(Failure(line.number, f"links of {match[1]}", expected, found))
            missing = [place.id for place in game.scene().places if place.id not in told]
            if missing and "complete" in f"{heading.title} {heading.prose}":
                failures.append(Failure(block.line, "the table", "it is complete", f"without {', '.join(missing)}"))
            return failures

        return [Vector(heading.id, heading.title, heading.rules, heading.line, check)]
