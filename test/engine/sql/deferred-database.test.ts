import { expect, it } from "vitest";
import type { ServingDatabase } from "../../../src/engine/sql/database.ts";
import { deferredDatabase } from "../../../src/engine/sql/deferred-database.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";

it("deferredDatabase opens once, and again after it could not be opened", async () => {
  let opened = 0;
  let closed = 0;
  const database = {
    query: async () => [{ n: 1 }],
    load: () => ({ running: 1, waiting: 0, queries: 1 }),
    close: async () => void closed++,
  } as unknown as ServingDatabase;
  const deferred = deferredDatabase(async () => {
    if (++opened === 1) throw new TerraceError("unavailable", "no descriptor left");
    return database;
  });
  const statement = { name: "one", sql: "SELECT 1 AS n", parameters: {} } as never;
  const ask = () => deferred.query(statement, {});
  await expect(ask()).rejects.toThrow("no descriptor left");
  expect(await Promise.all([ask(), ask()])).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  expect([opened, closed]).toEqual([2, 0]);
  await deferred.close();
  expect(closed).toBe(1);
});
