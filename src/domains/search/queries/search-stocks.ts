import { type NameText, nameText, searchNames } from "../../../engine/expressions/name-search.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { type Market, marketOf } from "../../market/queries/market.ts";
import { PrefixWords } from "./prefix-words.ts";

/** What a match is worth. */
const EXACT_CODE = 100;
const IN_CODE = 50;
const IN_NAME = 20;
const ALL_WORDS = 10;

/** Every code that has a report and a price, in the order of codes, as texts that are searched in one go. */
interface Corpus {
  /** In lower case. */
  readonly codes: readonly string[];
  /** The newest row of each. */
  readonly rows: Int32Array;
  /** Places by percent descending, then code. */
  readonly byPercent: Int32Array;
  readonly codeText: NameText;
  readonly names: NameText;
  /** Words of everything told about them. */
  readonly words: PrefixWords;
}

function makeCorpus(market: Market): Corpus {
  const { securities, prices, positions } = market;
  const entries = securities.all.flatMap((security, number) => {
    const row = market.newestRow(number);
    const [from, to] = prices.sessionsOf(number);
    if (row === undefined || from === to) return [];
    const product = positions.names[positions.nameOf(row)];
    const told = [security.companyName, product, security.industry, ...security.tags, security.summary];
    return {
      code: security.code.toLowerCase(),
      row,
      names: searchedNames(security.companyName, product),
      words: wordsOf(told.join(" ")),
    };
  });
  const percents = entries.map(({ row }) => positions.percent.at(row) || 0);
  return {
    codes: entries.map(({ code }) => code),
    rows: Int32Array.from(entries, ({ row }) => row),
    byPercent: Int32Array.from(percents.keys()).sort((a, b) => percents[b] - percents[a] || a - b),
    codeText: nameText(entries.map(({ code }) => code)),
    names: nameText(entries.map(({ names }) => names)),
    words: new PrefixWords(entries.map(({ words }) => words)),
  };
}

/** Both names, or the product's where it holds the company's. No query has a tab, so none is found across the two. */
function searchedNames(company: string, product: string): string {
  const [first, second] = [company, product].map((name) => name.toLowerCase().replaceAll(/\s/g, " "));
  return second.includes(first) ? second : `${first}\t${second}`;
}

/** Rows of the codes that match a text in lower case, most relevant first, then percent descending, then code. */
export function searchStocks(view: SnapshotView, query: string, limit: number): number[] {
  const corpus = view.derived("search-entries", () => makeCorpus(marketOf(view)));
  const { byPercent, rows } = corpus;
  const relevance = relevances(corpus, query);
  const found: Record<number, number[]> = { [EXACT_CODE]: [], [IN_CODE]: [], [IN_NAME]: [], [ALL_WORDS]: [] };
  for (let i = 0; i < byPercent.length; i++) {
    const worth = relevance[byPercent[i]];
    if (worth > 0 && found[worth].length < limit) found[worth].push(rows[byPercent[i]]);
  }
  const all = found[EXACT_CODE].concat(found[IN_CODE], found[IN_NAME], found[ALL_WORDS]);
  return all.slice(0, limit);
}

/** What each place is worth; the larger of two ways of being found counts. */
function relevances({ codes, codeText, names, words }: Corpus, query: string): Uint8Array {
  const relevance = new Uint8Array(codes.length);
  words.markAll(wordsOf(query), relevance, ALL_WORDS);
  mark(names, query, relevance, IN_NAME);
  mark(codeText, query, relevance, IN_CODE);
  const exact = codes.indexOf(query);
  if (exact >= 0) relevance[exact] = EXACT_CODE;
  return relevance;
}

function mark(text: NameText, query: string, relevance: Uint8Array, worth: number): void {
  const bits = new Uint32Array(Math.ceil(relevance.length / 32));
  searchNames(text, query, bits);
  bits.forEach((word, w) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      relevance[w * 32 + 31 - Math.clz32(rest & -rest)] = worth;
    }
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
