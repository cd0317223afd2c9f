/** The language of this browser, and what to say in it. */

import * as kept from "./kept";
import { filled, pseudoCatalogue, type Catalogue, type Key, type Values } from "./words/catalogue";
import { en } from "./words/en";

/** The languages by their codes, each called as its speakers call it. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Code = keyof typeof LANGUAGES | "pseudo";

const known = (code: string | null | undefined): Code | null =>
  code === "pseudo" || (code && Object.hasOwn(LANGUAGES, code)) ? (code as Code) : null;

class Language {
  code = $state<Code>("en");
  words = $state.raw<Catalogue>(en);
  private wanted: Code = "en";

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
    const words = await wordsOf(code);
    if (this.wanted !== code) return;
    this.code = code;
    this.words = words;
    document.documentElement.lang = this.locale;
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
