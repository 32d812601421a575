import type { WordEntry } from "../../../src/snapshot/word-index/encode-word-index.ts";
import { plainWords } from "./plain-steps.ts";

/** The result of Search by comparing every word with every entry. */
export function plainSearch(entries: readonly WordEntry[], query: string) {
  const typed = [...new Set(plainWords(query))];
  const vocabulary = new Set(entries.flatMap((e) => [...named(e), ...plainWords(e.words)]));
  const sums = entries.map(() => 0);
  let alive = entries.map((_, i) => i);
  for (const word of typed) {
    const isKnown = [...vocabulary].some((one) => one.startsWith(word));
    const best = entries.map((entry) => {
      const names = named(entry).map((one) => 3 * quality(word, one, isKnown));
      const others = plainWords(entry.words).map((one) => quality(word, one, isKnown));
      return Math.max(0, ...names, ...others);
    });
    const idf = Math.log(1 + entries.length / Math.max(1, best.filter((score) => score > 0).length));
    alive = alive.filter((i) => best[i] > 0);
    for (const i of alive) sums[i] += idf * best[i];
  }
  return alive
    .map((i) => {
      const title = plainWords(entries[i].title);
      const asked = bare(query);
      const whole = [bare(entries[i].title), plainWords(entries[i].names).join(" ")].includes(asked);
      const share = (whole ? 0.5 : 0) + (title[0]?.startsWith(typed[0]) ? 0.25 : 0);
      return { number: i, score: Math.round(sums[i] * (1 + share) * 1e6) / 1e6 };
    })
    .sort((a, b) => b.score - a.score || a.number - b.number);
}

const named = (entry: WordEntry) => [...plainWords(entry.title), ...plainWords(entry.names)];
/** A name in lower case without a trailing part in parentheses. */
function bare(name: string): string {
  const open = name.trimEnd().endsWith(")") ? name.lastIndexOf("(") : -1;
  const before = plainWords(open < 0 ? name : name.slice(0, open));
  return (before.length > 0 ? before : plainWords(name)).join(" ");
}

function quality(typed: string, word: string, isKnown: boolean): number {
  if (word === typed) return 1;
  if (word.startsWith(typed)) return 0.4 + (0.4 * typed.length) / word.length;
  if (isKnown || typed.length < 4 || word[0] !== typed[0] || /^\d+$/.test(word) || word.length < 3) return 0;
  const most = typed.length < 8 ? 1 : 2;
  const mistakes = reachable(typed, word, most);
  return mistakes === undefined ? 0 : [1, 0.5, 0.25][mistakes];
}

/** Edit distance by brute force: all strings one edit away, then all one edit away from these. */
function reachable(from: string, to: string, most: number): number | undefined {
  let texts = new Set([from]);
  for (let edits = 0; edits <= most; edits++) {
    if (texts.has(to)) return edits;
    if (edits === most) break;
    const letters = new Set(to);
    const next = new Set<string>();
    for (const text of texts) {
      for (let i = 0; i <= text.length; i++) {
        const [head, tail] = [text.slice(0, i), text.slice(i)];
        if (tail.length > 0) next.add(head + tail.slice(1));
        if (tail.length > 1) next.add(head + tail[1] + tail[0] + tail.slice(2));
        for (const letter of letters) {
          next.add(head + letter + tail);
          if (tail.length > 0) next.add(head + letter + tail.slice(1));
        }
      }
    }
    texts = next;
  }
  return undefined;
}
