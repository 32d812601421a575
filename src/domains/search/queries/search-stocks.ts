import { marketOf } from "../../../engine/columns/market/market.ts";
import { type NameText, nameText, nextName } from "../../../engine/expressions/name-search.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { firstWhere } from "../../../runtime/first-where.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/**
 * Every code with a report (and a price, if the snapshot has any), by percent descending, then by code.
 * Matches found in this order are in answer order, so a search stops at its limit.
 */
const corpusOf = perSnapshot("search-entries", (view) => {
  const market = marketOf(view);
  const { securities, prices, positions } = market;
  // Without any prices in the snapshot, a report is enough.
  const hasPrices = securities.all.some((_, number) => {
    const [from, to] = prices.placesOf(number);
    return from < to;
  });
  const entries = securities.all.flatMap((security, number) => {
    const row = market.newestRow(number);
    const [from, to] = prices.placesOf(number);
    if (row === undefined || (from === to && hasPrices)) return [];
    const product = positions.names[positions.nameOf(row)];
    const texts = [security.companyName, product, security.industry, ...security.tags, security.summary];
    return {
      code: security.code.toLowerCase(),
      row,
      percent: positions.percent.at(row) || 0,
      names: searchedNames(security.companyName, product),
      words: wordsOf(texts.join(" ")),
    };
  });
  // Stable sort: entries are in code order, so equal percentages keep it.
  entries.sort((a, b) => b.percent - a.percent);
  return {
    /** Newest row of each code. */
    rows: Int32Array.from(entries, ({ row }) => row),
    /** Place by lower-case code. */
    places: new Map(entries.map(({ code }, place) => [code, place])),
    codes: nameText(entries.map(({ code }) => code)),
    names: nameText(entries.map(({ names }) => names)),
    /** Index of the words of names, industry, tags and summary. */
    placesOfWords: prefixWords(entries.map(({ words }) => words)),
  };
});

/** Both names, tab-separated, or only the product's if it contains the company's; no query contains a tab. */
function searchedNames(company: string, product: string): string {
  const [first, second] = [company, product].map((name) => name.toLowerCase().replaceAll(/\s/g, " "));
  return second.includes(first) ? second : `${first}\t${second}`;
}

/**
 * Rows that match a lower-case query: the exact code, codes that contain it, names that contain it, then
 * texts with all its words; in each group percent descending, then code.
 */
export function searchStocks(view: SnapshotView, query: string, limit: number): number[] {
  const { rows, places, codes, names, placesOfWords } = corpusOf(view);
  const found: number[] = [];
  const isFound = new Uint8Array(rows.length);
  const take = (place: number) => {
    if (isFound[place] === 1) return;
    isFound[place] = 1;
    found.push(rows[place]);
  };
  const takeMatches = (texts: NameText) => {
    for (let place = 0; found.length < limit; place++) {
      place = nextName(texts, query, place);
      if (place < 0) return;
      take(place);
    }
  };
  const exact = places.get(query);
  if (exact !== undefined) take(exact);
  takeMatches(codes);
  takeMatches(names);
  if (found.length < limit) {
    for (const place of placesOfWords(wordsOf(query))) {
      if (found.length === limit) break;
      take(place);
    }
  }
  return found;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A function of word prefixes that returns, ascending, the places that match all of them; none for []. */
function prefixWords(
  wordsOfPlaces: readonly (readonly string[])[],
): (beginnings: readonly string[]) => number[] {
  const placesOf = new Map<string, number[]>();
  wordsOfPlaces.forEach((words, place) => {
    for (const word of new Set(words)) remembered(placesOf, word, () => []).push(place);
  });
  const words = [...placesOf.keys()].sort();
  const lists = words.map((word) => placesOf.get(word)!);
  return (beginnings) => {
    const places: number[] = [];
    if (beginnings.length === 0) return places;
    // Number of leading prefixes that a place matches so far.
    const had = new Uint16Array(wordsOfPlaces.length);
    beginnings.forEach((beginning, i) => {
      const first = firstWhere(0, words.length, (at) => words[at] >= beginning);
      for (let at = first; words[at]?.startsWith(beginning); at++) {
        for (const place of lists[at]) if (had[place] === i) had[place] = i + 1;
      }
    });
    for (let place = 0; place < had.length; place++) {
      if (had[place] === beginnings.length) places.push(place);
    }
    return places;
  };
}
