import { once } from "node:events";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { twoCountries } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm, isLongRun } from "../support/run/test-form.ts";

/** Phases of traffic with a swap before each: half an hour in the long form, eight minutes of it warm-up. */
const PHASES = inForm({ short: 4, deep: 5, long: 21 });
const WARM_UP_PHASES = isLongRun ? 7 : 2;
const CALLS_A_PHASE = inForm({ short: 100, deep: 250, long: 50_000 });
const CALLERS = 4;
/** Growth limit of a short run, which is too short for a slope, and of a long one per minute. */
const SHORT_GROWTH_MB = 100;
const MAX_MEGABYTES_A_MINUTE = 1;

const HOUSING = "shorts.v1alpha1.HousingService";
const ECONOMY = "shorts.v1alpha1.EconomyService";
const STATES = ["NSW", "VIC", "QLD", "WA", "SA", "TAS", "ACT", "NT"];

describe.runIf(process.platform === "linux")("terrace serve", () => {
  it("keeps its memory and its files through mixed traffic and swaps", { timeout: 3_600_000 }, async () => {
    const root = await temporaryDirectory();
    const { dataDir, oldId: first, other } = await twoCountries(root);
    const sources = [join(root, "first"), other.directory];
    await cp(join(dataDir, "snapshots", first), sources[0], { recursive: true });
    const ids = [first, other.snapshotId];

    const server = await startServer(["--data-dir", dataDir]);
    const { url } = server;
    const pid = server.child.pid!;
    const random = seededRandom(runSeed("soak"));
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
    const { body: index } = await callJson(url, `${HOUSING}/GetSuburbIndex`, { stateCode: "NSW" });
    const salCodes = (index as { suburbs: { salCode: string }[] }).suburbs.map((suburb) => suburb.salCode);
    const calls = [
      () => [
        `${HOUSING}/FilterSuburbs`,
        { stateCode: pick(STATES), predicates: [{ metricKey: "population", min: 9 }] },
      ],
      () => [`${HOUSING}/ListStateSuburbs`, { stateCode: pick(STATES) }],
      () => [`${HOUSING}/GetSuburbProfile`, { salCode: pick(salCodes) }],
      () => [
        `${HOUSING}/ListSuburbPriceDrops`,
        { stateCode: pick(STATES), limit: 1 + Math.floor(random() * 500) },
      ],
      () => [`${HOUSING}/ListAddressPriceDrops`, { windowDays: 1 + Math.floor(random() * 365) }],
      () => [`${HOUSING}/GetDropIndexSeries`, { grain: "suburb", grainKey: pick(salCodes) }],
      () => [`${ECONOMY}/ListEconomicSeries`, { limit: 1 + Math.floor(random() * 500) }],
    ] as const;

    const samples: Sample[] = [];
    const started = performance.now();
    let answered = 0;
    for (let phase = 0; phase < PHASES; phase++) {
      const wanted = ids[(phase + 1) % 2];
      await publishSnapshot(sources[(phase + 1) % 2], dataDir);
      server.child.kill("SIGHUP");
      await eventually(async () => expect(await servedBy(url)).toBe(wanted));
      let left = CALLS_A_PHASE;
      const caller = async () => {
        while (left-- > 0) {
          const [method, request] = pick(calls)();
          const { status } = await callJson(url, method as string, request);
          // A suburb of the other country is not found in this one.
          expect([200, 404]).toContain(status);
          answered++;
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      samples.push({ minute: (performance.now() - started) / 60_000, ...(await usageOf(pid)) });
    }
    const warm = samples.slice(WARM_UP_PHASES);
    const [base, last] = [warm[0], warm.at(-1)!];
    const megabytesAMinute = slopeOf(warm);
    console.log(
      `soak: ${answered} calls, ${PHASES} swaps in ${last.minute.toFixed(1)} min, ` +
        `${megabytesAMinute.toFixed(2)} MB more a minute after the warm-up; ` +
        `MB ${samples.map(({ megabytes }) => megabytes.toFixed(0)).join(" ")}; ` +
        `files ${samples.map(({ files }) => files).join(" ")}`,
    );
    expect(answered).toBe(PHASES * CALLS_A_PHASE);
    if (isLongRun) expect(megabytesAMinute).toBeLessThan(MAX_MEGABYTES_A_MINUTE);
    else expect(last.megabytes - base.megabytes).toBeLessThan(SHORT_GROWTH_MB);
    // Clients' connections vary; a snapshot left open would hold a file per swap.
    await eventually(async () =>
      expect((await usageOf(pid)).files - base.files).toBeLessThanOrEqual(CALLERS),
    );
    server.child.kill("SIGTERM");
    expect((await server.finished).exitCode).toBe(0);
    if (server.child.exitCode === null) await once(server.child, "exit");
  });
});

interface Sample {
  readonly minute: number;
  readonly megabytes: number;
  readonly files: number;
}

/** Megabytes per minute by least squares: because of garbage, two samples alone prove little. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, megabytes] = [mean((one) => one.minute), mean((one) => one.megabytes)];
  return (
    mean((one) => (one.minute - minute) * (one.megabytes - megabytes)) /
    mean((one) => (one.minute - minute) ** 2)
  );
}

async function servedBy(url: string): Promise<string | null> {
  const { headers } = await callJson(url, `${HOUSING}/GetSuburbIndex`, { stateCode: "ACT" });
  return headers.get("x-terrace-snapshot");
}

async function usageOf(pid: number): Promise<{ megabytes: number; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const files = await readdir(`/proc/${pid}/fd`);
  return { megabytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024, files: files.length };
}
