import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { QuotaLedger } from "../../../src/server/limits/quota-ledger.ts";
import { SqliteQuotaStore } from "../../../src/server/limits/sqlite-quota-store.ts";
import { isLongRun } from "../../support/run/seeded-random.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

const MONTH = "2026-11-01";
const NOW = Date.UTC(2026, 10, 15);
const WRITER = resolve(import.meta.dirname, "../../support/run/quota-writer.ts");

describe("SqliteQuotaStore", () => {
  it("adds counts by caller and month, returns the new totals, and keeps them for the next process", async () => {
    const path = join(await temporaryDirectory(), "quota.sqlite");
    const first = new SqliteQuotaStore(path);
    expect(await first.readTotals(MONTH, ["ip:a"])).toEqual(new Map());
    expect(await first.addCounts(MONTH, new Map([["ip:a", 3]]))).toEqual(new Map([["ip:a", 3]]));
    await first.addCounts("2026-12-01", new Map([["ip:a", 1]]));
    const more = new Map([
      ["ip:a", 4],
      ["user:'; DROP TABLE api_usage_monthly; --", 5],
    ]);
    expect((await first.addCounts(MONTH, more)).get("ip:a")).toBe(7);
    await first.close();
    const second = new SqliteQuotaStore(path);
    const totals = await second.readTotals(MONTH, [
      "ip:a",
      "ip:b",
      "user:'; DROP TABLE api_usage_monthly; --",
    ]);
    expect([...totals.values()]).toEqual([7, 5]);
    await second.close();
  });

  it("sums what three ledgers on one file admit", async () => {
    const path = join(await temporaryDirectory(), "quota.sqlite");
    const ledgers = Array.from({ length: 3 }, () => openLedger(path));
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

  it("keeps every written count through kill -9", async () => {
    const path = join(await temporaryDirectory(), "quota.sqlite");
    const kills = isLongRun ? 20 : 3;
    let before = 0;
    for (let kill = 0; kill < kills; kill++) {
      const child = spawn(process.execPath, [WRITER, path], { stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      let complaints = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        complaints += text;
      });
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.split("\n").length > 20 + 13 * kill) child.kill("SIGKILL");
      });
      await once(child, "close");
      expect(complaints).toBe("");
      const told = Number(said.trimEnd().split("\n").at(-1));
      expect(told).toBeGreaterThan(0);
      const total = await totalOf(path, "user:a");
      // Each batch of seven is there whole: those that were told of, and at most one that was not.
      expect([before + told, before + told + 7]).toContain(total);
      before = total;
    }
    console.log(`quota file: ${kills} kills, ${before} requests, 0 lost`);
  });

  it("fails by name when the file cannot be used, and works once it can", async () => {
    const directory = join(await temporaryDirectory(), "missing");
    const store = new SqliteQuotaStore(join(directory, "quota.sqlite"));
    await expect(store.readTotals(MONTH, ["ip:a"])).rejects.toThrow(`${directory}/quota.sqlite`);
    await mkdir(directory);
    expect(await store.readTotals(MONTH, ["ip:a"])).toEqual(new Map());
    await store.close();
  });
});

function openLedger(path: string): QuotaLedger {
  return new QuotaLedger({
    store: new SqliteQuotaStore(path),
    now: () => NOW,
    flushEveryMs: 3_600_000,
    onStoreChange: () => {},
  });
}

async function totalOf(path: string, identifier: string): Promise<number> {
  const store = new SqliteQuotaStore(path);
  try {
    return (await store.readTotals(MONTH, [identifier])).get(identifier) ?? 0;
  } finally {
    await store.close();
  }
}
