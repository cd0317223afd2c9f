"""The terminal table: what its keys do, and how a game takes its course. It knows no game and no rule."""

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message

from quincunx.bots import Bot, make
from quincunx.cli import files
from quincunx.cli.terminal.board import Board
from quincunx.cli.terminal.look import THEMES, palette
from quincunx.cli.terminal.panels import Offers
from quincunx.cli.terminal.saves import default_path, resume_command
from quincunx.cli.terminal.screens import (
    Curtain,
    MovesScreen,
    Question,
    ResultScreen,
    RulesScreen,
    help_page,
    log_page,
)
from quincunx.cli.terminal.sitting import Command, Line, Sitting
from quincunx.cli.terminal.thinking import Thinking
from quincunx.cli.terminal.window import DONE, Window
from quincunx.cli.warming import Preparation
from quincunx.engine.errors import QuincunxError
from quincunx.table.match import Match

HINT_SECONDS = 1.0
NEWS = 0.2
"""So many seconds pass before the next word about a thought."""


class Chosen(Message):
    """A bot has made up its mind, or failed."""

    def __init__(self, thinking: Thinking) -> None:
        super().__init__()
        self.thinking = thinking


class TableApp(Window):
    """One match, its people at this screen, and its bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("slash", "moves", "moves", key_display="/"),
        Binding("c", "commands", "commands"),
        Binding("u", "undo", "undo"),
        Binding("h", "hint", "hint"),
        Binding("r", "rules", "rules"),
        Binding("l", "log", "log"),
        Binding("s", "save", "save"),
        Binding("q", "leave", "quit"),
        Binding("o", "overlay", "overlay"),
        Binding("v", "wander", "look around"),
        Binding("t", "light", "light/dark"),
        Binding("ctrl+q,ctrl+c", "leave", show=False),
        Binding("escape", "step_back", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(1)", show=False),
        *(Binding(str(number), f"offer({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        save: Path | None = None,
        delay: float = 0.4,
        preparation: Preparation | None = None,
    ) -> None:
        super().__init__(Sitting.of(match, bots))
        self.delay = delay
        self.preparation = preparation
        self.save_path = save or default_path(match)
        self.saved = False
        self.failure: Exception | None = None
        self._adviser: Bot | None = None
        """The bot that gives hints."""
        self._thoughts: dict[int, Thinking] = {}
        """The latest thought of each bot."""

    def on_mount(self) -> None:
        """Sits down."""
        self.board.focus()
        self.say("Welcome. Arrows and Enter play, ? explains everything.")
        self.set_interval(NEWS, self._tell)
        self.go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Commands have a key only where the game has some."""
        return action != "commands" or self.match.game.commands is not None

    # ------------------------------------------------------------ the course of the game

    def go_on(self) -> None:
        """After every change: a bot thinks, a person is asked, or the game is over."""
        self._drop_thought()
        sitting = self.sitting
        sitting.look()
        if not sitting.on_board(self.cursor):
            self.cursor = ""  # Nobody should end a turn by pressing Enter once too often.
        self._put_cursor()
        self.show()
        if self.match.over:
            self._show_result()
        elif self.match.turn in sitting.bots:
            self._think()
        elif sitting.needs_curtain:
            self._draw_curtain()

    def _put_cursor(self) -> None:
        """To the first thing on the board that can be picked."""
        offers = self.sitting.offers
        if self.cursor not in offers:
            seen = [thing for thing in offers if thing in self.board.canvas.spots]
            self.cursor = next(iter([*seen, *offers]), "")
        self.call_after_refresh(self.board.follow, self.cursor)

    def _think(self) -> None:
        """The bot whose turn it is chooses."""
        turn = self.match.turn
        assert turn is not None
        self._ask(self.sitting.bots[turn], hint=False)

    def _ask(self, bot: Bot, *, hint: bool) -> None:
        """A bot chooses in the background; a thought that is no longer wanted is dropped."""

        def tell(thinking: Thinking) -> None:
            with contextlib.suppress(RuntimeError):  # The table may be closed by now.
                self.post_message(Chosen(thinking))

        before = self._thoughts.get(id(bot))
        self.thinking = Thinking(bot, self.match.copy(), tell, hint=hint, before=before, preparation=self.preparation)
        self._thoughts[id(bot)] = self.thinking

    def _drop_thought(self) -> None:
        if self.thinking is not None:
            self.thinking.drop()
            self.thinking = None

    def _tell(self) -> None:
        """How a thought that takes time gets on."""
        if self.thinking is not None:
            self._show_message()

    def end(self) -> None:
        """Ends everything that goes on in the background."""
        if self.preparation is not None:
            self.preparation.end()
        for thinking in self._thoughts.values():
            thinking.drop()
        for thinking in self._thoughts.values():
            thinking.end()

    @on(Chosen)
    def bot_chose(self, event: Chosen) -> None:
        """Shows a hint; lets a bot's turn be seen for a moment, then plays its move."""
        thinking = event.thinking
        if thinking.hint:
            self._show_hint(thinking)
        else:
            self.set_timer(max(0.01, self.delay - thinking.seconds), lambda: self._bot_plays(thinking))

    def _bot_plays(self, thinking: Thinking) -> None:
        turn = self.match.turn
        if thinking is not self.thinking or turn is None:
            return
        try:
            if isinstance(thinking.line, Exception):
                raise thinking.line
            for number in thinking.line:
                self.match.play(number)
        except Exception as error:
            bot = self.sitting.bots.pop(turn)
            self.say(f"The bot {bot.name} failed ({error}). Its seat is yours to play now.", "bold")
        else:
            self.message = None
            self._autosave()
        self.go_on()

    def play(self, line: Line) -> None:
        """Plays a person's decision, after a question if it breaks a pact."""
        broken = self.sitting.broken_by(line)
        if not broken:
            self._play(line)
            return
        pacts = ", ".join(f"pact {pact.number} with {self._allies(pact.members)}" for pact in broken)
        text = f"{self.sitting.words(line)}: this breaks {pacts}. It is allowed, and everybody will know."
        question = Question("A promise", text, "do it", "keep the promise")
        self.push_screen(question, lambda yes: self._play(line) if yes else self.action_step_back())

    def _allies(self, members: tuple[int, ...]) -> str:
        return " and ".join(self.match.name(seat) for seat in members if seat != self.match.turn)

    def _play(self, line: Line) -> None:
        try:
            for number in line:
                self.match.play(number)
        except QuincunxError as error:
            self.action_step_back()
            self.refuse(error)
            return
        self.message = None
        self._autosave()
        self.go_on()

    def _draw_curtain(self) -> None:
        turn = self.match.turn
        assert turn is not None
        self.sitting.viewer = None
        self.sitting.look()
        self.show()

        def lift(_: None) -> None:
            self.sitting.viewer = turn
            self.go_on()

        self.push_screen(Curtain(self.match.style(turn), self.match.name(turn)), lift)

    def _show_result(self) -> None:
        outcome = self.match.outcome or ()
        why = self.match.tellings()[-1] if self.match.line else []
        saved = f"Saved in {self.save_path}." if self.saved else ""

        def then(answer: str | None) -> None:
            if answer == "replay":
                self._replay(max(0, len(self.match.line) - 1))
            elif answer == "undo":
                self.action_undo()
            elif answer == "save":
                self.action_save()
            elif answer == "quit":
                self.action_leave()
            else:
                self.say("The game is over. ← watches it again, step by step.")

        self.push_screen(ResultScreen(self.sitting.scene, outcome, why, saved), then)

    def _replay(self, step: int | None) -> None:
        """Looks at the game as it was after so many moves."""
        self.sitting.step = step
        self.message = None
        self.sitting.look()
        self.cursor = ""
        self.show()

    # ------------------------------------------------------------ picking

    @on(Board.Go)
    def walk(self, event: Board.Go) -> None:
        """An arrow key: to the next thing in that direction, or through a replay."""
        sitting = self.sitting
        if self.match.over:
            step = len(self.match.line) if sitting.step is None else sitting.step
            by = {"left": -1, "right": 1}.get(event.way, 0)
            if by:
                self._replay(min(max(step + by, 0), len(self.match.line)))
            return
        among = list(self.board.canvas.spots) if self.wandering or not sitting.persons_turn else sitting.offers
        there = self.board.nearest(self.cursor, event.way, among)
        if there:
            self._move_cursor(there)

    def _move_cursor(self, thing: str) -> None:
        self.cursor = thing
        self.message = None
        self.show()
        self.board.follow(thing)

    def action_cycle(self, by: int) -> None:
        """The next offer, wherever it is."""
        offers = self.sitting.offers
        if offers:
            at = offers.index(self.cursor) if self.cursor in offers else -1 if by > 0 else 0
            self._move_cursor(offers[(at + by) % len(offers)])

    @on(Board.Chosen)
    def choose(self, event: Board.Chosen) -> None:
        """Enter, or a click on the board."""
        if event.thing is None:
            if self.sitting.step is None:
                self.pick(self.cursor)
        else:
            self.cursor = event.thing
            self.pick(event.thing)

    @on(Offers.OptionSelected)
    def click_offer(self, event: Offers.OptionSelected) -> None:
        """A click on the list."""
        self.action_offer(event.option_index + 1)

    def action_offer(self, number: int) -> None:
        """One of the first nine offers."""
        offers = self._offers()
        if number <= len(offers):
            self.pick(offers[number - 1][0])
        elif self.sitting.persons_turn:
            self.say(f"There is no offer {number} now.")

    def pick(self, thing: str) -> None:
        """Picks a thing; a complete path plays its move, a wrong one is answered with the rule."""
        sitting = self.sitting
        if self.match.over:
            self._show_result()
            return
        if not sitting.persons_turn:
            self.say("It is not your turn.")
            return
        self.message = None
        try:
            if thing == DONE:
                line = sitting.complete()
                if not line:
                    raise QuincunxError("Walk to something first: arrows or Tab, then Enter.")
            else:
                line = sitting.pick(thing)
        except QuincunxError as error:
            self.show()
            self.refuse(error)
            return
        if line:
            self.play(line)
            return
        self._put_cursor()
        self.show()

    def action_step_back(self) -> None:
        """One pick back; out of a replay."""
        if self.sitting.step is not None:
            self._replay(None)
            self._show_result()
            return
        picked = self.sitting.path[-1] if self.sitting.path else ""
        self.message = None
        if self.sitting.back():
            self.cursor = picked
        elif self.wandering:
            self.wandering = False
            self._put_cursor()
        self.show()

    def action_wander(self) -> None:
        """Arrows visit everything, or only what can be picked."""
        self.wandering = not self.wandering
        if self.wandering:
            self.say(
                "Arrows now visit everything on the board; Enter asks why it can't be picked. v or Escape ends it."
            )
        else:
            self.message = None
            self._put_cursor()
            self.show()

    def action_jump(self, to_end: int) -> None:
        """To the start or the end of a replay."""
        if self.match.over:
            self._replay(len(self.match.line) if to_end else 0)

    # ------------------------------------------------------------ the other keys

    def action_help(self) -> None:
        """Keys, marks, legend."""
        self.push_screen(help_page(self.sitting.scene, self.match.commitment))

    def action_rules(self) -> None:
        """The rulebook."""
        try:
            self.push_screen(RulesScreen(self.match.game.rulebook, self.cited))
        except OSError as error:
            self.refuse(QuincunxError(f"The rulebook can't be read: {error}."))

    def action_log(self) -> None:
        """Everything that happened."""
        self.push_screen(log_page(self.sitting.opening(), self.sitting.told(), self.dark))

    def action_moves(self) -> None:
        """All legal moves in words."""
        if not self.sitting.persons_turn:
            self.say("There is nothing to choose now: it is not your turn.")
            return
        moves, commands = self.sitting.all_moves(), self.sitting.commands()
        listed = [(words, self._written(line)) for line, words in moves]
        listed += [(command.words, command.text) for command in commands]

        def then(index: int | None) -> None:
            if index is not None and index < len(moves):
                self.play(moves[index][0])
            elif index is not None:
                self.give(commands[index - len(moves)])

        self.push_screen(MovesScreen(f"All {len(moves)} legal moves", listed, "words of a move"), then)

    def _written(self, line: Line) -> str:
        """The moves of a decision in the game's notation."""
        return " ".join(self.match.game.spell(self.match, number) for number in line)

    def action_commands(self) -> None:
        """What a person may do at any time."""
        commands = self.sitting.commands()
        if not commands:
            self.say("There are no commands here now: everything is a move.")
            return
        listed = [(command.words, command.text) for command in commands]
        screen = MovesScreen("Commands: what you may do at any time", listed, "words of a command")
        self.push_screen(screen, lambda index: None if index is None else self.give(commands[index]))

    def give(self, command: Command) -> None:
        """Gives a command, after a question if it ends the game."""
        if not self.sitting.ends_it(command):
            self._give(command)
            return
        question = Question("Sure?", f"{command.words}: that ends the game.", "do it", "play on")
        self.push_screen(question, lambda yes: self._give(command) if yes else None)

    def _give(self, command: Command) -> None:
        try:
            self.match.command(command.seat, command.text)
        except QuincunxError as error:
            self.refuse(error)
            return
        self.message = None
        self._autosave()
        self.go_on()

    def action_overlay(self) -> None:
        """The next overlay of the scene, or none."""
        names = ["", *self.sitting.scene.overlays]
        self.overlay = names[(names.index(self.overlay) + 1) % len(names)] if self.overlay in names else ""
        if len(names) == 1:
            self.say("This game has no overlays.")
        elif self.overlay:
            places = self.sitting.scene.overlays[self.overlay]
            self.say(f"Marked !: {self.overlay} ({', '.join(places) or 'nothing now'}).")
        else:
            self.message = None
        self.show()

    def action_light(self) -> None:
        """Light or dark."""
        self.theme = THEMES[1 if self.dark else 0].name
        self.show()

    def action_undo(self) -> None:
        """Takes back the last move of a person here."""
        try:
            count = self.sitting.undo()
        except QuincunxError as error:
            self.refuse(error)
            return
        self._autosave()
        self.say("Took back one move." if count == 1 else f"Took back {count} moves, those of the bots included.")
        self.go_on()

    def action_hint(self) -> None:
        """What a strong bot would do; it is only shown."""
        if not self.sitting.persons_turn:
            self.say("A hint is for your own turn.")
            return
        if self.thinking is not None:
            return
        if self._adviser is None:
            self._adviser = make("search", seconds=HINT_SECONDS)
        self.message = None
        self._ask(self._adviser, hint=True)
        self._show_message()

    def _show_hint(self, thinking: Thinking) -> None:
        if thinking is not self.thinking:
            return
        self.thinking = None
        if isinstance(thinking.line, Exception):
            self.refuse(thinking.line)
            return
        while self.sitting.back():
            pass
        self.sitting.hint = self.sitting.path_of(thinking.line)
        if self.sitting.hint:
            self.cursor = self.sitting.hint[0]
        words = self.sitting.words(thinking.line)
        self.say(thinking.advice(words, self.size.width - 2), palette(self.dark).hint)
        self.show()

    # ------------------------------------------------------------ keeping

    def _autosave(self) -> bool:
        try:
            files.write(self.save_path, self.match.dumps())
        except QuincunxError as error:
            self.refuse(error)
            self.saved = False
        else:
            self.saved = True
        return self.saved

    def action_save(self) -> None:
        """Saves now, and says where."""
        if self._autosave():
            self.say(f"Saved in {self.save_path}.", palette(self.dark).hint)

    def action_leave(self) -> None:
        """Saves, says where, and quits."""
        if self._autosave():
            command = resume_command(self.save_path, self.match.game.source)
            text = f"The game is saved in\n{self.save_path}\n\nGo on with it later:\n{command}"
        else:
            text = f"{self.message or ''}\n\nThe game is NOT saved."
        self.push_screen(Question("Quit?", text, "quit", "play on"), self._leave)

    def _leave(self, yes: bool | None) -> None:
        if yes:
            self._drop_thought()
            self.exit()

    def _fatal_error(self) -> None:
        """A fault of the program: no traceback on a player's screen; `play` says what happened."""
        self.failure = self._exception
        self._close_messages_no_wait()
