import { describe, expect, inject, it } from "vitest";
import { searchMethods } from "../../../src/domains/search/service.ts";
import { SearchService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { callMethod } from "../../support/data/method-calls.ts";
import { type RawMarket, rawTables } from "../../support/data/raw-tables.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { below, pick } = draws(runSeed("stock searches"));

interface PlainEntry {
  readonly code: string;
  readonly percent: number;
  readonly names: readonly string[];
  readonly words: readonly string[];
}

const engine = followCountry("opinionCountry");
const { datasetDir } = inject("opinionCountry");
const entries = entriesOf(await rawTables("market", datasetDir));

function entriesOf({ positions, prices, companies }: RawMarket): PlainEntry[] {
  const priced = new Set(prices.map(({ stock_code }) => stock_code));
  const newest = new Map<string, (typeof positions)[number]>();
  for (const row of positions) {
    const known = newest.get(row.stock_code);
    if (priced.has(row.stock_code) && (known === undefined || known.date < row.date))
      newest.set(row.stock_code, row);
  }
  return [...newest.values()].map(({ stock_code, short_percent, product_name }) => {
    const company = companies.find((one) => one.stock_code === stock_code);
    const names = [company?.company_name ?? "", product_name ?? ""].map((name) => name.toLowerCase());
    const text = [...names, company?.industry, ...(company?.tags ?? []), company?.summary].join(" ");
    const words = text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== "");
    return { code: stock_code, percent: short_percent ?? 0, names, words };
  });
}

/** Scores one entry at a time, implemented from the proto comment. */
function plainSearch(query: string, limit: number): string[] {
  const text = query.trim().toLowerCase();
  const words = text.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const worth = ({ code, names, words: told }: PlainEntry) => {
    if (code.toLowerCase() === text) return 100;
    if (code.toLowerCase().includes(text)) return 50;
    if (names.some((name) => name.includes(text))) return 20;
    return words.length > 0 && words.every((word) => told.some((one) => one.startsWith(word))) ? 10 : 0;
  };
  return entries
    .map((entry) => ({ ...entry, worth: worth(entry) }))
    .filter((entry) => entry.worth > 0)
    .sort((a, b) => b.worth - a.worth || b.percent - a.percent || (a.code < b.code ? -1 : 1))
    .slice(0, limit)
    .map(({ code }) => code);
}

describe("SearchStocks", () => {
  it("finds and orders what a look at one entry after the other does", async () => {
    const methods = searchMethods(engine);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const { code, names, words } = pick(entries);
      const part = (text: string) => {
        const from = below(text.length);
        return text.slice(from, from + 1 + below(8));
      };
      const query = pick([
        () => code,
        () => part(code),
        () => part(pick(names)) || "a",
        () => `${pick(words).slice(0, 3)} ${pick(words).slice(0, 2)}`,
        () => `${pick(words)} ${pick(pick(entries).words)}`,
      ])();
      if (query.trim() === "") continue;
      const limit = 1 + below(100);
      const answer = await callMethod(methods, SearchService.method.searchStocks, { query, limit });
      const expected = plainSearch(query, limit);
      expect(
        (answer.stocks as { productCode: string }[]).map(({ productCode }) => productCode),
        query,
      ).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(300);
  });
});
