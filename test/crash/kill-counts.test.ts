import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { mintToken } from "../../src/server/callers/tokens/token.ts";
import { quotaMonth } from "../../src/server/limits/quota-month.ts";
import { startPostgres, type TestPostgres } from "../support/run/embedded-postgres.ts";
import { openQuotaFile } from "../support/run/quota-file.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { isLongRun } from "../support/run/seeded-random.ts";
import { temporaryDirectory } from "../support/run/temporary-directory.ts";
import { TOKEN_SECRET } from "../support/wire/access-server.ts";

const PATH = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const KILLS = isLongRun ? 20 : 2;
const CALLS = 200;
/** Calls under way at once. */
const CALLERS = 8;
/** A batch that waits for a write, and as much again that comes while one is under way. */
const MOST_LOST = 50;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function callAndKill(env: Record<string, string>, userId: string): Promise<number> {
  const args = ["serve", "--data-dir", inject("country").dataDir, "--port", "0"];
  const running = startTerrace(args, {
    TERRACE_LIMITS: "on",
    TERRACE_TOKEN_SECRET: TOKEN_SECRET,
    TERRACE_REQUEST_LOG: "off",
    ...env,
  });
  const url = /"url":"([^"]+)"/.exec(await running.said(/ready at/))![1];
  const who = { userId, tier: "enterprise", email: "", roles: [], isSession: false, days: 1 };
  const token = await mintToken(new TextEncoder().encode(TOKEN_SECRET), { ...who, nowMs: Date.now() });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  let asked = 0;
  let answered = 0;
  const callSome = async () => {
    while (asked < CALLS) {
      asked++;
      const response = await fetch(url + PATH, { method: "POST", headers, body: '{"stateCode":"ACT"}' });
      expect(response.status).toBe(200);
      if (++answered === CALLS) running.child.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callSome));
  await running.finished;
  return answered;
}

describe("kill -9 of a server that counts", () => {
  it.each(["SQLite", "PostgreSQL"])(
    "loses at most a batch and what came during a write: %s",
    async (kind) => {
      const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
      const env: Record<string, string> =
        kind === "SQLite" ? { TERRACE_QUOTA_FILE: quotaFile } : { TERRACE_QUOTA_DATABASE_URL: postgres.url };
      const lost: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const userId = `killed-${kill}`;
        const answered = await callAndKill(env, userId);
        lost.push(answered - (await countedOf(kind, quotaFile, userId)));
      }
      for (const count of lost) {
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(MOST_LOST);
      }
      console.log(`${kind}: ${KILLS} kills after ${CALLS} calls each, lost ${lost.join(", ")}`);
    },
  );
});

async function countedOf(kind: string, quotaFile: string, userId: string): Promise<number> {
  const identifier = `user:${userId}`;
  if (kind === "PostgreSQL") {
    const rows = await postgres.query<{ counted: string }>(
      `SELECT sum(request_count) AS counted FROM api_usage_monthly WHERE identifier = '${identifier}'`,
    );
    return Number(rows[0].counted);
  }
  const store = openQuotaFile(quotaFile);
  const totals = await store.readTotals(quotaMonth(Date.now()).key, [identifier]);
  await store.close();
  return totals.get(identifier) ?? 0;
}
