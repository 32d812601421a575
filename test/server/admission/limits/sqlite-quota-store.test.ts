import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { storedIdentifier } from "../../../../src/server/admission/callers/stored-identifier.ts";
import { SqliteQuotaStore } from "../../../../src/server/admission/limits/stores/sqlite-quota-store.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";
import { testLedger } from "../../../support/run/memory-quota-store.ts";
import { openQuotaFile } from "../../../support/run/quota-file.ts";

const MONTH = "2026-11-01";
const NOW = Date.UTC(2026, 10, 15);
const KEY = new Uint8Array(32).fill(7);

const quotaPath = async () => join(await temporaryDirectory(), "quota.sqlite");

describe("SqliteQuotaStore", () => {
  it("adds counts by caller and month, returns the new totals, and keeps them for the next process", async () => {
    const path = await quotaPath();
    const first = openQuotaFile(path);
    expect(await first.readTotals(MONTH, ["ip:a"])).toEqual(new Map());
    expect(await first.addCounts(MONTH, new Map([["ip:a", 3]]))).toEqual(new Map([["ip:a", 3]]));
    await first.addCounts("2026-12-01", new Map([["ip:a", 1]]));
    const more = new Map([
      ["ip:a", 4],
      ["user:'; DROP TABLE api_usage_monthly; --", 5],
    ]);
    expect((await first.addCounts(MONTH, more)).get("ip:a")).toBe(7);
    await first.close();
    const second = openQuotaFile(path);
    const totals = await second.readTotals(MONTH, [
      "ip:a",
      "ip:b",
      "user:'; DROP TABLE api_usage_monthly; --",
    ]);
    expect([...totals.values()]).toEqual([7, 5]);
    await second.close();
  });

  it("sums what three ledgers on one file admit", async () => {
    const path = await quotaPath();
    const ledgers = Array.from({ length: 3 }, () => testLedger(() => NOW, { store: openQuotaFile(path) }));
    let admitted = 0;
    for (let round = 0; round < 20; round++) {
      for (const ledger of ledgers) {
        for (let i = 0; i < 11; i++) if (ledger.take("ip:a", 1, 1_000_000).isAdmitted) admitted++;
      }
      await Promise.all(ledgers.map((ledger) => ledger.flush()));
    }
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    expect(admitted).toBe(660);
    expect(await totalOf(path, "ip:a")).toBe(admitted);
  });

  it("keeps addresses as digests, users as they are, and the file from the eyes of others", async () => {
    const path = await quotaPath();
    await writeFile(path, "", { mode: 0o666 });
    const store = new SqliteQuotaStore(path, () => KEY);
    const counts = new Map([
      ["ip:203.0.113.9", 3],
      ["ip:2001:db8:1:2::/64", 4],
      ["first-party:203.0.113.9", 5],
      ["user:alice", 6],
    ]);
    expect(await store.addCounts(MONTH, counts)).toEqual(counts);
    const names = await readdir(dirname(path));
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const file = join(dirname(path), name);
      expect((await stat(file)).mode & 0o077, name).toBe(0);
      expect(await readFile(file, "latin1"), name).not.toMatch(/203\.0\.113|2001:db8/);
    }
    await store.close();
    expect(rowsOf(path)).toEqual(
      Object.fromEntries([...counts].map(([name, count]) => [storedIdentifier(name, KEY), count])),
    );
    expect(storedIdentifier("user:alice", KEY)).toBe("user:alice");
    expect(storedIdentifier("ip:203.0.113.9", KEY)).toMatch(/^ip:[0-9a-f]{32}$/);
  });

  it("turns addresses that an older version left in clear into digests, with their counts", async () => {
    const path = await quotaPath();
    const first = new SqliteQuotaStore(path, () => KEY);
    await first.addCounts(MONTH, new Map([["ip:203.0.113.9", 2]]));
    await first.close();
    const database = new DatabaseSync(path);
    database.exec(
      `INSERT INTO api_usage_monthly VALUES ('ip:203.0.113.9', '${MONTH}', 40, ''), ('ip:unknown', '${MONTH}', 1, ''), ('user:u', '${MONTH}', 9, '')`,
    );
    database.close();
    const second = new SqliteQuotaStore(path, () => KEY);
    const asked = ["ip:203.0.113.9", "ip:unknown", "user:u"];
    expect([...(await second.readTotals(MONTH, asked)).values()]).toEqual([42, 1, 9]);
    await second.close();
    expect(Object.keys(rowsOf(path)).filter((name) => /unknown|\./.test(name))).toEqual([]);
  });

  it("waits while another process holds the file for a moment, and then counts", async () => {
    const path = await quotaPath();
    const store = new SqliteQuotaStore(path, () => KEY);
    await store.addCounts(MONTH, new Map([["ip:a", 1]]));
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const adding = store.addCounts(MONTH, new Map([["ip:a", 2]]));
    // Long enough for the thread to find the file locked; a slower one finds it free.
    await setTimeout(200);
    other.exec("ROLLBACK");
    other.close();
    expect(await adding).toEqual(new Map([["ip:a", 3]]));
    await store.close();
  });

  it("stops at once while another process holds the file", async () => {
    const path = await quotaPath();
    const store = new SqliteQuotaStore(path, () => KEY);
    await store.readTotals(MONTH, ["ip:a"]);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const asked = Promise.all([
      expect(store.addCounts(MONTH, new Map([["ip:a", 1]]))).rejects.toThrow("cannot be used"),
      expect(store.addCounts(MONTH, new Map([["ip:a", 1]]))).rejects.toThrow("cannot be used"),
    ]);
    expect(await store.close(60_000)).toBe(true);
    await asked;
    other.exec("ROLLBACK");
    other.close();
    expect(rowsOf(path)).toEqual({});
  });

  it.runIf(process.platform === "linux")("writes in a thread that gives way to no other", async () => {
    const store = openQuotaFile(await quotaPath());
    await store.addCounts(MONTH, new Map([["user:a", 1]]));
    const priorities = await prioritiesOfThreads();
    await store.close();
    expect(new Set(priorities)).toEqual(new Set([getPriority()]));
  });

  it("fails by name when the file cannot be used, and works once it can", async () => {
    const directory = join(await temporaryDirectory(), "missing");
    const store = new SqliteQuotaStore(join(directory, "quota.sqlite"), () => KEY);
    await expect(store.readTotals(MONTH, ["ip:a"])).rejects.toThrow(`${directory}/quota.sqlite`);
    await mkdir(directory);
    expect(await store.readTotals(MONTH, ["ip:a"])).toEqual(new Map());
    await store.close();
  });
});

async function prioritiesOfThreads(): Promise<number[]> {
  const threads = await readdir("/proc/self/task");
  const lines = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, "latin1").catch(() => "")),
  );
  // The name in parentheses may contain spaces; field 19 is the 17th after it.
  const known = lines.filter((line) => line !== "");
  return known.map((line) => Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[16]));
}

async function totalOf(path: string, identifier: string): Promise<number> {
  const store = openQuotaFile(path);
  try {
    return (await store.readTotals(MONTH, [identifier])).get(identifier) ?? 0;
  } finally {
    await store.close();
  }
}

function rowsOf(path: string): Record<string, number> {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT identifier, request_count FROM api_usage_monthly").all();
  database.close();
  return Object.fromEntries(rows.map((row) => [row.identifier, row.request_count])) as Record<string, number>;
}
