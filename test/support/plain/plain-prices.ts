import {
  compareText,
  groupRows,
  midnight,
  type RawRow,
  type RawSuburbs,
  RESTRICTED,
  textOf,
} from "../data/raw-suburbs.ts";

const isPublic = (row: RawRow) => textOf(row, "source_licence") !== RESTRICTED;
const value = (row: RawRow) => Number(row.value);
const newestFirst = (a: RawRow, b: RawRow) => compareText(textOf(b, "period"), textOf(a, "period"));
const bySource = (a: RawRow, b: RawRow) => compareText(textOf(a, "source"), textOf(b, "source"));

const changePct = (now: RawRow, before: RawRow | undefined) =>
  before === undefined || value(before) === 0 ? 0 : (value(now) / value(before) - 1) * 100;

/** GetHousingOverview in JSON, by sorting each series and looking back. */
export function plainOverview(raw: RawSuburbs, regionType: string): Record<string, unknown> {
  const regions = groupRows(raw.regions, "region_code");
  const bySeries = Map.groupBy(
    raw.prices.filter((row) => isPublic(row) && row.period_freq === "Q"),
    (row) => `${row.region_code}|${row.measure}|${row.dwelling_type}`,
  );
  const metrics = [];
  for (const rows of bySeries.values()) {
    const [latest] = rows.toSorted((a, b) => newestFirst(a, b) || bySource(a, b));
    const [region] = regions.get(textOf(latest, "region_code"))!;
    const type = textOf(region, "region_type");
    if (regionType === "" ? type === "suburb" : type !== regionType) continue;
    const sameSource = rows.filter((row) => row.source === latest.source).sort(newestFirst);
    metrics.push({
      regionCode: textOf(latest, "region_code"),
      regionName: textOf(region, "region_name"),
      regionType: type,
      stateCode: textOf(region, "state_code"),
      measure: textOf(latest, "measure"),
      dwellingType: textOf(latest, "dwelling_type"),
      value: value(latest),
      unit: textOf(latest, "unit"),
      period: midnight(textOf(latest, "period")),
      isPreliminary: latest.is_preliminary === true,
      qoqPct: changePct(latest, sameSource[1]),
      yoyPct: changePct(latest, sameSource[4]),
    });
  }
  metrics.sort(
    (a, b) =>
      compareText(a.regionType, b.regionType) ||
      compareText(a.measure, b.measure) ||
      b.value - a.value ||
      compareText(a.regionCode, b.regionCode) ||
      compareText(a.dwellingType, b.dwellingType),
  );
  const periods = metrics.map((m) => m.period).sort();
  return { metrics, ...(periods.length > 0 ? { asOf: periods.at(-1) } : {}) };
}

/** GetHousePriceSeries in JSON, by filtering all rows. */
export function plainSeries(
  raw: RawSuburbs,
  regionCode: string,
  measure: string,
  dwellingType: string,
): Record<string, unknown> {
  const rows = raw.prices
    .filter((row) => row.region_code === regionCode && row.measure === measure)
    .filter((row) => row.dwelling_type === dwellingType && isPublic(row))
    .sort((a, b) => newestFirst(b, a) || bySource(a, b));
  const last = rows.at(-1);
  const region = raw.regions.find((row) => row.region_code === regionCode);
  return {
    regionCode,
    regionName: last === undefined ? "" : textOf(region, "region_name"),
    measure,
    dwellingType,
    unit: textOf(last, "unit"),
    source: textOf(last, "source"),
    sourceLicence: textOf(last, "source_licence"),
    points: rows.map((row) => ({
      period: midnight(textOf(row, "period")),
      value: value(row),
      isPreliminary: row.is_preliminary === true,
    })),
  };
}

export interface PlainRegion {
  readonly regionCode: string;
  readonly regionName: string;
  readonly regionType: string;
  readonly stateCode: string;
  readonly postcode: string;
  readonly latestValue: number;
  readonly latestPeriod?: string;
}

/** Every region that ListHousingRegions may show, in its order. */
export function plainRegions(raw: RawSuburbs): PlainRegion[] {
  const prices = groupRows(raw.prices, "region_code");
  const shown: PlainRegion[] = [];
  for (const region of raw.regions) {
    const rows = prices.get(textOf(region, "region_code")) ?? [];
    if (rows.length > 0 && !rows.some(isPublic)) continue;
    const [latest] = rows
      .filter((row) => isPublic(row) && row.measure === "median_price")
      .filter((row) => row.dwelling_type === "house" || row.dwelling_type === "established_house")
      .sort(
        (a, b) =>
          newestFirst(a, b) ||
          compareText(textOf(a, "dwelling_type"), textOf(b, "dwelling_type")) ||
          bySource(a, b),
      );
    shown.push({
      regionCode: textOf(region, "region_code"),
      regionName: textOf(region, "region_name"),
      regionType: textOf(region, "region_type"),
      stateCode: textOf(region, "state_code"),
      postcode: textOf(region, "postcode"),
      latestValue: latest === undefined ? 0 : value(latest),
      ...(latest === undefined ? {} : { latestPeriod: midnight(textOf(latest, "period")) }),
    });
  }
  return shown.sort(
    (a, b) => compareText(a.regionName, b.regionName) || compareText(a.regionCode, b.regionCode),
  );
}

export interface PlainSuburbPrice {
  readonly regionCode: string;
  readonly price: number;
  readonly period: string;
  readonly yoyPct: number;
}

/** The calendar date 11 months before, the last day of a shorter month standing for a missing day. */
function elevenMonthsBefore(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month - 11, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 12, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** The public house median of each priced suburb. */
export function plainSuburbPrices(raw: RawSuburbs): Map<string, PlainSuburbPrice> {
  const prices = groupRows(
    raw.prices.filter(
      (row) => isPublic(row) && row.measure === "median_price" && row.dwelling_type === "house",
    ),
    "region_code",
  );
  const found = new Map<string, PlainSuburbPrice>();
  for (const [salCode, regions] of groupRows(raw.regions, "sal_code")) {
    if (salCode === "") continue;
    const candidates = regions.flatMap((region) => prices.get(textOf(region, "region_code")) ?? []);
    const [latest] = candidates.sort(
      (a, b) =>
        newestFirst(a, b) ||
        compareText(textOf(a, "region_code"), textOf(b, "region_code")) ||
        bySource(a, b),
    );
    if (latest === undefined) continue;
    const limit = elevenMonthsBefore(textOf(latest, "period"));
    const prior = candidates.find(
      (row) => row.region_code === latest.region_code && textOf(row, "period") <= limit,
    );
    found.set(salCode, {
      regionCode: textOf(latest, "region_code"),
      price: value(latest),
      period: textOf(latest, "period"),
      yoyPct: changePct(latest, prior),
    });
  }
  return found;
}
