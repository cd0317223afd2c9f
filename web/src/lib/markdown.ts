/** The few forms of Markdown that rulebooks use, as blocks; everything in them is escaped first. */

import { escaped } from "./draw";

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "rule"; id: string; html: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "text"; html: string };

const RULE = /^- \*\*([A-Z][A-Z0-9]*-?\d+)\*\* (.+)$/;

/** Emphasis, code and links within a line. */
export function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>');
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
      found.push({ kind: "heading", level: Math.min(level, 4), text: line.slice(level).trim() });
    } else if (line.startsWith("```")) {
      const start = ++i;
      while (i < lines.length && !lines[i]!.startsWith("```")) i++;
      found.push({ kind: "code", text: lines.slice(start, i).join("\n") });
    } else if (line.startsWith("|")) {
      const start = i;
      while (lines[i + 1]?.startsWith("|")) i++;
      const rows = lines.slice(start, i + 1).map(cells);
      found.push({ kind: "table", head: rows[0]!, rows: rows.slice(2) });
    } else if (/^[-*] /.test(line)) {
      const items = [line.slice(2)];
      while (lines[i + 1] && !RULE.test(lines[i + 1]!) && /^([-*] |  )/.test(lines[i + 1]!)) {
        const next = lines[++i]!;
        if (/^[-*] /.test(next)) items.push(next.slice(2));
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      found.push({ kind: "list", items: items.map(inline) });
    } else {
      let whole = line;
      while (lines[i + 1]?.trim() && !/^([-*#|`]|```)/.test(lines[i + 1]!)) whole += ` ${lines[++i]!}`;
      found.push({ kind: "text", html: inline(whole) });
    }
  }
  return found;
}

function cells(line: string): string[] {
  return line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim()));
}
