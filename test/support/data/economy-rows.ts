import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { insertRows, type PartialRow } from "./build-db.ts";

/** Catalogue row of a monthly national series; the topic is the first segment of the key. */
export function seriesRow(key: string, changes: PartialRow = {}): PartialRow {
  const [topic, metric] = key.split(".");
  return {
    series_key: key,
    topic,
    metric,
    region_type: "national",
    region_code: "aus",
    region_name: "Australia",
    unit: "index",
    frequency: "monthly",
    source_key: "synthetic-economy",
    ...changes,
  };
}

/** Inserts one company of Western Australia with short percentages by date. */
export async function shortedCompany(
  db: BuildDatabase,
  percentages: Readonly<Record<string, number>>,
): Promise<void> {
  const address = "1 High Street, WA, AUSTRALIA, 6000";
  await insertRows(db, "companies", [{ stock_code: "AAA", market_cap: "1000", address }]);
  await insertRows(
    db,
    "short_positions",
    Object.entries(percentages).map(([date, short_percent]) => ({ stock_code: "AAA", date, short_percent })),
  );
}
