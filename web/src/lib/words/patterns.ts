/**
 * Sentences of the server in another language. A catalogue gives for each English pattern its translation; what fills a
 * slot is translated in turn. By their names, some slots are kept as they are: `{name}` and `{names}` of players,
 * `{number}`, and `{code}`, a coordinate: one word with a digit or a single letter. Slots of one kind are told apart by a digit: `{code2}`.
 */

type Kind = "name" | "names" | "number" | "code" | "phrase";

interface Pattern {
  shape: RegExp;
  /** Its longest part outside the slots: a text without that can't match. */
  core: string;
  slots: string[];
  to: string;
}

const SLOT = /\{(\w+)\}/;
const SHAPES: Record<Kind, string> = {
  name: "[^;:]+?",
  names: "[^;]+?",
  number: "[+−-]?\\d+(?:\\.\\d+)?",
  code: "[A-Z](?:\\.\\w+)?|(?=\\S*\\d)\\S*[^\\s.,;:]",
  phrase: ".+?",
};
/** What is written alike in every language has none of these: numbers, coordinates, codes of cards. */
export const WORD = /\p{Ll}{2}/u;
const SENTENCE_ENDS = /(?<=[.!?]) (?=\S)/;
const MOST_KEPT = 20000;

function kindOf(slot: string): Kind {
  const kind = slot.replace(/\d+$/, "");
  return kind in SHAPES ? (kind as Kind) : "phrase";
}

function compiled(from: string, to: string): Pattern {
  const slots: string[] = [];
  const literals: string[] = [];
  let shape = "";
  from.split(SLOT).forEach((part, i) => {
    if (i % 2) {
      slots.push(part);
      shape += `(${SHAPES[kindOf(part)]})`;
    } else {
      literals.push(part);
      shape += part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    }
  });
  const core = literals.reduce((one, other) => (other.length > one.length ? other : one));
  return { shape: new RegExp(`^${shape}$`, "su"), core, slots, to };
}

const letters = (text: string): number => text.replace(SLOT, "").length;

export class Translator {
  private readonly exact: ReadonlyMap<string, string>;
  private readonly patterns: readonly Pattern[];
  private readonly kept = new Map<string, string | null>();
  private readonly lists: Intl.ListFormat;

  constructor(entries: Record<string, string>, locale: string) {
    const all = Object.entries(entries);
    this.exact = new Map(all.filter(([from]) => !SLOT.test(from)));
    const open = all.filter(([from]) => SLOT.test(from)).sort(([one], [other]) => letters(other) - letters(one));
    this.patterns = open.map(([from, to]) => compiled(from, to));
    this.lists = new Intl.ListFormat(locale);
  }

  /** A text in the other language; in English where it is not known. */
  say(text: string): string {
    return this.translated(text) ?? text;
  }

  /** A text in the other language, if every part of it is known. */
  translated(text: string): string | null {
    let found = this.kept.get(text);
    if (found === undefined) {
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      found = this.find(text);
      this.kept.set(text, found);
    }
    return found;
  }

  private find(text: string): string | null {
    if (!WORD.test(text)) return text;
    const exact = this.exact.get(text);
    if (exact !== undefined) return exact;
    const sentences = text.split(SENTENCE_ENDS);
    if (sentences.length > 1) {
      const said = sentences.map((each) => this.translated(each));
      if (!said.includes(null)) return said.join(" ");
    }
    for (const pattern of this.patterns) {
      const found = text.includes(pattern.core) ? this.matched(pattern, text) : null;
      if (found !== null) return begun(text, found);
    }
    return null;
  }

  private matched(pattern: Pattern, text: string): string | null {
    const match = pattern.shape.exec(text);
    if (match === null) return null;
    const filled = new Map<string, string>();
    for (const [i, slot] of pattern.slots.entries()) {
      const said = this.inSlot(kindOf(slot), match[i + 1]!);
      if (said === null) return null;
      filled.set(slot, said);
    }
    return pattern.to.replace(/\{(\w+)\}/g, (_, slot: string) => filled.get(slot) ?? "");
  }

  private inSlot(kind: Kind, text: string): string | null {
    if (kind === "phrase") return this.translated(text);
    return kind === "names" ? this.lists.format(text.split(/, | and /)) : text;
  }
}

/** A sentence that begins with a capital letter in English does so in every language. */
function begun(text: string, said: string): string {
  return /^\p{Lu}/u.test(text) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
