import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { laterMonth } from "../plain/plain-correlation.ts";
import { draws } from "../run/seeded-random.ts";
import { insertRows, type PartialRow } from "./build-db.ts";
import { seriesRow } from "./economy-rows.ts";

const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];
const TOPICS = ["markets", "cpi", "labour", "gdp", "rates"];
const INDUSTRIES = ["Materials", "Banks & Insurers", "Energy (oil)", null];

/** Fills the economy's tables with random valid rows: gaps, revisions, nulls, internal series. */
export async function insertRandomEconomy(db: BuildDatabase, seed: number): Promise<void> {
  const { random, pick } = draws(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const money = (below: number) => Math.round(random() * below * 100) / 100;

  const series = Array.from({ length: 70 }, (_, i) => {
    const topic = pick(TOPICS);
    const national = random() < 0.5;
    const region = national ? "aus" : pick(STATES);
    return seriesRow(`${topic}.m${i % 7}.p${i}.${region}`, {
      product: random() < 0.7 ? `p${i}` : null,
      region_type: national ? "national" : "state",
      region_code: region,
      region_name: region.toUpperCase(),
      frequency: pick(["monthly", "monthly", "quarterly", "annual"]),
      adjustment: pick(["original", "seasadj", "trend"]),
      licence: pick(["CC-BY-4.0", "derived"]),
      internal_only: random() < 0.1,
    });
  });
  const observations = series.flatMap((row) => {
    const step = { monthly: 1, quarterly: 3, annual: 12 }[row.frequency as "monthly"];
    const count = random() < 0.1 ? whole(3) : Math.ceil((20 + whole(130)) / step);
    const start = laterMonth("2012-01", whole(40));
    const gap = random() < 0.3 ? 0.2 : 0;
    const isConstant = random() < 0.05;
    let level = 50 + money(100);
    return Array.from({ length: count }, (_, i): PartialRow[] => {
      level = isConstant ? level : Math.round((level + money(10) - 5) * 100) / 100;
      const month = laterMonth(start, i * step);
      if (random() < gap) return [];
      const rows = [{ series_key: row.series_key, period: `${month}-01`, value: level }];
      // A revision later in the month.
      if (random() < 0.02) rows.push({ ...rows[0], period: `${month}-20`, value: level + 1 });
      return rows;
    }).flat();
  });
  const codes = Array.from({ length: 40 }, (_, i) => `C${String(i).padStart(2, "0")}`);
  const companies = codes.map((stock_code) => ({
    stock_code,
    company_name: random() < 0.9 ? `Company ${stock_code}` : null,
    industry: pick(INDUSTRIES),
    market_cap: pick([String(1 + whole(1e6)), `${whole(1e5)}.5`, "unknown", null]),
    address: random() < 0.8 ? `1 Some Street, ${pick(STATES).toUpperCase()}, AUSTRALIA, 3205` : "Elsewhere",
    logo_url: random() < 0.5 ? `https://example.org/${stock_code}.png` : null,
  }));
  const exposures = codes.flatMap((stock_code) => {
    if (random() < 0.4) return [];
    const regions = [...STATES, "international"].filter(() => random() < 0.3);
    return regions.map((region) => ({ stock_code, region, weight: money(1), basis: pick(["", "Mines"]) }));
  });
  const months = Array.from({ length: 30 }, (_, i) => laterMonth("2024-04", i));
  const shorts = codes.flatMap((stock_code) =>
    months.flatMap((month) =>
      ["05", "21"]
        .filter(() => random() < 0.6)
        .map((day) => ({
          stock_code,
          date: `${month}-${day}`,
          short_percent: random() < 0.1 ? 0 : money(20),
          product_name: random() < 0.05 ? `${stock_code} DEFERRED SETTLEMENT` : `${stock_code} ORDINARY`,
        })),
    ),
  );
  const prices = codes.flatMap((stock_code) =>
    months.flatMap((month) =>
      ["03", "28"]
        .filter(() => random() < 0.8)
        .map((day) => ({ stock_code, date: `${month}-${day}`, close: 8 + money(4) })),
    ),
  );
  await insertRows(db, "economic_series", series);
  await insertRows(db, "economic_observations", observations);
  await insertRows(db, "companies", companies);
  await insertRows(db, "company_exposures", exposures);
  await insertRows(db, "short_positions", shorts);
  await insertRows(db, "stock_prices", prices);
}
