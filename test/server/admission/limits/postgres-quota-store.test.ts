import pg from "pg";
import { describe, expect, it } from "vitest";
import { lookUpUsers } from "../../../../src/server/admission/callers/users-lookup.ts";
import type { QuotaLedger } from "../../../../src/server/admission/limits/quota-ledger.ts";
import { PostgresQuotaStore } from "../../../../src/server/admission/limits/stores/postgres-quota-store.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { testLedger } from "../../../support/run/memory-quota-store.ts";
import { HAS_POSTGRES, startPostgres, type TestPostgres } from "../../../support/run/postgres-server.ts";
import { freePort } from "../../../support/wire/free-port.ts";

const MONTH = "2026-11-01";
const NOW = Date.UTC(2026, 10, 15);
const postgres = opened(async () => (HAS_POSTGRES ? startPostgres() : ({} as TestPostgres)));

describe.skipIf(!HAS_POSTGRES)("PostgresQuotaStore", () => {
  it("sums in its table what three instances at once admit, and creates the table only once", async () => {
    const ledgers = Array.from({ length: 3 }, () =>
      testLedger(() => NOW, {
        store: new PostgresQuotaStore(postgres.url),
        monotonicMs: () => performance.now(),
        onStoreChange: (isFailing, cause) => {
          throw new Error(`store changed: ${isFailing}`, { cause });
        },
      }),
    );
    const admitted = new Map<string, number>();
    for (let round = 0; round < 15; round++) {
      ledgers.forEach((ledger, instance) => {
        for (let i = 0; i < 40; i++) {
          // Another order of callers per instance: locking rows in that order would deadlock.
          const caller = `ip:${instance === 1 ? 19 - (i % 20) : i % 20}`;
          if (ledger.take(caller, 1, 60).isAdmitted) admitted.set(caller, (admitted.get(caller) ?? 0) + 1);
        }
      });
      await Promise.all(ledgers.map((ledger) => ledger.flush()));
    }
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    const rows = await postgres.query<{ identifier: string; month: string; request_count: string }>(
      "SELECT identifier, month::text, request_count FROM api_usage_monthly",
    );
    expect(rows).toHaveLength(20);
    for (const { identifier, month, request_count } of rows) {
      expect(month).toBe(MONTH);
      expect(Number(request_count), identifier).toBe(admitted.get(identifier));
    }
    const sum = [...admitted.values()].reduce((total, count) => total + count, 0);
    // 90 requests per caller were made. What other instances had not yet written may exceed the quota of 60.
    expect(sum).toBeGreaterThanOrEqual(20 * 60);
    expect(sum).toBeLessThanOrEqual(20 * (60 + 2 * 10));
    console.log(`quota table: 3 instances, ${sum} requests admitted, ${sum} in the table`);
  });

  it("reads totals, adds under odd names, and rounds nothing", async () => {
    const store = new PostgresQuotaStore(postgres.url);
    const odd = `user:"';--`;
    expect(await store.addCounts("2026-12-01", new Map([[odd, 4_000_000_000]]))).toEqual(
      new Map([[odd, 4_000_000_000]]),
    );
    await store.addCounts("2026-12-01", new Map([[odd, 1]]));
    expect(await store.readTotals("2026-12-01", [odd, "ip:none"])).toEqual(new Map([[odd, 4_000_000_001]]));
    await store.close();
  });

  it("looks up subscriptions in the table next to the counts", async () => {
    await postgres.query("CREATE TABLE api_subscriptions (user_id text PRIMARY KEY, tier text, status text)");
    await postgres.query(
      "INSERT INTO api_subscriptions VALUES ('a', 'pro', 'active'), ('b', 'pro', 'canceled')",
    );
    const store = new PostgresQuotaStore(postgres.url);
    const asked = Promise.withResolvers<void>();
    const users = lookUpUsers({
      read: (ids) => store.readSubscriptions(ids).finally(() => setImmediate(asked.resolve)),
      monotonicMs: () => NOW,
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

  it("lets two instances pass a limit by no more than what the other admits and one has not heard of", async () => {
    const LIMIT = 300;
    const CALLER = "user:two";
    /** Requests that the other instance had admitted and this one did not know of, at its last admission. */
    let unknownOfOther = 0;
    const instances = Array.from({ length: 2 }, (_, i) => {
      const store = new PostgresQuotaStore(postgres.url);
      const instance = {
        admitted: 0,
        /** Requests that the store certainly has. */
        written: 0,
        /** Requests of the other that were surely stored when this one's last answered query was sent. */
        knownOfOther: 0,
        ledger: undefined as never as QuotaLedger,
      };
      const watched = async <T>(ask: () => Promise<T>): Promise<T> => {
        const { written } = instances[1 - i];
        const answer = await ask();
        instance.knownOfOther = written;
        return answer;
      };
      instance.ledger = testLedger(() => NOW, {
        store: {
          readTotals: (month, names) => watched(() => store.readTotals(month, names)),
          addCounts: (month, counts) =>
            watched(async () => {
              const totals = await store.addCounts(month, counts);
              instance.written += counts.get(CALLER) ?? 0;
              return totals;
            }),
          close: (timeMs) => store.close(timeMs),
        },
        monotonicMs: () => performance.now(),
        flushEveryMs: 1000,
      });
      return instance;
    });
    // Calls are as far apart as a query takes, until each instance has rejected a hundred in a row. Both are
    // connected and have had an answer, like servers that have been running.
    await Promise.all(
      instances.map(async ({ ledger }) => {
        ledger.take("user:warm", 1, LIMIT);
        await ledger.flush();
      }),
    );
    const pace = instances.map(() => new pg.Pool({ connectionString: postgres.url, max: 1 }));
    await Promise.all(
      instances.map(async (instance, i) => {
        for (let refusedInARow = 0; refusedInARow < 100; ) {
          if (instance.ledger.take(CALLER, 1, LIMIT).isAdmitted) {
            instance.admitted++;
            unknownOfOther = instances[1 - i].admitted - instance.knownOfOther;
            refusedInARow = 0;
          } else refusedInARow++;
          await pace[i].query("SELECT 1");
        }
      }),
    );
    const admitted = instances.reduce((sum, one) => sum + one.admitted, 0);
    expect(admitted).toBeGreaterThanOrEqual(LIMIT);
    expect(admitted).toBeLessThanOrEqual(LIMIT + unknownOfOther);
    await Promise.all([...instances.map(({ ledger }) => ledger.close()), ...pace.map((pool) => pool.end())]);
    const rows = await postgres.query<{ request_count: string }>(
      `SELECT request_count FROM api_usage_monthly WHERE identifier = '${CALLER}'`,
    );
    expect(Number(rows[0].request_count)).toBe(admitted);
    console.log(
      `two instances admitted ${admitted} of ${LIMIT}; ${unknownOfOther} of the other were not heard of when the last was`,
    );
  });

  it("hears from the database itself that a write took too long, and so was not made", async () => {
    const store = new PostgresQuotaStore(postgres.url);
    await store.addCounts(MONTH, new Map([["user:late", 1]]));
    const other = new pg.Client(postgres.url);
    await other.connect();
    await other.query("BEGIN; LOCK TABLE api_usage_monthly IN EXCLUSIVE MODE");
    // A caller that gives up earlier could not know whether its counts were added later.
    await expect(store.addCounts(MONTH, new Map([["user:late", 2]]))).rejects.toThrow(
      "canceling statement due to statement timeout",
    );
    await other.query("COMMIT");
    await other.end();
    expect((await store.addCounts(MONTH, new Map([["user:late", 2]]))).get("user:late")).toBe(3);
    await store.close();
  });

  it("keeps addresses as digests when the instances share a key", async () => {
    const key = new Uint8Array(32).fill(5);
    const [first, second] = [1, 2].map(() => new PostgresQuotaStore(postgres.url, key));
    await first.addCounts(MONTH, new Map([["ip:203.0.113.77", 2]]));
    const both = new Map([
      ["ip:203.0.113.77", 3],
      ["user:clear", 1],
    ]);
    expect([...(await second.addCounts(MONTH, both)).values()]).toEqual([5, 1]);
    expect((await first.readTotals(MONTH, ["ip:203.0.113.77"])).get("ip:203.0.113.77")).toBe(5);
    const rows = await postgres.query<{ identifier: string }>("SELECT identifier FROM api_usage_monthly");
    const names = rows.map(({ identifier }) => identifier);
    expect(names.filter((name) => name.includes("203.0.113"))).toEqual([]);
    expect(names).toContain("user:clear");
    await Promise.all([first.close(), second.close()]);
  });

  it.each([
    "localhost:5432/quota",
    "mysql://terrace:secret@127.0.0.1/quota",
    "postgres:terrace",
    "postgres://terrace:secret@127.0.0.1:99999/quota",
    "postgres://",
    "quota.sqlite",
    "postgres://terrace:secret%ff@127.0.0.1/quota",
    "postgres://terrace%ff:secret@127.0.0.1/quota",
    "postgres://terrace:secret@127.0.0.1/%ff",
    "postgresql://terrace:secret@%ff/quota",
  ])("refuses an address that is none, without repeating what may be a password: %s", (text) => {
    const open = () => new PostgresQuotaStore(text);
    expect(open).toThrow("write postgres://user:password@host:5432/database");
    expect(open).not.toThrow("secret");
  });

  it.each([
    "postgres://terrace:se%63ret@127.0.0.1/quota",
    "postgres://terrace:50%@127.0.0.1/quota",
    "postgres://terrace:%C3%A9@127.0.0.1/quota?sslmode=verify-full&sslrootcert=/nowhere/ca.pem",
  ])("takes an address that can be read, or may be later: %s", async (text) => {
    await new PostgresQuotaStore(text).close();
  });

  it("fails without a server and hangs nobody", async () => {
    const store = new PostgresQuotaStore(`postgres://terrace:x@127.0.0.1:${await freePort()}/postgres`);
    await expect(store.readTotals(MONTH, ["ip:a"])).rejects.toThrow();
    await store.close();
  });
});
