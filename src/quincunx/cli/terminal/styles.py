"""How the parts of the window are arranged, for Textual."""

CSS = """
Screen { background: $background; }
VerticalScroll, OptionList { scrollbar-size-vertical: 1; }
#head { height: 1; background: $panel; color: $foreground; }
#body { height: 1fr; }
#board { width: 1fr; height: 100%; scrollbar-size: 1 1; }
#panel { width: 38; height: 100%; padding: 0 1; border-left: solid $primary 40%; background: $surface; }
.narrow #panel { width: 31; padding: 0; }
.wide #panel { width: 48; }
#turn, #prompt, #banners, #layouts, #about, #scores, #status { height: auto; }
.tall #turn, .tall #prompt, .tall #layouts, .tall #about, .tall #scores, .tall #status { margin-bottom: 1; }
Offers {
    height: auto; max-height: 6; padding: 0; border: none; background: $panel; scrollbar-size-vertical: 1;
    text-wrap: nowrap; text-overflow: ellipsis;
}
.tall Offers { max-height: 12; margin-bottom: 1; }
Offers:focus { border: none; }
#layouts { max-height: 8; text-wrap: nowrap; text-overflow: ellipsis; }
.tall #layouts { max-height: 14; text-wrap: wrap; }
#about, #status { max-height: 4; text-wrap: nowrap; text-overflow: ellipsis; }
.tall #about, .tall #status { max-height: 12; text-wrap: wrap; }
#log-box { height: 1fr; min-height: 2; scrollbar-size-vertical: 1; border-top: solid $primary 40%; }
#message { height: auto; min-height: 2; max-height: 4; padding: 0 1; background: $panel; }

.stacked #body { layout: vertical; }
.stacked #board { width: 100%; height: 1fr; }
.stacked #panel { width: 100%; height: 45%; border-left: none; border-top: solid $primary 40%; }

ModalScreen { align: center middle; background: $background 60%; }
.frame { border: round $accent; background: $surface; padding: 1 2; width: 84; max-width: 96%; height: auto;
    max-height: 94%; border-title-color: $accent; border-title-style: bold; border-subtitle-color: $foreground 60%; }
.part { margin-bottom: 1; height: auto; }
.page { height: 94%; }
.page VerticalScroll { height: 1fr; }
.question { width: 78; }
.question Label { width: 100%; }
.result { width: 76; }
.result VerticalScroll { height: auto; max-height: 100%; }
.moves { height: 80%; }
.moves Input { margin-bottom: 1; }
.moves OptionList { height: 1fr; border: none; background: $surface; }
RulesScreen { background: $background; align: left top; }
#cited { padding: 1 2; background: $panel; border-left: thick $accent; }
.cited { background: $panel; text-style: bold; }
#contents { width: 32; height: 100%; border: none; background: $panel; }
#chapter { height: 100%; }
.foot { height: 1; background: $panel; dock: bottom; }
Curtain { background: $background; align: center middle; }
#curtain { width: 60; max-width: 90%; height: auto; border: round $accent; padding: 1 2; }
"""
