import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { quotaMonth } from "../../../src/server/admission/limits/quota-month.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { openQuotaFile } from "../../support/run/quota-file.ts";
import { fillDisk, smallDisk } from "../../support/run/small-disk.ts";
import { TOKEN_SECRET } from "../../support/wire/access-server.ts";
import { countedCaller } from "../../support/wire/counted-caller.ts";

/** Delay of the retry after a failed write, and of the retry of a store that was given up. */
const [RETRY_MS, REST_MS] = [1000, 60_000];
const MAX_CALLS = 2000;

/** A server whose quota file is on the disk, and a caller whose every call must succeed. */
async function serveOn(disk: string) {
  const quotaFile = join(disk, "quota.sqlite");
  const lines: string[] = [];
  let aheadMs = 0;
  const serving = await serveForTest(inject("country").dataDir, {
    now: () => new Date(),
    monotonicMs: () => Math.floor(performance.now()) + aheadMs,
    config: { limits: true, tokenSecret: TOKEN_SECRET, quotaFile },
    logTo: (line) => lines.push(line),
  });
  const answer = await countedCaller(serving.url, "counted");
  let answered = 0;
  const call = async () => {
    await answer();
    answered++;
  };
  return {
    close: () => serving.close(),
    call,
    /** Calls, `apartMs` apart by the steady clock, until the log contains the words. */
    async callUntil(words: string, apartMs: number): Promise<void> {
      for (let i = 0; i < MAX_CALLS && !lines.join("").includes(words); i++) {
        aheadMs += apartMs;
        await call();
      }
      expect(lines.join("")).toContain(words);
    },
    lines,
    answered: () => answered,
    async counted(): Promise<number> {
      const store = openQuotaFile(quotaFile);
      const totals = await store.readTotals(quotaMonth(Date.now()).key, ["user:counted"]);
      await store.close();
      return totals.get("user:counted") ?? 0;
    },
  };
}

describe("a server whose quota file is on a full disk", () => {
  it.for([
    ["fills up while it counts", 30],
    ["is full from the start", 0],
  ] as const)(
    "answers every call, and counts each once when there is room again: it %s",
    async ([when, callsBefore], context) => {
      const disk = await smallDisk(1024);
      if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
      let filler = callsBefore === 0 ? await fillDisk(disk) : undefined;
      const server = await serveOn(disk);
      for (let i = 0; i < callsBefore; i++) await server.call();
      filler ??= await fillDisk(disk);
      await server.callUntil(
        "the quota store fails: months are counted in memory, nobody is refused",
        RETRY_MS,
      );
      if (callsBefore > 0) expect(server.lines.join("")).toContain("database or disk is full");
      await rm(filler);
      await server.callUntil("the quota store is back: counts are written again", REST_MS);
      await server.close();
      expect(await server.counted()).toBe(server.answered());
      console.log(
        `the disk of the quota file ${when}: ${server.answered()} calls, all answered and counted once`,
      );
    },
  );
});
