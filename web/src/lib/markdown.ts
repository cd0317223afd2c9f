/** The few forms of Markdown that rulebooks use, as blocks; everything in them is escaped first. */

import { escaped } from "./draw";

export type Block =
  | { kind: "heading"; level: number; text: string; id: string }
  | { kind: "rule"; id: string; html: string }
  | { kind: "list"; items: string[]; numbered: boolean }
  | { kind: "quote"; html: string }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "text"; html: string };

const ITEM = /^([-*]|\d+\.) /;
const RULE = /^- \*\*([A-Z][A-Z0-9]*-?\d+)\*\* (.+)$/;

/** Emphasis, code and links within a line. */
export function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>');
}

/** Names of rules in a line as links to them, where the page has such rules; what is a link already stays one. */
export function linked(html: string, rules: ReadonlySet<string>, address: string): string {
  return html.replace(/<a [^>]*>.*?<\/a>|<code>.*?<\/code>|\b[A-Z][A-Z0-9]*-\d+\b/g, (found) =>
    rules.has(found) ? `<a href="${address}#${found}">${found}</a>` : found,
  );
}

/** An anchor for a heading, from its words. */
function anchor(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** A page as blocks. */
export function page(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const rule = RULE.exec(line);
    if (!line.trim()) continue;
    if (rule) {
      found.push({ kind: "rule", id: rule[1]!, html: inline(rule[2]!) });
    } else if (line.startsWith("#")) {
      const level = /^#+/.exec(line)![0].length;
      const words = line.slice(level).trim();
      found.push({ kind: "heading", level: Math.min(level, 4), text: words, id: anchor(words) });
    } else if (line.startsWith("```")) {
      const start = ++i;
      while (i < lines.length && !lines[i]!.startsWith("```")) i++;
      found.push({ kind: "code", text: lines.slice(start, i).join("\n") });
    } else if (line.startsWith("|")) {
      const start = i;
      while (lines[i + 1]?.startsWith("|")) i++;
      const rows = lines.slice(start, i + 1).map(cells);
      found.push({ kind: "table", head: rows[0]!, rows: rows.slice(2) });
    } else if (ITEM.test(line)) {
      const items = [line.replace(ITEM, "")];
      while (lines[i + 1] && !RULE.test(lines[i + 1]!) && (ITEM.test(lines[i + 1]!) || lines[i + 1]!.startsWith("  "))) {
        const next = lines[++i]!;
        if (ITEM.test(next)) items.push(next.replace(ITEM, ""));
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      found.push({ kind: "list", items: items.map(inline), numbered: /^\d/.test(line) });
    } else if (line.startsWith(">")) {
      const said = [line];
      while (lines[i + 1]?.startsWith(">")) said.push(lines[++i]!);
      found.push({ kind: "quote", html: inline(said.map((each) => each.replace(/^> ?/, "")).join(" ")) });
    } else {
      let whole = line;
      while (lines[i + 1]?.trim() && !/^([-*] |[#|>]|```|\d+\. )/.test(lines[i + 1]!)) whole += ` ${lines[++i]!}`;
      found.push({ kind: "text", html: inline(whole) });
    }
  }
  return found;
}

function cells(line: string): string[] {
  return line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim()));
}
