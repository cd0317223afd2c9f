/** How a catalogue of words is made up, filled in, and turned into the pseudo-locale. */

import { en } from "./en";

type English = typeof en;
export type Key = keyof English;
/** Words with slots; where they depend on a number, one form for each kind of number. */
export type Entry = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Catalogue = Record<Key, Entry>;

type SlotsIn<Words> = Words extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsIn<Rest> : never;
type Slots<Name extends Key> = SlotsIn<English[Name] extends string ? English[Name] : English[Name][keyof English[Name]]>;
/** What has to be said along with a key: a value for each of its slots. */
export type Values<Name extends Key> = [Slots<Name>] extends [never] ? [] : [Record<Slots<Name>, string | number>];

const SLOT = /\{(\w+)\}/g;

/** The forms of an entry. */
export function forms(entry: Entry): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

/** The slots of some words, in order of the alphabet. */
export function slots(words: string): string[] {
  return [...new Set([...words.matchAll(SLOT)].map(([, name]) => name!))].sort();
}

/** An entry with its slots filled in; numbers are written as the language writes them. */
export function filled(entry: Entry, values: Record<string, string | number>, locale: string): string {
  const count = Number(values["count"] ?? 0);
  const words = typeof entry === "string" ? entry : (entry[new Intl.PluralRules(locale).select(count)] ?? entry.other);
  return words.replace(SLOT, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

const ACCENTED: Record<string, string> = {
  a: "á", b: "ƀ", c: "ç", d: "ð", e: "é", f: "ƒ", g: "ĝ", h: "ĥ", i: "í", j: "ĵ", k: "ķ", l: "ļ", m: "ɱ", n: "ñ",
  o: "ó", p: "þ", r: "ŕ", s: "š", t: "ţ", u: "ú", v: "ṽ", w: "ŵ", x: "ẋ", y: "ý", z: "ž",
};

/** Words as a language would write them that is a third longer than English and accents every letter. */
export function pseudo(words: string): string {
  const accented = words.replace(/\{\w+\}|[a-z]/g, (part) => ACCENTED[part] ?? part);
  return `[${accented}${" ~~~".repeat(Math.ceil(0.075 * words.length))}]`;
}

/** A whole catalogue in the pseudo-locale: what is not in the catalogue stands out at once. */
export function pseudoCatalogue(): Catalogue {
  const turned = (entry: Entry): Entry =>
    typeof entry === "string"
      ? pseudo(entry)
      : (Object.fromEntries(Object.entries(entry).map(([form, words]) => [form, pseudo(words)])) as Entry);
  return Object.fromEntries(Object.entries(en).map(([key, entry]) => [key, turned(entry)])) as Catalogue;
}
