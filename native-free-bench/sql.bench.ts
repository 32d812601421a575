import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import { type FollowingEngine, followCurrent } from "../src/engine/follow-current.ts";
import { type SharedCountry, sharedCountry } from "../test/support/country/shared-country.ts";
import { measureLists } from "./encoded-lists.ts";
import { type Figure, type Goal, measure, type Report, type RunOptions, type Subject } from "./harness.ts";
import { memoryByPart } from "./memory-by-part.ts";
import { times } from "./print-report.ts";
import { measureOpponents } from "./raw-opponents.ts";
import { measureServerMemory } from "./server-memory.ts";
import { type TableMethod, tableMethods } from "./table-methods.ts";

export const sql: Subject = {
  name: "sql",
  what: "methods answered from pages and tables: against the driver's floor, with more data, and against raw events",
  run,
};

interface Served {
  readonly scale: number;
  readonly country: SharedCountry;
  readonly following: FollowingEngine;
  readonly methods: readonly TableMethod[];
}

async function run(options: RunOptions): Promise<Report> {
  const served: Served[] = [];
  for (const scale of options.quick ? [0.02, 0.08] : options.large ? [1, 4, 16] : [1, 4]) {
    options.say(
      `opening the country ×${scale}; it is built first where it is missing, which takes minutes at ×16`,
    );
    served.push(await serve(scale, options.seed));
  }
  const [first] = served;
  const floor = await driverFloor(options);
  const byMethod: Figure[][] = [];
  for (const place of first.methods.keys()) byMethod.push(await measureScales(served, place, options));
  const lists = await measureLists(first.following.engine, options);
  const opponents = await measureOpponents(first.following.engine, first.country.datasetDir, options);
  for (const { following } of served) await following.close();
  const calls = options.quick ? 100 : 8_000;
  const memory = await measureServerMemory(first.country.dataDir, calls);
  const parts = await memoryByPart(first.country.dataDir, calls);
  return {
    subject: "SQL",
    figures: [
      { ...floor, ratio: "1×" },
      ...byMethod.flatMap((figures) => figures.map((figure) => ({ ...figure, ratio: times(floor, figure) }))),
      ...lists.figures,
      ...opponents.figures,
    ],
    goals: [
      ...first.methods.map((method, place) => floorGoal(method, byMethod[place][0], floor)),
      ...lists.goals,
      ...first.methods.map((method, place) => growthGoal(method, byMethod[place], served)),
      ...opponents.goals,
      ...buildGoals(served),
      ...memory,
      ...(options.huge ? await measureHugeBuild(options) : []),
    ],
    notes: [
      "A method's time runs from its request message to the bytes of its answer; no answer is kept between calls.",
      "The floor is a prepared look-up of one number by key over the same driver.",
      ...opponents.notes,
      ...parts,
      ...(options.large ? [] : ["With --large the growth is measured up to ×16 the data, otherwise to ×4."]),
    ],
  };
}

async function serve(scale: number, seed: number): Promise<Served> {
  const country = await sharedCountry(1, scale);
  const following = await followCurrent({
    metrics: METRICS,
    dataDir: country.dataDir,
    sqlConnections: 2,
    sqlWaiting: 16,
  });
  return { scale, country, following, methods: await tableMethods(following.engine, seed) };
}

/** The fastest lookup of the driver: one number by key, prepared, among 15,000 in memory. */
export async function driverFloor(options: RunOptions): Promise<Figure> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run(
    "CREATE TABLE numbers AS SELECT i::INTEGER AS key, i * 0.5 AS value FROM range(15000) t(i)",
  );
  const prepared = await connection.prepare("SELECT value FROM numbers WHERE key = $1");
  let key = 0;
  const figure = await measure(
    "driver: one number by key",
    async () => {
      key = (key + 7919) % 15_000;
      prepared.bindInteger(1, key);
      const [chunk] = await (await prepared.run()).fetchAllChunks();
      return chunk.getColumnVector(0).getItem(0);
    },
    { ...options, timeMs: 1000 },
  );
  connection.closeSync();
  instance.closeSync();
  return figure;
}

/** A method's time at each scale: the best of several round-robin rounds, so that disturbances affect all. */
async function measureScales(
  served: readonly Served[],
  place: number,
  options: RunOptions,
): Promise<Figure[]> {
  const best: Figure[] = [];
  for (let round = 0; round < (options.quick ? 1 : 3); round++) {
    for (const [i, { scale, methods }] of served.entries()) {
      const method = methods[place];
      const figure = await measure(`${method.name} ×${scale}`, () => method.next(), {
        ...options,
        timeMs: 300,
      });
      if (best[i] === undefined || figure.medianNs < best[i].medianNs) best[i] = figure;
    }
  }
  return best;
}

function floorGoal(method: TableMethod, figure: Figure, floor: Figure): Goal {
  return {
    id: method.mostFloors < 1 ? "P1" : "S1",
    what: `${method.name}, times the driver's floor`,
    figure: figure.medianNs / floor.medianNs,
    goal: method.mostFloors,
    better: "less",
  };
}

function growthGoal(method: TableMethod, figures: readonly Figure[], served: readonly Served[]): Goal {
  return {
    id: "P2",
    what: `${method.name}, ×${served.at(-1)!.scale} the data to ×${served[0].scale}`,
    figure: figures.at(-1)!.medianNs / figures[0].medianNs,
    goal: 1.15,
    better: "less",
  };
}

/** CPU time per row relative to the first country, over the tables that grow, where builds were timed. */
function buildGoals(served: readonly Served[]): Goal[] {
  const builds = served.flatMap(({ scale, country: { build } }) =>
    build === undefined ? [] : [{ scale, perRow: build.growing.cpuSeconds / build.growing.rows }],
  );
  const [first, ...larger] = builds;
  return larger.map(({ scale, perRow }) => ({
    id: "S2",
    what: `building a row of listings, events or valuations at ×${scale} to one at ×${first.scale}, processor time`,
    figure: perRow / first.perRow,
    goal: 1.1,
    better: "less",
    bound: "sorts and windows over more rows than stay in memory",
  }));
}

/** Builds 64 times the data in a child process; returns a goal for its peak memory. */
async function measureHugeBuild(options: RunOptions): Promise<Goal[]> {
  options.say("generating and building ×64, which takes an hour");
  const folder = await mkdtemp(join(tmpdir(), "terrace-huge-"));
  try {
    const dataset = join(folder, "dataset");
    await runTerrace(["generate", dataset, "--scale", "64"]);
    const peakMb = await runTerrace(["snapshot", "build", dataset, "--data-dir", join(folder, "data")]);
    const what = "largest memory of the build of ×64 the data, in MB";
    return [{ id: "S2", what, figure: peakMb, goal: 4096, better: "less" }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a terrace command; returns its peak resident memory in MB. */
async function runTerrace(args: readonly string[]): Promise<number> {
  const main = resolve(import.meta.dirname, "../src/cli/from-source.mjs");
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  let peakKb = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    } catch {}
  }, 500);
  const [code] = await once(child, "exit");
  clearInterval(timer);
  if (code !== 0) throw new Error(`terrace ${args[0]} ended with ${code}`);
  return peakKb / 1024;
}
