import { describe, expect, inject, it } from "vitest";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually, opened } from "../../support/run/fixtures.ts";
import { HAS_POSTGRES, startPostgres, type TestPostgres } from "../../support/run/postgres-server.ts";
import { TOKEN_SECRET } from "../../support/wire/access-server.ts";
import { countedCaller } from "../../support/wire/counted-caller.ts";

const CALLERS = 4;
/** Calls whose counts the database has stored before the kill, and calls around the kill. */
const [SETTLED, AROUND] = [60, 60];

const postgres = opened(async () => (HAS_POSTGRES ? startPostgres() : ({} as TestPostgres)));

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
    const serving = await serveForTest(inject("country").dataDir, {
      now: () => new Date(),
      monotonicMs: () => Math.floor(performance.now()) + aheadMs,
      config: { limits: true, tokenSecret: TOKEN_SECRET, quotaDatabaseUrl: postgres.url },
      logTo: (line) => lines.push(line),
    });
    const call = await countedCaller(serving.url, "counted");
    let answered = 0;
    /** Concurrent callers, `apartMs` apart by the steady clock, until the condition holds. */
    const callUntil = async (isEnough: () => boolean, apartMs: number) => {
      const caller = async () => {
        while (!isEnough()) {
          aheadMs += apartMs;
          await call();
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
    // The database may lose what was not yet on disk, and may have stored a batch whose confirmation was cut
    // off.
    const open = atKill + CALLERS - settled;
    expect(Math.abs(difference)).toBeLessThanOrEqual(open);
    console.log(
      `PostgreSQL killed: ${answered} calls answered, ${whileGone} of them without it; ` +
        `${Math.max(0, -difference)} lost and ${Math.max(0, difference)} counted twice of ${open} about the kill`,
    );
  });
});
