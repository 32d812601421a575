import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { mintToken } from "../../../src/server/admission/callers/token.ts";
import { serveCountry } from "../../support/country/serve-country.ts";
import { eventually } from "../../support/run/eventually.ts";
import { HAS_POSTGRES, startPostgres, type TestPostgres } from "../../support/run/postgres-server.ts";
import { TOKEN_SECRET } from "../../support/wire/access-server.ts";

const PATH = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const CALLERS = 4;
/** Calls that the database has heard of and written down before it is killed, and those that come about then. */
const [SETTLED, AROUND] = [60, 60];

let postgres: TestPostgres;
beforeAll(async () => {
  if (!HAS_POSTGRES) return;
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

async function counted(): Promise<number> {
  const rows = await postgres.query<{ counted: string | null }>(
    "SELECT sum(request_count) AS counted FROM api_usage_monthly WHERE identifier = 'user:counted'",
  );
  return Number(rows[0].counted ?? 0);
}

describe.skipIf(!HAS_POSTGRES)("kill -9 of PostgreSQL under load", () => {
  it("stops no call; what was counted meanwhile is written when it is back", async () => {
    const lines: string[] = [];
    let aheadMs = 0;
    const serving = await serveCountry(inject("country").dataDir, {
      now: () => new Date(),
      monotonicMs: () => Math.floor(performance.now()) + aheadMs,
      config: { limits: true, tokenSecret: TOKEN_SECRET, quotaDatabaseUrl: postgres.url },
      logTo: (line) => lines.push(line),
    });
    const close = () => serving.close().then(() => {});
    onTestFinished(close);
    const who = { userId: "counted", tier: "enterprise", email: "", roles: [], isSession: false, days: 1 };
    const token = await mintToken(new TextEncoder().encode(TOKEN_SECRET), { ...who, nowMs: Date.now() });
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    let answered = 0;
    /** Callers that go on, a while apart by the steady clock, until the condition holds. */
    const callUntil = async (isEnough: () => boolean, apartMs: number) => {
      const caller = async () => {
        while (!isEnough()) {
          aheadMs += apartMs;
          const body = '{"stateCode":"ACT"}';
          const response = await fetch(serving.url + PATH, { method: "POST", headers, body });
          await response.arrayBuffer();
          expect(response.status).toBe(200);
          answered++;
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
    };
    const said = (words: string) => lines.join("").includes(words);

    await callUntil(() => answered >= SETTLED, 0);
    await eventually(async () => expect(await counted()).toBe(answered));
    await postgres.query("CHECKPOINT");
    const settled = answered;
    const load = callUntil(() => said("the quota store fails"), 300);
    await eventually(() => expect(answered).toBeGreaterThan(settled + AROUND));
    const atKill = answered;
    await postgres.kill();
    await load;
    expect(said("months are counted in memory, nobody is refused")).toBe(true);
    const whileGone = answered - atKill;
    await postgres.startAgain();
    await callUntil(() => said("the quota store is back"), 60_000);
    expect(await serving.close()).toBe(true);
    const difference = (await counted()) - answered;
    // The database may lose what it had not put on its disk, and may have kept a batch whose answer was cut off.
    const open = atKill + CALLERS - settled;
    expect(Math.abs(difference)).toBeLessThanOrEqual(open);
    console.log(
      `PostgreSQL killed: ${answered} calls answered, ${whileGone} of them without it; ` +
        `${Math.max(0, -difference)} lost and ${Math.max(0, difference)} counted twice of ${open} about the kill`,
    );
  });
});
