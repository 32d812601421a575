import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inWorld } from "../../src/snapshot/files/outside-world.ts";
import { SYSTEM_PROCESSES } from "../../src/snapshot/files/process-stamp.ts";
import { openCurrent } from "../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { claimStaging, removeLeftovers } from "../../src/snapshot/store/staging.ts";
import { writeSmallSnapshot } from "../support/country/small-snapshot.ts";
import { failureOf, temporaryMemoryDirectory } from "../support/run/fixtures.ts";
import { isDeepRun, isLongRun } from "../support/run/test-form.ts";
import { systemError, watchedFiles } from "../support/run/watched-files.ts";

/** A later process, for which every existing claim belongs to an exited process. */
const NEXT_START = { processes: { ...SYSTEM_PROCESSES, isRunning: () => false } };

/** Claims without heartbeats, like those of an exited process. */
const SILENT = { heartbeat: { everyMs: 2 ** 30, deadAfterMs: 600_000 } };

async function stage(dataDir: string, number: number): Promise<string> {
  const slot = await inWorld(SILENT, () => claimStaging(dataDir, "build"));
  await writeSmallSnapshot(join(slot.directory, "snapshot"), number);
  return join(slot.directory, "snapshot");
}

type Fault = {
  readonly name: string;
  readonly fails: (n: number, at: number) => boolean;
  readonly late: boolean;
};
const FAULTS: readonly Fault[] = [
  { name: "only operation N fails", fails: (n, at) => n === at, late: false },
  { name: "every operation from N on fails", fails: (n, at) => n >= at, late: false },
  { name: "operation N happens but reports a failure", fails: (n, at) => n === at, late: true },
];

describe("publishSnapshot", () => {
  for (const code of ["EIO", "ENOSPC", "EACCES"]) {
    // Every operation fails with every code; the other faults use every code in the long form only, and the
    // short form has one code.
    if (code !== "EIO" && !isDeepRun) continue;
    for (const fault of code === "EIO" || isLongRun ? FAULTS : FAULTS.slice(0, 1)) {
      it(`leaves the old snapshot or the new one when ${fault.name} with ${code}`, async () => {
        const dataDir = await temporaryMemoryDirectory();
        const old = await stage(dataDir, 0);
        await publishSnapshot(old, dataDir);
        await inWorld(NEXT_START, () => removeLeftovers(dataDir));
        let [operations, failed, unchanged, renewed] = [0, 0, 0, 0];
        for (let at = 1; ; at++) {
          const before = await openCurrent(dataDir);
          await before.pin.release();
          const directory = await stage(dataDir, at);
          let reached = 0;
          const hook = (_call: unknown, n: number) => {
            reached = Math.max(reached, n);
            if (fault.fails(n, at)) throw systemError(code);
          };
          const files = watchedFiles(fault.late ? { after: hook } : { before: hook });
          const error = await failureOf(publishSnapshot(directory, dataDir, { files, ...SILENT }));
          const isReached = reached >= at;
          await inWorld(NEXT_START, () => removeLeftovers(dataDir));
          expect(await readdir(join(dataDir, "staging"))).toEqual([]);
          expect(await readdir(join(dataDir, "leases"))).toEqual([]);
          const after = await openCurrent(dataDir);
          await after.pin.release();
          const [was, is] = [before, after].map((o) => o.manifest.rowCounts.house_prices);
          expect([was, at], `operation ${at}`).toContain(is);
          if (error === undefined) expect(is, `operation ${at}`).toBe(at);
          else expect(error).toMatchObject({ name: "TerraceError", message: expect.stringMatching(/\S/) });
          failed += error === undefined ? 0 : 1;
          unchanged += is === was ? 1 : 0;
          renewed += is === at ? 1 : 0;
          if (!isReached) {
            operations = at - 1;
            break;
          }
        }
        console.log(
          `${code}, ${fault.name}: ${operations} of ${operations} operations reached, ${failed} failed publications, ` +
            `CURRENT unchanged ${unchanged}, new ${renewed}`,
        );
        expect(operations).toBeGreaterThan(20);
        expect(failed).toBeGreaterThan(5);
        expect(unchanged).toBeGreaterThan(5);
        expect(renewed).toBeGreaterThan(1);
      });
    }
  }
});
