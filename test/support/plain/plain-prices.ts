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
  before === undefined || value(before) <= 0 || value(now) <= 0 ? 0 : (value(now) / value(before) - 1) * 100;

/** The number of sales that the source of a median gives for the same figure; nothing of other measures. */
function salesBehind(raw: RawSuburbs, price: RawRow | undefined): number | undefined {
  if (price?.measure !== "median_price") return undefined;
  const own = ["region_code", "dwelling_type", "period", "source"];
  const sales = raw.prices.find(
    (row) =>
      row.measure === "transfer_count" && isPublic(row) && own.every((name) => row[name] === price[name]),
  );
  return sales === undefined ? undefined : value(sales);
}

/** A member with the number, where it is known. */
const known = (name: string, number: number | undefined) => (number === undefined ? {} : { [name]: number });

const FREQUENCIES: Readonly<Record<string, string>> = { M: "monthly", Q: "quarterly", A: "annual" };

/** Figures of one region type in the order of their currency: of suburbs and councils final ones first. */
const latestFirst = (regionType: string) => (a: RawRow, b: RawRow) => {
  const provisional = (row: RawRow) => (row.is_preliminary === true ? 1 : 0);
  const isSmall = regionType === "suburb" || regionType === "lga";
  return (
    (isSmall ? provisional(a) - provisional(b) : 0) || newestFirst(a, b) || provisional(a) - provisional(b)
  );
};

/** The figure so many months before, of the same source and frequency. */
function monthsBefore(rows: readonly RawRow[], latest: RawRow, months: number): RawRow | undefined {
  const date = new Date(`${textOf(latest, "period").slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  const month = date.toISOString().slice(0, 7);
  return rows
    .filter((row) => row.region_code === latest.region_code)
    .filter((row) => row.source === latest.source && row.period_freq === latest.period_freq)
    .filter((row) => textOf(row, "period").startsWith(month))
    .sort(newestFirst)[0];
}

/** GetHousingOverview in JSON, by sorting each series and looking back. */
export function plainOverview(raw: RawSuburbs, regionType: string): Record<string, unknown> {
  const regions = groupRows(raw.regions, "region_code");
  const bySeries = Map.groupBy(
    raw.prices.filter(isPublic),
    (row) => `${row.region_code}|${row.measure}|${row.dwelling_type}`,
  );
  const metrics = [];
  for (const rows of bySeries.values()) {
    const [region] = regions.get(textOf(rows[0], "region_code"))!;
    const type = textOf(region, "region_type");
    const [latest] = rows.toSorted((a, b) => latestFirst(type)(a, b) || bySource(a, b));
    if (regionType === "" ? type === "suburb" : type !== regionType) continue;
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
      qoqPct: changePct(latest, monthsBefore(rows, latest, 3)),
      yoyPct: changePct(latest, monthsBefore(rows, latest, 12)),
      frequency: FREQUENCIES[textOf(latest, "period_freq")],
      source: textOf(latest, "source"),
      sourceLicence: textOf(latest, "source_licence"),
      ...known("saleCount", salesBehind(raw, latest)),
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
  const origin = (row: RawRow) => ({
    source: textOf(row, "source"),
    sourceLicence: textOf(row, "source_licence"),
  });
  const isMixed = new Set(rows.map((row) => JSON.stringify(origin(row)))).size > 1;
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
      ...(isMixed ? origin(row) : { source: "", sourceLicence: "" }),
      ...known("saleCount", salesBehind(raw, row)),
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
  readonly latestIsPreliminary: boolean;
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
          latestFirst(textOf(region, "region_type"))(a, b) ||
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
      latestIsPreliminary: latest?.is_preliminary === true,
      ...known("latestSaleCount", salesBehind(raw, latest)),
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
  readonly isPreliminary: boolean;
  readonly source: string;
  readonly saleCount: number | undefined;
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
        latestFirst("suburb")(a, b) ||
        compareText(textOf(a, "region_code"), textOf(b, "region_code")) ||
        bySource(a, b),
    );
    if (latest === undefined) continue;
    found.set(salCode, {
      regionCode: textOf(latest, "region_code"),
      price: value(latest),
      period: textOf(latest, "period"),
      yoyPct: changePct(latest, monthsBefore(candidates, latest, 12)),
      isPreliminary: latest.is_preliminary === true,
      source: textOf(latest, "source"),
      saleCount: salesBehind(raw, latest),
    });
  }
  return found;
}
