import { expect, it } from "vitest";
import { COMPANY_EXPOSURE } from "../../../../src/domains/economy/aggregates/companies.ts";
import { PRICE_RETURN_INDEX } from "../../../../src/domains/economy/aggregates/series.ts";
import { emptyDatasetDatabase, insertTables, runAggregates } from "../../../support/data/build-db.ts";

it("PRICE_RETURN_INDEX takes a state return beyond 25 % for drift: no value, and the index does not move", async () => {
  const db = await emptyDatasetDatabase();
  const codes = ["AAA", "BBB", "CCC", "DDD", "EEE"];
  const address = "1 High Street, WA, AUSTRALIA, 6000";
  const closes = {
    "2026-01-30": 10,
    "2026-02-27": 12.5,
    "2026-03-31": 20,
    "2026-04-30": 10,
    "2026-05-29": 11,
  };
  await insertTables(db, {
    companies: codes.map((stock_code) => ({ stock_code, market_cap: "100", address })),
    stock_prices: Object.entries(closes).flatMap(([date, close]) =>
      codes.map((stock_code) => ({ stock_code, date, close })),
    ),
  });
  await runAggregates(db, [COMPANY_EXPOSURE, PRICE_RETURN_INDEX]);
  const sql = "SELECT period::VARCHAR AS period, value FROM derived.price_return_index ORDER BY period";
  expect(await db.rows(sql)).toEqual([
    { period: "2026-01-01", value: 100 },
    { period: "2026-02-01", value: expect.closeTo(125, 11) },
    { period: "2026-05-01", value: expect.closeTo(137.5, 11) },
  ]);
  db.close();
});
