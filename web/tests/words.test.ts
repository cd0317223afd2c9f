import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

import { filled, forms, pseudo, pseudoCatalogue, slots, type Entry } from "../src/lib/words/catalogue";
import { de } from "../src/lib/words/de";
import { en } from "../src/lib/words/en";

const CATALOGUES: Record<string, Record<string, Entry>> = { de, pseudo: pseudoCatalogue() };

test.each(Object.keys(CATALOGUES))("%s says all that English says, of the same things", (language) => {
  const other = CATALOGUES[language]!;
  expect(Object.keys(other)).toEqual(Object.keys(en));
  for (const [key, entry] of Object.entries(en)) {
    for (const words of forms(other[key]!)) expect([key, slots(words)]).toEqual([key, slots(forms(entry)[0]!)]);
  }
});

test("slots are filled in, and numbers choose the form and are written as the language writes them", () => {
  expect(filled("{name} wins", { name: "Ann" }, "en")).toBe("Ann wins");
  const moves: Entry = { one: "{count} move", other: "{count} moves" };
  expect([1, 2].map((count) => filled(moves, { count }, "en"))).toEqual(["1 move", "2 moves"]);
  expect(filled(moves, { count: 12345 }, "de")).toBe("12.345 moves");
});

test("the pseudo-locale accents every letter, is longer, and keeps the slots", () => {
  expect(pseudo("Take {count} back")).toBe("[Táķé {count} ƀáçķ ~~~ ~~~]");
});

interface Node {
  type: string;
  [name: string]: unknown;
}

const SPOKEN = new Set(["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "label", "placeholder", "title"]);
const WORD = /\p{L}{2,}/u;
const SENTENCE = /\p{L} \p{L}/u;
const NAMES = new Set(["Quincunx"]);

/** Words that a component says without asking the catalogue. */
function literals(source: string): string[] {
  const found: string[] = [];
  const children = (node: Node): Node[] =>
    Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value])).filter((value): value is Node => typeof value?.type === "string");

  const inside = (node: Node, pattern: RegExp): void => {
    const { type } = node;
    if (type === "CallExpression" && (node["callee"] as Node)["name"] === "t") return;
    if (type === "BinaryExpression" || type.startsWith("TS") || type === "ImportDeclaration") return;
    if (type === "MemberExpression") return inside(node["object"] as Node, pattern);
    const words = type === "Literal" ? node["value"] : type === "TemplateElement" ? (node["value"] as { raw: string }).raw : "";
    if (typeof words === "string" && pattern.test(words)) found.push(words);
    children(node).forEach((child) => inside(child, pattern));
  };
  const markup = (node: Node): void => {
    if (node.type === "Text" && WORD.test(node["data"] as string)) found.push((node["data"] as string).trim());
    else if (node.type === "ExpressionTag") inside(node["expression"] as Node, WORD);
    else if (node.type === "Attribute" && !SPOKEN.has(node["name"] as string)) return;
    else children(node).forEach(markup);
  };
  const tree = parse(source, { modern: true });
  markup(tree.fragment as unknown as Node);
  if (tree.instance) inside(tree.instance.content as unknown as Node, SENTENCE);
  return found.filter((words) => !NAMES.has(words));
}

test("words outside the catalogue are found", () => {
  expect(literals('<p title="Hello">Hi {x === "no" ? "yes" : t("a.b")}</p>')).toEqual(["Hello", "Hi", "yes"]);
  expect(literals('<script>say("how are you"); say(t("how.are you"))</script>')).toEqual(["how are you"]);
});

const COMPONENTS = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".svelte"));

test.each(COMPONENTS)("%s says nothing that is not in the catalogue", (path) => {
  expect(literals(readFileSync(join("src", path), "utf8"))).toEqual([]);
});
