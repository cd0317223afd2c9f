/** A game against bots with one click. */

import { ask, type Opened } from "./api";
import * as kept from "./kept";
import { t } from "./language.svelte";
import { route } from "./route.svelte";

/** Keeps the links of a table that was opened here. */
export function keepOpened(opened: Opened, game: { name: string; title: string }): void {
  const { table, mine, open, watch } = opened;
  kept.keep({ table, token: mine.token, game: game.name, title: game.title, when: Date.now(), open, watch });
}

/** Opens a table of me and bots, everything else as usual, and goes there. */
export async function playBots(game: { name: string; title: string }, players: number, bot: string): Promise<void> {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", bot }));
  const seats = [{ kind: "me", name: kept.name() || t("guest") }, ...bots];
  const opened = await ask<Opened>("/tables", { game: game.name, players, seats, start: true });
  keepOpened(opened, game);
  route.go(`/t/${opened.table}`);
}
