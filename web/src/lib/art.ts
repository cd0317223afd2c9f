/** The symbols of a game's pieces: loaded once for a page, under names of their own. */

export interface Art {
  prefix: string;
  names: ReadonlySet<string>;
  markup: string;
}

const loaded = new Map<string, Promise<Art>>();

export const NO_ART: Art = { prefix: "", names: new Set(), markup: "" };

/** The art of a game. */
export function artOf(game: string): Promise<Art> {
  if (!loaded.has(game)) loaded.set(game, load(game));
  return loaded.get(game)!;
}

async function load(game: string): Promise<Art> {
  const answer = await fetch(`/api/games/${game}/art.svg`);
  if (!answer.ok) return NO_ART;
  return read(await answer.text(), `art-${game.replace(/[^a-z0-9]/gi, "")}`);
}

/** Takes the symbols out of an SVG file. */
export function read(text: string, prefix: string): Art {
  const names = new Set<string>();
  let markup = "";
  for (const [whole, id] of text.matchAll(/<symbol[^>]*\sid="([^"]+)"[\s\S]*?<\/symbol>/g)) {
    names.add(id!);
    markup += whole.replace(`id="${id}"`, `id="${prefix}-${id}"`);
  }
  return { prefix, names, markup };
}
