import type { RawRow, RawSuburbs } from "../data/raw-tables.ts";
import { compareBy, groupRows, midnight, RESTRICTED, textOf, texts } from "./plain-steps.ts";

const isPublic = (row: RawRow) => textOf(row, "source_licence") !== RESTRICTED;
const value = (row: RawRow) => Number(row.value);
/** For sorting newest first. */
const newness = ({ period }: RawRow) => Date.parse(period);

const changePct = (now: RawRow, before: RawRow | undefined) =>
  before === undefined || value(before) <= 0 || value(now) <= 0 ? 0 : (value(now) / value(before) - 1) * 100;

/** Number of sales behind a median, from the same source, region, dwelling type and period. */
function salesBehind(raw: RawSuburbs, price: RawRow | undefined): number | undefined {
  if (price?.measure !== "median_price") return undefined;
  const own = ["region_code", "dwelling_type", "period", "source"];
  const sales = raw.prices.find(
    (row) =>
      row.measure === "transfer_count" && isPublic(row) && own.every((name) => row[name] === price[name]),
  );
  return sales === undefined ? undefined : value(sales);
}

/** The member with this number, or no member if undefined. */
const known = (name: string, number: number | undefined) => (number === undefined ? {} : { [name]: number });

const FREQUENCIES: Readonly<Record<string, string>> = { M: "monthly", Q: "quarterly", A: "annual" };

const isFinal = (row: RawRow) => (row.is_preliminary === true ? 0 : 1);

/** Sorts figures of one region type newest first, then by `ties`; suburbs' and councils' final ones first. */
const latestFirst = (regionType: string, ...ties: Parameters<typeof compareBy<RawRow>>) => {
  const isSmall = regionType === "suburb" || regionType === "lga";
  return compareBy<RawRow>((row) => (isSmall ? isFinal(row) : 0), newness, ...ties);
};

/** The figure `months` earlier, of the same source and frequency. */
function monthsBefore(rows: readonly RawRow[], latest: RawRow, months: number): RawRow | undefined {
  const date = new Date(`${textOf(latest, "period").slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  const month = date.toISOString().slice(0, 7);
  return rows
    .filter((row) => row.region_code === latest.region_code)
    .filter((row) => row.source === latest.source && row.period_freq === latest.period_freq)
    .filter((row) => textOf(row, "period").startsWith(month))
    .sort(compareBy(newness))[0];
}

/** GetHousingOverview as JSON: sorts each series and looks back. */
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
    const [latest] = rows.toSorted(latestFirst(type, isFinal, "source"));
    if (regionType === "" ? type === "suburb" : type !== regionType) continue;
    metrics.push({
      ...texts(region, "region_code region_name region_type state_code"),
      ...texts(latest, "measure dwelling_type unit source source_licence"),
      value: value(latest),
      period: midnight(textOf(latest, "period")),
      isPreliminary: latest.is_preliminary === true,
      qoqPct: changePct(latest, monthsBefore(rows, latest, 3)),
      yoyPct: changePct(latest, monthsBefore(rows, latest, 12)),
      frequency: FREQUENCIES[textOf(latest, "period_freq")],
      ...known("saleCount", salesBehind(raw, latest)),
    });
  }
  metrics.sort(compareBy<RawRow>("regionType", "measure", "value", "regionCode", "dwellingType"));
  const periods = metrics.map((m) => m.period).sort();
  return { metrics, ...(periods.length > 0 ? { asOf: periods.at(-1) } : {}) };
}

/** GetHousePriceSeries as JSON: filters all rows. */
export function plainSeries(
  raw: RawSuburbs,
  regionCode: string,
  measure: string,
  dwellingType: string,
): Record<string, unknown> {
  const rows = raw.prices
    .filter((row) => row.region_code === regionCode && row.measure === measure)
    .filter((row) => row.dwelling_type === dwellingType && isPublic(row))
    .sort(compareBy((row) => -newness(row), "source"));
  const last = rows.at(-1);
  const region = raw.regions.find((row) => row.region_code === regionCode);
  const origin = (row: RawRow) => texts(row, "source source_licence");
  const isMixed = new Set(rows.map((row) => JSON.stringify(origin(row)))).size > 1;
  return {
    regionCode,
    regionName: last === undefined ? "" : textOf(region, "region_name"),
    measure,
    dwellingType,
    ...texts(last, "unit source source_licence"),
    points: rows.map((row) => ({
      period: midnight(textOf(row, "period")),
      value: value(row),
      isPreliminary: row.is_preliminary === true,
      ...(isMixed ? origin(row) : { source: "", sourceLicence: "" }),
      ...known("saleCount", salesBehind(raw, row)),
    })),
  };
}

/** Every region that ListHousingRegions may return, in its order. */
export function plainRegions(raw: RawSuburbs): RawRow[] {
  const prices = groupRows(raw.prices, "region_code");
  const shown: RawRow[] = [];
  for (const region of raw.regions) {
    const rows = prices.get(textOf(region, "region_code")) ?? [];
    if (rows.length > 0 && !rows.some(isPublic)) continue;
    const [latest] = rows
      .filter((row) => isPublic(row) && row.measure === "median_price")
      .filter((row) => row.dwelling_type === "house" || row.dwelling_type === "established_house")
      .sort(latestFirst(region.region_type, "dwelling_type", isFinal, "source"));
    shown.push({
      ...texts(region, "region_code region_name region_type state_code postcode"),
      latestValue: latest === undefined ? 0 : value(latest),
      ...(latest === undefined ? {} : { latestPeriod: midnight(textOf(latest, "period")) }),
      latestIsPreliminary: latest?.is_preliminary === true,
      ...known("latestSaleCount", salesBehind(raw, latest)),
    });
  }
  return shown.sort(compareBy("regionName", "regionCode"));
}

/** The public house median of each priced suburb. */
export function plainSuburbPrices(raw: RawSuburbs) {
  const prices = groupRows(
    raw.prices.filter(
      (row) => isPublic(row) && row.measure === "median_price" && row.dwelling_type === "house",
    ),
    "region_code",
  );
  const priced = [...groupRows(raw.regions, "sal_code")].flatMap(([salCode, regions]) => {
    if (salCode === "") return [];
    const candidates = regions.flatMap((region) => prices.get(textOf(region, "region_code")) ?? []);
    const [latest] = candidates.sort(latestFirst("suburb", "region_code", "source"));
    if (latest === undefined) return [];
    const price = {
      regionCode: textOf(latest, "region_code"),
      price: value(latest),
      period: textOf(latest, "period"),
      yoyPct: changePct(latest, monthsBefore(candidates, latest, 12)),
      isPreliminary: latest.is_preliminary === true,
      source: textOf(latest, "source"),
      saleCount: salesBehind(raw, latest),
    };
    return [[salCode, price] as const];
  });
  return new Map(priced);
}
