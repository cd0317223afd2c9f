/** Rulebooks: brought once for a page; where a text names a rule, it can be opened there. */

import { ask } from "./api";

export interface Rulebook {
  text: string;
  rules: Record<string, string>;
}

const brought = new Map<string, Promise<Rulebook>>();

/** The rulebook of a game. */
export function rulebookOf(game: string): Promise<Rulebook> {
  const found = brought.get(game) ?? ask<Rulebook>(`/games/${game}/rulebook`);
  brought.set(game, found);
  found.catch(() => brought.delete(game));
  return found;
}

/** A text in parts: those that are the ID of a rule are marked. */
export function cited(text: string, known: (id: string) => boolean): { text: string; rule: boolean }[] {
  const parts: { text: string; rule: boolean }[] = [];
  let from = 0;
  for (const found of text.matchAll(/\b[A-Z]{1,3}-\d{1,3}\b/g)) {
    if (!known(found[0])) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), rule: false });
    parts.push({ text: found[0], rule: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), rule: false });
  return parts;
}
