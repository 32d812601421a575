import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { writeFirstPart } from "../../../src/cli/start/first-part.ts";
import { explorer } from "../../../src/domains/explorer/index.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { generateSyntheticDataset } from "../../../src/synthetic/generate.ts";
import { removeDirectory } from "../run/remove-directory.ts";

/** A made-up country that several runs share: its dataset, and a data directory where it is published. */
export interface SharedCountry {
  readonly datasetDir: string;
  readonly dataDir: string;
  /** What building the snapshot took, and of how many dataset rows; undefined where it was not noted. */
  readonly build?: BuildCost;
}

/** Processor time of a build and its dataset's rows, over all and over the tables that grow with the scale. */
export interface BuildCost {
  readonly cpuSeconds: number;
  readonly rows: number;
  readonly growing: { readonly cpuSeconds: number; readonly rows: number };
}

const SRC = resolve(import.meta.dirname, "../../../src");
/** What a snapshot's bytes follow from; a change in any of these builds another. */
const BUILD_INPUTS = ["dataset", "domains", "engine", "runtime", "snapshot"].map((name) => join(SRC, name));
const GENERATOR = join(SRC, "synthetic");
/** The dataset of the golden requests: a country of scale 0.02 as the generator once made it, which it no longer changes. */
const GOLDEN_DATASET = resolve(import.meta.dirname, "../../golden/country");

const EXAMPLE = resolve(SRC, "../data/example");
const AUSTRALIA = resolve(SRC, "../data/australia");

const BUILD_FILE = "build.json";

/** How the countries of this checkout begin; one that no run has used for an hour is removed when another is made. */
const FAMILY = `terrace-country-${createHash("sha256").update(SRC).digest("hex").slice(0, 8)}-`;
const UNUSED_MS = 3_600_000;

/** The scale that second opinions run at: TERRACE_OPINION_SCALE, or the one given. */
export function opinionScale(fallback: number): number {
  const text = process.env.TERRACE_OPINION_SCALE ?? "";
  if (text === "") return fallback;
  const scale = Number(text);
  if (scale > 0 && scale <= 16) return scale;
  throw new Error(
    `TERRACE_OPINION_SCALE is ${JSON.stringify(text)}; a number above 0 and up to 16 is needed`,
  );
}

/** Countries that this process makes or has made: each project of a run loads this module for itself. */
const MADE = Symbol.for("terrace.shared-countries");
const holder = globalThis as { [MADE]?: Map<string, Promise<SharedCountry>> };
holder[MADE] ??= new Map();
const made = holder[MADE];

/** The country of a seed and a scale, built once for these sources and then used again. */
export function sharedCountry(seed: number, scale: number, wholeMarket = false): Promise<SharedCountry> {
  const name = `${seed}-${scale}${wholeMarket ? "-market" : ""}-${hashOf([...BUILD_INPUTS, GENERATOR])}`;
  return madeOnce(name, async (making) => {
    const dir = join(making, "dataset");
    await generateSyntheticDataset({ dir, seed, scale, wholeMarket });
    return dir;
  });
}

/** The country that golden requests ask about. */
export async function goldenCountry(): Promise<SharedCountry> {
  const name = `golden-${hashOf([...BUILD_INPUTS, GOLDEN_DATASET])}`;
  const country = await madeOnce(name, async () => GOLDEN_DATASET);
  return { ...country, datasetDir: GOLDEN_DATASET };
}

/** `data/example`, built, whose kept results spare other builds of it most of their steps. */
export async function sharedExample(): Promise<SharedCountry> {
  const country = await madeOnce(`example-${hashOf([...BUILD_INPUTS, EXAMPLE])}`, async () => EXAMPLE);
  return { ...country, datasetDir: EXAMPLE };
}

/** `data/australia`, built: the open data that a checkout comes with. */
export async function sharedAustralia(): Promise<SharedCountry> {
  const country = await madeOnce(`australia-${hashOf([...BUILD_INPUTS, AUSTRALIA])}`, async () => AUSTRALIA);
  return { ...country, datasetDir: AUSTRALIA };
}

/** The territory of `data/australia` that a start builds first. */
export function sharedTerritory(): Promise<SharedCountry> {
  const inputs = [...BUILD_INPUTS, AUSTRALIA, join(SRC, "cli/start")];
  return madeOnce(`territory-${hashOf(inputs)}`, async (making) => {
    const dir = join(making, "dataset");
    await writeFirstPart(AUSTRALIA, dir);
    return dir;
  });
}

function madeOnce(name: string, dataset: (making: string) => Promise<string>): Promise<SharedCountry> {
  const country = made.get(name) ?? makeCountry(join(tmpdir(), `${FAMILY}${name}`), dataset);
  made.set(name, country);
  return country;
}

