import type { RawRow } from "../data/raw-tables.ts";
import { compareBy, mean, sum } from "./plain-steps.ts";

const monthOf = (period: string) => Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7));
/** For sorting newest first. */
const newness = ({ period }: RawRow) => Date.parse(period);

/** Market figures of one suburb with one region, row by row; undefined where there are none. */
export function plainSuburbMarket(
  rows: readonly RawRow[],
  dwellings: number | undefined,
  dwelling = "house",
) {
  const own = rows.filter(({ source_licence }) => source_licence === "CC-BY-4.0");
  const of = (measure: string) =>
    own.filter((row) => row.measure === measure && row.dwelling_type === dwelling);
  const latestOf = (some: readonly RawRow[]) =>
    some.toSorted(compareBy((row) => -row.is_preliminary, newness, "source"))[0] as RawRow | undefined;
  const counts = of("transfer_count");
  const isSold = (row: RawRow) => {
    const sales = counts.find(({ period, source }) => period === row.period && source === row.source);
    return sales === undefined || sales.value >= 5;
  };
  const medians = of("median_price");
  const latest = latestOf(medians);
  const at = (years: number) =>
    latest &&
    medians
      .filter(({ source, period_freq }) => source === latest.source && period_freq === latest.period_freq)
      .filter((row) => monthOf(latest.period) - monthOf(row.period) === 12 * years && isSold(row))
      .sort(compareBy(newness))[0]?.value;
  const growth = (years: number) => {
    const [now, before] = [at(0), at(years)];
    return now === undefined || before === undefined ? undefined : ((now / before) ** (1 / years) - 1) * 100;
  };
  const changes: number[] = [];
  for (let years = 0; years < 10; years++) {
    const [now, before] = [at(years), at(years + 1)];
    if (now !== undefined && before !== undefined) changes.push((now / before - 1) * 100);
  }
  const squares = sum(changes.map((one) => (one - mean(changes)) ** 2));
  const rents = of("median_rent");
  const rent = latestOf(rents);
  const earlier = rents.find(
    (row) =>
      rent &&
      row.source === rent.source &&
      row.period_freq === rent.period_freq &&
      monthOf(rent.period) - monthOf(row.period) === 12,
  );
  const isNear = latest && rent && Math.abs(monthOf(latest.period) - monthOf(rent.period)) <= 12;
  const newest = counts.toSorted(compareBy(newness, "period_freq", "source"))[0] as RawRow | undefined;
  const year = counts.filter(
    (row) =>
      newest &&
      row.source === newest.source &&
      row.period_freq === newest.period_freq &&
      monthOf(newest.period) - monthOf(row.period) < 12,
  );
  const isWhole = newest && year.length === { M: 12, Q: 4, A: 1 }[newest.period_freq as "M"];
  const sales = isWhole ? sum(year.map(({ value }) => value)) : undefined;
  return {
    price: latest?.value,
    price_growth_1y: growth(1),
    price_growth_3y: growth(3),
    price_growth_5y: growth(5),
    price_growth_10y: growth(10),
    gross_yield: isNear ? ((52 * rent.value) / latest.value) * 100 : undefined,
    rent_growth_1y: rent && earlier ? (rent.value / earlier.value - 1) * 100 : undefined,
    volatility: changes.length >= 5 ? Math.sqrt(squares / (changes.length - 1)) : undefined,
    sales_12m: sales,
    turnover:
      sales !== undefined && dwellings !== undefined && dwellings >= 50
        ? (sales / dwellings) * 100
        : undefined,
  };
}
