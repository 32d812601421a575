import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { retainSnapshots } from "../../../src/snapshot/store/retain.ts";
import { copiedCountry } from "../../support/country/copy-country.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { callJson } from "../../support/country/serve-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { learnTruth, startCallers, type Truth } from "../../support/country/steady-callers.ts";
import { AREA_LIST, censusCsv } from "../../support/data/import-files.ts";
import { figureOf } from "../../support/data/read-small-dataset.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";
import { runTerrace, startServer, startTerrace } from "../../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm, isDeepRun, isLongRun } from "../../support/run/test-form.ts";

const CALLERS = 4;
const SERVER_KILLS = isLongRun ? 40 : 1;
const IMPORT_KILLS = inForm({ short: 1, deep: 2, long: 40 });
/** From before an import starts to after its end, on fast and slow machines. */
const MAX_IMPORT_MS = isLongRun ? 2000 : 1000;
const METHOD = "shorts.v1alpha1.HousingService/ListSuburbPriceDrops";

describe("kill -9 of a server under load", () => {
  it("leaves a data directory that the next one serves the same from, and no hold on it", async () => {
    const dataDir = await copiedCountry();
    const { snapshotId } = (await openSnapshot(dataDir)).manifest;
    let expected: string | undefined;
    let answered = 0;
    let cut = 0;
    for (let kill = 0; kill <= SERVER_KILLS; kill++) {
      const running = await startServer(["--data-dir", dataDir]);
      let isKilled = false;
      const target = answered + 100;
      const caller = async () => {
        while (!isKilled && answered < target) {
          const answer = await callJson(running.url, METHOD, { stateCode: "VIC" }).catch((error: unknown) => {
            if (!isKilled) throw error;
            cut++;
          });
          if (answer === undefined) return;
          expect(answer.status).toBe(200);
          expected ??= JSON.stringify(answer.body);
          expect(JSON.stringify(answer.body)).toBe(expected);
          answered++;
          // While the other callers' calls are in flight.
          if (answered === target - CALLERS && kill < SERVER_KILLS) {
            isKilled = true;
            running.child.kill("SIGKILL");
          }
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      if (kill === SERVER_KILLS) running.child.kill("SIGTERM");
      const { exitCode } = await running.finished;
      expect(exitCode).toBe(kill < SERVER_KILLS ? null : 0);
    }
    // The leases of killed servers protect nothing and are removed.
    await retainSnapshots(dataDir, 1);
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
    expect((await openSnapshot(dataDir)).manifest.snapshotId).toBe(snapshotId);
    console.log(`server: ${SERVER_KILLS} kills, ${answered} calls answered alike, ${cut} cut off by a kill`);
  });
});

describe("kill -9 of an import under load", () => {
  it.runIf(isDeepRun)("leaves the dataset whole while a server alongside it answers every call", async () => {
    const random = seededRandom(runSeed("kill -9 of import under load"));
    const root = await temporaryDirectory();
    const [downloads, out] = [join(root, "downloads"), join(root, "australia")];
    await mkdir(downloads);
    await writeFile(join(downloads, "names.csv"), AREA_LIST);
    const put = (residents: number) =>
      writeFile(join(downloads, "G04.csv"), censusCsv("G04", { SAL10001: { Tot_P: residents } }));
    const args = ["import", downloads, "--out", out];
    await put(1000);
    expect((await runTerrace(args)).exitCode).toBe(0);
    const truth: Truth = new Map();
    const serving = await serveForTest(inject("country").dataDir);
    await learnTruth(serving.url, truth);
    const callers = startCallers(serving.url, truth, 2);
    const figures = { kills: 0, quicker: 0, whole: 0, replaced: 0 };
    let before = 1000;
    for (
      let residents = 1001;
      figures.kills < IMPORT_KILLS && residents < 1001 + 10 * IMPORT_KILLS;
      residents++
    ) {
      await put(residents);
      const importing = startTerrace(args);
      // Alternately the command and its child process that reads and writes.
      const isReader = figures.kills % 2 === 1;
      // Undefined if this process was suspended for the whole import.
      const reader = await eventually(() =>
        importing.child.exitCode === null ? childOf(importing.child.pid!) : undefined,
      );
      if (reader !== undefined) {
        await setTimeout(random() * MAX_IMPORT_MS);
        try {
          process.kill(isReader ? reader : importing.child.pid!, "SIGKILL");
        } catch {
          // It finished before its kill.
        }
      }
      const { exitCode } = await importing.finished;
      if (reader === undefined) expect(exitCode).toBe(0);
      // An import that finishes before its kill is not counted as killed.
      if (exitCode === 0) figures.quicker++;
      else figures.kills++;
      // Without its command the reader exits by itself; until then it may still publish its dataset.
      if (reader !== undefined) await eventually(() => expect(existsSync(`/proc/${reader}`)).toBe(false));
      const figure = await figureOf(out);
      expect([before, residents]).toContain(figure);
      figures.whole++;
      if (figure === residents) figures.replaced++;
      before = figure;
    }
    expect(figures.kills).toBe(IMPORT_KILLS);
    await put(5000);
    expect((await runTerrace(args)).exitCode).toBe(0);
    expect(await figureOf(out)).toBe(5000);
    await callers.stop();
    console.log(
      `kill -9 of import under load: ${JSON.stringify(figures)}, ${callers.counted.calls} calls, 0 wrong`,
    );
    expect(callers.counted.calls).toBeGreaterThan(0);
  });
});

/** Pid of a command's child process; throws while there is none. */
function childOf(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
  if (child === "") throw new Error("no child yet");
  return Number(child);
}
