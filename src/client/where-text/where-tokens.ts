import { WhereTextError } from "./where-error.ts";

/** A token of a condition. `value` is a lowercased word, a quoted string without its quotes, or the sign. */
export interface WhereToken {
  readonly kind: "word" | "number" | "text" | "sign" | "index" | "end";
  readonly value: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

const PIECE =
  /\s*(?:(?<number>[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[km](?![\w.]))?(?![\w.]))|(?<word>[a-z_][\w.-]*)|#(?<index>\d+)|"(?<text>(?:[^"\\]|\\.)*)"|(?<sign><=|>=|=>|=<|!=|==|<>|[<>=(),]))/iy;

/** Longest condition that is parsed; no link is that long. */
const MAX_TEXT_LENGTH = 16_384;

/** Splits a condition into tokens; the last has kind "end". Throws a WhereTextError. */
export function whereTokens(text: string): WhereToken[] {
  if (text.length > MAX_TEXT_LENGTH) {
    const problem = `the condition has ${text.length} characters; at most ${MAX_TEXT_LENGTH} are read`;
    throw new WhereTextError(text.slice(0, 60), 0, 60, problem);
  }
  const tokens: WhereToken[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (match?.groups === undefined) throw unreadable(text, at);
    const [kind, found] = Object.entries(match.groups).find((group) => group[1] !== undefined)!;
    const raw = match[0].trimStart();
    const start = match.index + match[0].length - raw.length;
    at = PIECE.lastIndex;
    const plain = kind === "word" ? found.toLowerCase() : found;
    const value = kind === "text" ? found.replaceAll(/\\(.)/g, "$1") : plain;
    tokens.push({ kind: kind as WhereToken["kind"], value, raw, start, end: at });
  }
  tokens.push({ kind: "end", value: "", raw: "", start: text.length, end: text.length });
  return tokens;
}

function unreadable(text: string, from: number): WhereTextError {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const rest = text.slice(start);
  if (rest.startsWith('"')) return new WhereTextError(text, start, text.length, 'a quote " is never closed');
  const piece = /^[^\s(),]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return new WhereTextError(text, start, start + piece.length, `cannot read ${JSON.stringify(piece)}`);
}

/** The number of a token: 900_000, 1.5e3, 900k and 1.2m are numbers. */
export function numberOf({ value }: WhereToken): number {
  const plain = value.replaceAll("_", "");
  const factor = /k$/i.test(plain) ? 1e3 : /m$/i.test(plain) ? 1e6 : 1;
  // Parsed with an exponent: 2.01 * 1e6 is 2009999.9999999998.
  return factor === 1 ? Number(plain) : Number(`${plain.slice(0, -1)}e${factor === 1e3 ? 3 : 6}`);
}
