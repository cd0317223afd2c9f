import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { Translator } from "../src/lib/words/patterns";

const WORDS = {
  "{name} moves {unit} from {code} to {code2}.": "{name} zieht {unit} von {code} nach {code2}.",
  "{place} gives {names} {number} points each.": "{place} bringt {names} je {number} Punkte.",
  "a {colour} cube": "einen {colour} Würfel",
  red: "roten",
  "the moon": "der Mond",
  "The moon": "Der Mond",
  "{name} wins.": "{name} gewinnt.",
};

test("a sentence is found by its pattern, and what fills it is translated in turn", () => {
  const german = new Translator(WORDS, "de");
  expect(german.say("Ann moves a red cube from A1 to B2.")).toBe("Ann zieht einen roten Würfel von A1 nach B2.");
  expect(german.say("The moon gives Ann, Bob and Cy 3 points each.")).toBe("Der Mond bringt Ann, Bob und Cy je 3 Punkte.");
  expect(german.say("Ann wins. red")).toBe("Ann gewinnt. roten");
});

test("what is not known in every part stays English, and names and numbers stay as they are", () => {
  const german = new Translator(WORDS, "de");
  expect(german.translated("Ann moves a blue cube from A1 to B2.")).toBeNull();
  expect(german.say("Ann moves a blue cube from A1 to B2.")).toBe("Ann moves a blue cube from A1 to B2.");
  expect(german.say("red moves a red cube from A1 to B2.")).toBe("red zieht einen roten Würfel von A1 nach B2.");
  expect(german.say("3 + 4")).toBe("3 + 4");
});

/** What the server says in a few games: `tests/web/test_language.py` collects it. */
const LEFT_OVER = /\b(and|is|of|pick|the|where|with)\b/i;
const SAID = process.env["SAID"];

test.skipIf(!SAID)("everything that the server says is translated", () => {
  const { language, words, texts } = JSON.parse(readFileSync(SAID!, "utf8")) as { language: string; words: Record<string, string>; texts: string[] };
  const translator = new Translator(words, language);
  expect(texts.filter((text) => translator.translated(text) === null)).toEqual([]);
  expect(texts.map((text) => translator.say(text)).filter((said) => LEFT_OVER.test(said))).toEqual([]);
});
