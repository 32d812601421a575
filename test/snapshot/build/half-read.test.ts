import { expect, it } from "vitest";
import { openTestDatabase } from "../../support/data/example-dataset.ts";

it("a result that fails half way is not a shorter result", async () => {
  const db = await openTestDatabase();
  const half =
    "SELECT i, CASE WHEN i < 90000 THEN i ELSE error('half way') END AS j FROM range(100000) AS t(i)";
  let rows = 0;
  const read = async () => {
    for await (const stretch of db.stretches(half)) rows += stretch.length;
  };
  await expect(read()).rejects.toThrow(/^\d+ of 100000 rows could be read: SELECT i, CASE/);
  expect(rows).toBeGreaterThan(0);
  let all = 0;
  for await (const stretch of db.stretches("SELECT i FROM range(100000) AS t(i)")) all += stretch.length;
  expect(all).toBe(100_000);
});
