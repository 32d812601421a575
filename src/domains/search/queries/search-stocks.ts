import type { SnapshotView } from "../../../engine/view.ts";
import { type Market, marketOf } from "../../market/queries/market.ts";

/** What a match is worth. */
const EXACT_CODE = 100;
const IN_CODE = 50;
const IN_NAME = 20;
const ALL_WORDS = 10;

/** A code that can be found: its newest row, and its texts in lower case. */
interface Entry {
  readonly code: string;
  readonly row: number;
  readonly percent: number;
  readonly names: string;
  /** Words of everything told about it. */
  readonly words: readonly string[];
}

/** Every code that has a report and a price, in the order of codes. */
function makeEntries(market: Market): Entry[] {
  const { securities, prices, positions } = market;
  return securities.all.flatMap((security, number) => {
    const row = market.newestRow(number);
    const [from, to] = prices.sessionsOf(number);
    if (row === undefined || from === to) return [];
    const product = positions.names[positions.nameOf(row)];
    const told = [security.companyName, product, security.industry, ...security.tags, security.summary];
    return {
      code: security.code.toLowerCase(),
      row,
      percent: positions.percent.at(row) || 0,
      names: `${security.companyName}\n${product}`.toLowerCase(),
      words: [...new Set(wordsOf(told.join(" ")))],
    };
  });
}

/** Rows of the codes that match a text in lower case, most relevant first, then percent descending, then code. */
export function searchStocks(view: SnapshotView, query: string, limit: number): number[] {
  const entries = view.derived("search-entries", () => makeEntries(marketOf(view)));
  const words = wordsOf(query);
  const found: { row: number; relevance: number; percent: number; place: number }[] = [];
  entries.forEach((entry, place) => {
    const relevance = relevanceOf(entry, query, words);
    if (relevance > 0) found.push({ row: entry.row, relevance, percent: entry.percent, place });
  });
  found.sort((a, b) => b.relevance - a.relevance || b.percent - a.percent || a.place - b.place);
  return found.slice(0, limit).map(({ row }) => row);
}

function relevanceOf(entry: Entry, query: string, words: readonly string[]): number {
  if (entry.code === query) return EXACT_CODE;
  if (entry.code.includes(query)) return IN_CODE;
  if (entry.names.includes(query)) return IN_NAME;
  const isTold = words.length > 0 && words.every((word) => entry.words.some((told) => told.startsWith(word)));
  return isTold ? ALL_WORDS : 0;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
