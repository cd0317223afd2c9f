"""How the parts of the window are arranged, for Textual."""

CSS = """
Screen { background: $background; }
#head { height: 1; background: $panel; color: $foreground; }
#body { height: 1fr; }
#board { width: 1fr; height: 100%; scrollbar-size: 1 1; }
#panel { width: 38; height: 100%; padding: 0 1; border-left: tall $panel; background: $surface; scrollbar-size-vertical: 1; }
.narrow #panel { width: 30; padding: 0; border-left: none; }
.wide #panel { width: 46; }
#turn, #prompt, #banners, #about, #scores, #status { height: auto; }
#prompt, #about, #scores { margin-bottom: 1; }
.low #prompt, .low #about, .low #scores { margin-bottom: 0; }
Offers {
    height: auto; max-height: 10; margin-bottom: 1; padding: 0; border: none; background: $panel;
    scrollbar-size-vertical: 1;
}
.low Offers { max-height: 6; margin-bottom: 0; }
Offers:focus { border: none; }
#log-box { height: 1fr; min-height: 3; scrollbar-size-vertical: 1; border-top: solid $panel; }
.low #log-box { border-top: none; }
#message { height: 2; padding: 0 1; background: $panel; }

.stacked #body { layout: vertical; }
.stacked #panel { width: 100%; height: 45%; }

ModalScreen { align: center middle; background: $background 60%; }
.frame { border: round $accent; background: $surface; padding: 1 2; width: 84; max-width: 96%; height: auto;
    max-height: 94%; border-title-color: $accent; border-title-style: bold; border-subtitle-color: $foreground 60%; }
.part { margin-bottom: 1; height: auto; }
.page { height: 94%; }
.page VerticalScroll { height: 1fr; }
.question { width: 70; }
.result { width: 76; }
.result VerticalScroll { height: auto; max-height: 100%; }
.moves { height: 80%; }
.moves OptionList { height: 1fr; border: none; background: $surface; }
RulesScreen { background: $background; align: left top; }
#cited { padding: 1 2; background: $panel; border-left: thick $accent; }
.cited { background: $panel; text-style: bold; }
.foot { height: 1; background: $panel; dock: bottom; }
Curtain { background: $background; align: center middle; }
#curtain { width: 60; max-width: 90%; height: auto; border: round $accent; padding: 1 2; }
"""
