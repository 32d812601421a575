import { expect, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../../src/domains/economy/aggregates/index.ts";
import { emptyDatasetDatabase, insertTables, runAggregates } from "../../../support/data/build-db.ts";
import { seriesRow } from "../../../support/data/economy-rows.ts";
import { laterMonth } from "../../../support/plain/plain-correlation.ts";
import { seededRandom } from "../../../support/run/seeded-random.ts";

it("ECONOMIC_CORRELATIONS keeps the best 250 of a base", async () => {
  const db = await emptyDatasetDatabase();
  const random = seededRandom(40);
  const overlays = Array.from({ length: 260 }, (_, i) => `cpi.p${String(i).padStart(3, "0")}.aus`);
  const keys = ["markets.index.aus", ...overlays];
  await insertTables(db, {
    economic_series: keys.map((key) => seriesRow(key)),
    economic_observations: keys.flatMap((series_key) =>
      Array.from({ length: 12 }, (_, i) => ({
        ...{ series_key, period: `${laterMonth("2023-01", i)}-01`, value: random() },
      })),
    ),
  });
  await runAggregates(db, ECONOMY_AGGREGATES);
  const rows = await db.rows(
    "SELECT rank, window_months AS months FROM serve.economic_correlations ORDER BY rank",
  );
  expect(rows).toEqual(Array.from({ length: 250 }, (_, i) => ({ rank: i + 1, months: 24 })));
  db.close();
});
