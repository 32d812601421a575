import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../../src/domains/economy/aggregates/index.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  runAggregates,
} from "../../../support/data/build-db.ts";
import { seriesRow } from "../../../support/data/economy-rows.ts";
import { type DatedValue, laterMonth } from "../../../support/plain/plain-correlation.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });

async function addSeries(row: PartialRow, observations: readonly DatedValue[]): Promise<void> {
  await insertRows(db, "economic_series", [row]);
  await insertRows(
    db,
    "economic_observations",
    observations.map(([period, value]) => ({ series_key: row.series_key, period, value })),
  );
}

const STORED = `
SELECT base.series_key AS base, overlay.series_key AS overlay, rank, r, window_months
FROM serve.economic_correlations
JOIN serve.economic_series AS base ON base.series_number = base_number
JOIN serve.economic_series AS overlay ON overlay.series_number = overlay_number
ORDER BY base_number, rank
`;
interface Stored {
  base: string;
  overlay: string;
  rank: number;
  r: number;
  window_months: number;
}
const stored = async () => {
  await runAggregates(db, ECONOMY_AGGREGATES);
  return db.rows<Stored>(STORED);
};
const random = (length: number, seed: number) =>
  fc.sample(fc.double({ min: -100, max: 100, noNaN: true }), { numRuns: length, seed });
const monthly = (values: readonly number[], from = "2023-01") =>
  values.map((value, i): DatedValue => [`${laterMonth(from, i)}-01`, value]);

describe("ECONOMIC_CORRELATIONS", () => {
  it("pairs a state's base with the state and the nation only, never with annual or markets series", async () => {
    const wa = { region_type: "state", region_code: "wa" };
    const values = monthly(random(30, 20));
    await addSeries(seriesRow("markets.index.wa", wa), values);
    await addSeries(seriesRow("markets.other.wa", wa), values);
    await addSeries(seriesRow("labour.rate.wa", wa), values);
    await addSeries(seriesRow("labour.rate.nsw", { ...wa, region_code: "nsw" }), values);
    await addSeries(seriesRow("cpi.index.aus"), values);
    await addSeries(seriesRow("population.count.wa", { ...wa, frequency: "annual" }), values);
    const rows = await stored();
    expect(new Set(rows.map((row) => row.window_months))).toEqual(new Set([24]));
    expect(rows.map((row) => [row.base, row.overlay, row.r])).toEqual([
      ["markets.index.wa", "cpi.index.aus", 1],
      ["markets.index.wa", "labour.rate.wa", 1],
      ["markets.other.wa", "cpi.index.aus", 1],
      ["markets.other.wa", "labour.rate.wa", 1],
    ]);
  });

  it("hides a pair when either side is internal", async () => {
    const values = monthly(random(30, 30));
    await addSeries(seriesRow("markets.open.aus"), values);
    await addSeries(seriesRow("markets.closed.aus", { internal_only: true }), values);
    await addSeries(seriesRow("cpi.open.aus"), values);
    await addSeries(seriesRow("cpi.closed.aus", { internal_only: true }), values);
    expect((await stored()).map((row) => [row.base, row.overlay])).toEqual([
      ["markets.open.aus", "cpi.open.aus"],
    ]);
  });

  it("keeps the best 250 of a base", async () => {
    const series = Array.from({ length: 260 }, (_, i) => `cpi.p${String(i).padStart(3, "0")}.aus`);
    await addSeries(seriesRow("markets.index.aus"), monthly(random(12, 40)));
    await insertRows(
      db,
      "economic_series",
      series.map((key) => seriesRow(key)),
    );
    await insertRows(
      db,
      "economic_observations",
      series.flatMap((series_key, i) =>
        monthly(random(12, 100 + i)).map(([period, value]) => ({ series_key, period, value })),
      ),
    );
    const rows = await stored();
    expect(rows).toHaveLength(250);
    expect(rows.map((row) => row.rank)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
  });
});