async function makeCountry(
  root: string,
  dataset: (making: string) => Promise<string>,
): Promise<SharedCountry> {
  await alone(`${root}.making`, async () => {
    if (existsSync(root)) return;
    await removeUnused();
    const making = `${root}.${process.pid}`;
    await removeDirectory(making);
    await mkdir(making, { recursive: true });
    const datasetDir = await dataset(making);
    const dataDir = join(making, "data");
    const earlier = await earlierOf(root);
    if (earlier !== undefined)
      await cp(join(earlier, "data/kept"), join(dataDir, "kept"), { recursive: true });
    const meter = await buildMeter();
    const built = await buildSnapshot({ datasetDir, dataDir, strict: true, onProgress: meter.onProgress });
    if (earlier === undefined) {
      await writeFile(join(making, BUILD_FILE), JSON.stringify(meter.cost(built.manifest.datasetRows)));
    } else await cp(join(earlier, BUILD_FILE), join(making, BUILD_FILE));
    await publishSnapshot(built.directory, dataDir);
    await built.discard();
    await rename(making, root).catch(async (error) => {
      // Another run was quicker with the same bytes: of two that find a dead process's lock, both may go on.
      if (!existsSync(root)) throw error;
      await removeDirectory(making);
    });
  });
  await utimes(root, new Date(), new Date());
  const build = join(root, BUILD_FILE);
  return {
    datasetDir: join(root, "dataset"),
    dataDir: join(root, "data"),
    ...(existsSync(build) ? { build: JSON.parse(readFileSync(build, "utf8")) } : {}),
  };
}

/**
 * The newest small country of the same name and of other sources: a build computes again what their change touches. The
 * builds of large ones are timed by benchmarks.
 */
async function earlierOf(root: string): Promise<string | undefined> {
  const [, family] = /^(.*)-[0-9a-f]{16}$/.exec(basename(root))!;
  if (/^\d+-(?!0\.)/.test(family.slice(FAMILY.length))) return undefined;
  const names = (await readdir(tmpdir())).filter((name) => /^-[0-9a-f]{16}$/.test(name.replace(family, "")));
  const dirs = names.map((name) => join(tmpdir(), name));
  const used = await Promise.all(dirs.map(async (dir) => ({ dir, ms: (await stat(dir)).mtimeMs })));
  return used.sort((a, b) => b.ms - a.ms)[0]?.dir;
}

/** Runs `make` while no other process does under the same lock: test files that start at once build one country. */
async function alone(lock: string, make: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      if (!isRunning(Number(await readFile(lock, "utf8").catch(() => process.pid))))
        await removeDirectory(lock);
      await setTimeout(50);
    }
  }
  await make().finally(() => removeDirectory(lock));
}

/** False of a process that has exited; one that has not yet written its number (0) is running. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A change of the sources makes another country; those of earlier sources would fill the disk. */
async function removeUnused(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(FAMILY))) {
    const path = join(tmpdir(), name);
    const used = await stat(path).catch(() => undefined);
    if (used !== undefined && Date.now() - used.mtimeMs > UNUSED_MS) await removeDirectory(path);
  }
}

/** Measures a build step by step: what a step takes counts as growing when it is about the tables of listings. */
async function buildMeter() {
  const { listings } = await import("../../../src/domains/listings/index.ts");
  const growingTables = ["property_listings", "property_price_events", "property_valuations"];
  const aggregates = await listings.aggregates();
  const growing = new Set([
    ...growingTables,
    ...aggregates.flatMap(({ name, tables }) => [name, ...tables.map((table) => table.name)]),
    ...(await listings.pages!()).map(({ name }) => name),
    ...(await explorer.aggregates()).flatMap(({ name, tables }) => [
      name,
      ...tables.map((table) => table.name),
    ]),
  ]);
  const started = process.cpuUsage();
  let last = started;
  let growingMicros = 0;
  return {
    // What was used since the last word belongs to the step that ends now; lanes share it with their neighbour.
    onProgress: ({ item }: { item: string }) => {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      if (growing.has(item)) growingMicros += user + system;
    },
    cost: (datasetRows: Readonly<Record<string, number>>): BuildCost => {
      const { user, system } = process.cpuUsage(started);
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      return {
        cpuSeconds: (user + system) / 1e6,
        rows: sum(Object.values(datasetRows)),
        growing: {
          cpuSeconds: growingMicros / 1e6,
          rows: sum(growingTables.map((table) => datasetRows[table] ?? 0)),
        },
      };
    },
  };
}

/** A digest of the sources and tables in these folders. */
function hashOf(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((path) => /\.(ts|json|gz|csv|ndjson|parquet)$/.test(path)).sort()) {
      hash.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
