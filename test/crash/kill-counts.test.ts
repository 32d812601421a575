import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { quotaMonth } from "../../src/server/admission/limits/quota-month.ts";
import { eventually, opened, temporaryDirectory } from "../support/run/fixtures.ts";
import { HAS_POSTGRES, startPostgres, type TestPostgres } from "../support/run/postgres-server.ts";
import { openQuotaFile } from "../support/run/quota-file.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { inForm, isDeepRun } from "../support/run/test-form.ts";
import { TOKEN_SECRET } from "../support/wire/access-server.ts";
import { countedCaller } from "../support/wire/counted-caller.ts";

const KILLS = inForm({ short: 1, deep: 2, long: 20 });
/** Calls per batch: a full batch triggers a write. */
const ROUND = 25;
const CALLS = 8 * ROUND;
const CALLERS = 8;
/**
 * One batch that waits for its write, and the batch of calls in flight. A round begins only when at most one
 * batch waits: otherwise this would be a bound on the delay of a write, which a busy machine does not have.
 * That a full batch triggers a write at once is tested with a fake clock in quota-ledger.test.ts.
 */
const MAX_LOST = 2 * ROUND;

const postgres = opened(async () => (HAS_POSTGRES ? startPostgres() : ({} as TestPostgres)));

async function callAndKill(
  env: Record<string, string>,
  userId: string,
  counted: () => Promise<number>,
): Promise<{ answered: number; written: number }> {
  const running = await startServer(["--data-dir", inject("country").dataDir], {
    TERRACE_LIMITS: "on",
    TERRACE_TOKEN_SECRET: TOKEN_SECRET,
    TERRACE_REQUEST_LOG: "off",
    ...env,
  });
  const call = await countedCaller(running.url, userId);
  let answered = 0;
  let written = 0;
  const callRound = async () => {
    let left = ROUND;
    const callSome = async () => {
      while (left > 0) {
        left--;
        await call();
        if (++answered === CALLS) running.child.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, callSome));
  };
  await callRound();
  while (answered < CALLS) {
    await eventually(async () => {
      written = await counted();
      expect(written).toBeGreaterThanOrEqual(answered - ROUND);
    });
    await callRound();
  }
  await running.finished;
  return { answered, written };
}

describe("kill -9 of a server that counts", () => {
  it.each(HAS_POSTGRES && isDeepRun ? ["SQLite", "PostgreSQL"] : ["SQLite"])(
    "loses at most a batch that waits for its write and the one under way: %s",
    async (kind) => {
      const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
      const env: Record<string, string> =
        kind === "SQLite" ? { TERRACE_QUOTA_FILE: quotaFile } : { TERRACE_QUOTA_DATABASE_URL: postgres.url };
      const lost: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const userId = `killed-${kill}`;
        const counted = () => countedOf(kind, quotaFile, userId);
        const { answered, written } = await callAndKill(env, userId, counted);
        const kept = await counted();
        // What was stored before the last calls is there after the kill.
        expect(kept).toBeGreaterThanOrEqual(written);
        lost.push(answered - kept);
      }
      for (const count of lost) {
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(MAX_LOST);
      }
      console.log(`${kind}: ${KILLS} kills after ${CALLS} calls each, lost ${lost.join(", ")}`);
    },
  );
});

/** The store's count of a caller, 0 if unknown. Next to a running server this only reads. */
async function countedOf(kind: string, quotaFile: string, userId: string): Promise<number> {
  const identifier = `user:${userId}`;
  if (kind === "PostgreSQL") {
    const rows = await postgres.query<{ counted: string }>(
      `SELECT coalesce(sum(request_count), 0) AS counted FROM api_usage_monthly WHERE identifier = '${identifier}'`,
    );
    return Number(rows[0].counted);
  }
  const store = openQuotaFile(quotaFile);
  try {
    const totals = await store.readTotals(quotaMonth(Date.now()).key, [identifier]);
    return totals.get(identifier) ?? 0;
  } finally {
    await store.close();
  }
}
