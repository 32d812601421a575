import { STATES } from "../../../src/dataset/states.ts";
import type { RawEconomy, RawRow } from "../data/raw-tables.ts";
import { laterMonth } from "./plain-correlation.ts";
import { compareBy, mean, monthsBefore, sum } from "./plain-steps.ts";

export type PlainExposure = ReturnType<typeof plainExposures>[number];

/** The exposure rows of every company, implemented from the proto comments over raw rows. */
export function plainExposures(raw: RawEconomy) {
  const newest = raw.shorts.toSorted(compareBy("date")).at(-1)?.date;
  const since = newest === undefined ? "" : monthsBefore(newest, 1);
  const rowsByCode = Map.groupBy(raw.exposures, (row) => row.stock_code);
  return raw.companies.flatMap((company) => {
    const office = /, (NSW|VIC|QLD|SA|WA|TAS|NT|ACT), AUSTRALIA, \d{3,4}$/i.exec(company.address ?? "");
    const modelled = rowsByCode.get(company.stock_code)?.map((row): RawRow => ({ ...row, source: "llm" }));
    const fallback: RawRow[] =
      office === null
        ? []
        : [{ region: office[1].toLowerCase(), weight: 1, basis: "Registered office", source: "hq_fallback" }];
    const marketCap = plainMarketCap(company.market_cap);
    const short = raw.shorts
      .filter(
        (row) => row.stock_code === company.stock_code && (row.short_percent ?? 0) > 0 && !isDeferred(row),
      )
      .filter((row) => row.date > since)
      .sort((a, b) => (a.date < b.date ? 1 : -1))[0];
    return (modelled ?? fallback).map(({ region, weight, basis, source }) => ({
      company,
      region,
      weight,
      basis,
      source,
      marketCap,
      shortPercent: short?.short_percent ?? undefined,
      shortDate: short?.date,
    }));
  });
}

function plainMarketCap(text: string | null): number | undefined {
  return text !== null && /^[0-9.]+$/.test(text) && !Number.isNaN(Number(text)) ? Number(text) : undefined;
}

function isDeferred(row: RawRow): boolean {
  return row.product_name.toUpperCase().includes("DEFERRED SETTLEMENT");
}

/** Each company's last value per month: stock code -> `YYYY-MM` -> value. */
function monthEnds(rows: readonly RawRow[], value: (row: RawRow) => number) {
  const ends = new Map<string, Map<string, number>>();
  for (const row of rows.toSorted(compareBy("date"))) {
    const months = ends.get(row.stock_code) ?? new Map<string, number>();
    ends.set(row.stock_code, months.set(row.date.slice(0, 7), value(row)));
  }
  return ends;
}

function allMonths(ends: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] {
  return [...new Set([...ends.values()].flatMap((months) => [...months.keys()]))].sort();
}

export function plainDerivedSeries(raw: RawEconomy) {
  const exposures = plainExposures(raw).filter((row) => row.marketCap !== undefined);
  const shorts = monthEnds(
    raw.shorts.filter((row) => !isDeferred(row) && row.short_percent !== null),
    (row) => row.short_percent!,
  );
  const closes = monthEnds(raw.prices, (row) => row.adjusted_close ?? row.close);
  const byState = STATES.flatMap(({ code, name }) => {
    const region = code.toLowerCase();
    const own = exposures.filter((row) => row.region === region);
    const facts = { product: "", regionType: "state", regionCode: region, regionName: name };
    return [
      { ...facts, metric: "short_interest_wavg", unit: "percent", observations: shortInterest(own, shorts) },
      { ...facts, metric: "price_return_index", unit: "index", observations: returnIndex(own, closes) },
    ];
  });
  const industries = new Set(
    raw.companies.map((company) => company.industry).filter((name) => name !== null),
  );
  const byIndustry = [...industries].map((industry) => {
    const codes = raw.companies.filter((c) => c.industry === industry).map((c) => c.stock_code);
    const product = industry
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "");
    const facts = { product, regionType: "national", regionCode: "aus", regionName: "Australia" };
    return {
      ...facts,
      unit: "percent",
      metric: "short_interest_avg",
      observations: industryMeans(codes, shorts),
    };
  });
  return [...byState, ...byIndustry]
    .filter((series) => series.observations.length > 0)
    .map((series) => ({
      ...series,
      key: ["markets", series.metric, series.product, series.regionCode]
        .filter((part) => part !== "")
        .join("."),
    }));
}

type MonthEnds = ReturnType<typeof monthEnds>;

function weightedMean(rows: readonly { weight: number; value: number }[]): number {
  return sum(rows.map(({ weight, value }) => weight * value)) / sum(rows.map(({ weight }) => weight));
}

function shortInterest(exposures: readonly PlainExposure[], shorts: MonthEnds): [string, number][] {
  return allMonths(shorts).flatMap((month): [string, number][] => {
    const rows = exposures.flatMap(({ company, weight, marketCap }) => {
      const value = shorts.get(company.stock_code)?.get(month);
      return value === undefined ? [] : [{ weight: weight * marketCap!, value }];
    });
    return rows.some((row) => row.weight > 0) ? [[`${month}-01`, weightedMean(rows)]] : [];
  });
}

function industryMeans(codes: readonly string[], shorts: MonthEnds): [string, number][] {
  return allMonths(shorts).flatMap((month): [string, number][] => {
    const values = codes.map((code) => shorts.get(code)?.get(month)).filter((value) => value !== undefined);
    return values.length < 5 ? [] : [[`${month}-01`, mean(values)]];
  });
}

function returnIndex(exposures: readonly PlainExposure[], closes: MonthEnds): [string, number][] {
  const index: [string, number][] = [];
  for (const month of allMonths(closes)) {
    const before = laterMonth(month, -1);
    const rows = exposures.flatMap(({ company, weight, marketCap }) => {
      const now = closes.get(company.stock_code)?.get(month);
      const then = closes.get(company.stock_code)?.get(before);
      return now === undefined || then === undefined
        ? []
        : [{ weight: weight * marketCap!, value: now / then - 1 }];
    });
    if (rows.length < 5 || !rows.some((row) => row.weight > 0)) continue;
    const stateReturn = weightedMean(rows);
    if (Math.abs(stateReturn) > 0.25) continue;
    if (index.length === 0) index.push([`${before}-01`, 100]);
    index.push([`${month}-01`, index.at(-1)![1] * (1 + stateReturn)]);
  }
  return index;
}
