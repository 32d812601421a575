import { createLimiter } from "../../../src/server/admission/limits/limits.ts";
import { QuotaLedger, type QuotaLedgerOptions } from "../../../src/server/admission/limits/quota-ledger.ts";
import type { QuotaStore } from "../../../src/server/admission/limits/stores/quota-store.ts";
import { smallWindow } from "../plain/plain-window.ts";

/** Quota store in a map that records every call and fails on demand. */
export class MemoryQuotaStore implements QuotaStore {
  readonly counts = new Map<string, number>();
  readonly asked: string[] = [];
  isBroken = false;
  isClosed = false;
  /** Awaited by every call: makes the store as slow as a test needs. */
  gate: Promise<void> = Promise.resolve();

  async readTotals(month: string, identifiers: readonly string[]): Promise<Map<string, number>> {
    await this.#answer(`read ${month} ${identifiers.join(",")}`);
    return new Map(
      identifiers
        .filter((identifier) => this.counts.has(`${identifier} ${month}`))
        .map((identifier) => [identifier, this.counts.get(`${identifier} ${month}`)!]),
    );
  }

  async addCounts(month: string, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    await this.#answer(`add ${month} ${[...counts].map(([id, count]) => `${id}+${count}`).join(",")}`);
    const totals = new Map<string, number>();
    for (const [identifier, count] of counts) {
      const key = `${identifier} ${month}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + count);
      totals.set(identifier, this.counts.get(key)!);
    }
    return totals;
  }

  async close(): Promise<boolean> {
    this.isClosed = true;
    return true;
  }

  async #answer(question: string): Promise<void> {
    this.asked.push(question);
    await this.gate;
    if (this.isBroken) throw new Error("the store is broken");
  }
}

/** A ledger with one clock that writes on demand only, by default over a store in memory. */
export function testLedger(now: () => number, options: Partial<QuotaLedgerOptions> = {}): QuotaLedger {
  return new QuotaLedger({
    store: new MemoryQuotaStore(),
    now,
    monotonicMs: now,
    flushEveryMs: 3_600_000,
    onStoreChange: () => {},
    ...options,
  });
}

/** A limiter and its ledger with one clock. */
export function testLimiter(now: () => number, upgradeUrl = "https://web.example/pricing") {
  const ledger = testLedger(now);
  const options = { hasSignIn: true, upgradeUrl: () => upgradeUrl, now, monotonicMs: now };
  return { ledger, limiter: createLimiter({ window: smallWindow(), ledger, ...options }) };
}
