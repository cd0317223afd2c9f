/** The language of this browser, and what to say in it. */

import * as kept from "./kept";
import { filled, pseudo, pseudoCatalogue, type Catalogue, type Key, type Values } from "./words/catalogue";
import { en } from "./words/en";
import { Translator, WORD } from "./words/patterns";

/** The languages by their codes, each called as its speakers call it. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Code = keyof typeof LANGUAGES | "pseudo";

const known = (code: string | null | undefined): Code | null =>
  code === "pseudo" || (code && Object.hasOwn(LANGUAGES, code)) ? (code as Code) : null;

class Language {
  code = $state<Code>("en");
  words = $state.raw<Catalogue>(en);
  private wanted: Code = "en";
  private translators = $state.raw<Record<string, Translator>>({});
  private readonly learning = new Map<string, Promise<void>>();

  /** How numbers and dates are written. */
  get locale(): string {
    return this.code === "pseudo" ? "en" : this.code;
  }

  /** The language asked for in the address, kept before, or spoken by the browser. */
  async begin(): Promise<void> {
    const asked = known(new URLSearchParams(location.search).get("lang"));
    const spoken = navigator.languages.map((tag) => known(tag.slice(0, 2))).find(Boolean);
    await this.choose(asked ?? known(kept.language()) ?? spoken ?? "en");
  }

  /** Speaks another language; its words are brought only when they are wanted. */
  async choose(code: Code): Promise<void> {
    this.wanted = code;
    const [words] = await Promise.all([wordsOf(code), this.learn(code, "")]);
    if (this.wanted !== code) return;
    this.code = code;
    this.words = words;
    document.documentElement.lang = this.locale;
  }

  /** What the server says, of a game or of the table. What nobody has translated stays English. */
  said(text: string, game = ""): string {
    const { code } = this;
    if (code === "en" || !text) return text;
    if (code === "pseudo") return WORD.test(text) ? pseudo(text) : text;
    void this.learn(code, game);
    return (this.translators[`${code}/${game}`] ?? this.translators[`${code}/`])?.say(text) ?? text;
  }

  private learn(code: Code, game: string): Promise<void> {
    const key = `${code}/${game}`;
    if (!this.learning.has(key)) this.learning.set(key, this.study(code, game, key));
    return this.learning.get(key)!;
  }

  private async study(code: Code, game: string, key: string): Promise<void> {
    if (code === "en" || code === "pseudo") return;
    const own = game ? patterns(`/api/games/${encodeURIComponent(game)}/words/${code}`) : {};
    const words = { ...(await patterns(`/api/words/${code}`)), ...(await own) };
    this.translators = { ...this.translators, [key]: new Translator(words, code) };
  }

  /** Speaks another language, here and when this browser comes back. */
  async keep(code: Code): Promise<void> {
    kept.setLanguage(code);
    await this.choose(code);
  }
}

async function wordsOf(code: Code): Promise<Catalogue> {
  if (code === "de") return (await import("./words/de")).de;
  return code === "pseudo" ? pseudoCatalogue() : en;
}

async function patterns(path: string): Promise<Record<string, string>> {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Record<string, string>) : {};
}

export const language = new Language();

/** Says something in the language of this browser. */
export function t<Name extends Key>(key: Name, ...[values]: Values<Name>): string {
  return filled(language.words[key], values ?? {}, language.locale);
}

/** Several names as one would list them. */
export function list(names: string[]): string {
  return new Intl.ListFormat(language.locale).format(names);
}

/** A part of a whole, as a percentage. */
export function percent(part: number): string {
  return new Intl.NumberFormat(language.locale, { style: "percent" }).format(part);
}

/** The day of a moment. */
export function day(moment: number): string {
  return new Intl.DateTimeFormat(language.locale).format(moment);
}
