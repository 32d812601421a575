import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { writeFirstPart } from "../../../src/cli/start/first-part.ts";
import { explorer } from "../../../src/domains/explorer/index.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { generateSyntheticDataset } from "../../../src/synthetic/generate.ts";
import { removeDirectory } from "../run/remove-directory.ts";
import { alone, FAMILY, hashOf, removeUnused, SRC } from "./kept-for-runs.ts";

/** A country that several runs share: its dataset, and a data directory where it is published. */
export interface SharedCountry {
  readonly datasetDir: string;
  readonly dataDir: string;
  /** Cost of building the snapshot; undefined if it was not recorded. */
  readonly build?: BuildCost;
}

/** CPU time of a build and number of dataset rows: in total, and of tables that grow with the scale. */
export interface BuildCost {
  readonly cpuSeconds: number;
  readonly rows: number;
  readonly growing: { readonly cpuSeconds: number; readonly rows: number };
}

/** Sources that determine a snapshot's bytes: a change in any of them builds another. */
const BUILD_INPUTS = ["dataset", "domains", "engine", "runtime", "snapshot"].map((name) => join(SRC, name));
const GENERATOR = join(SRC, "synthetic");
/** Dataset of the golden requests: scale 0.02, made by an earlier generator and frozen. */
const GOLDEN_DATASET = resolve(import.meta.dirname, "../../fixtures/golden-country");

const EXAMPLE = resolve(SRC, "../data/example");
const AUSTRALIA = resolve(SRC, "../data/australia");

const BUILD_FILE = "build.json";

/** Scale of the comparisons with second implementations: TERRACE_OPINION_SCALE or `fallback`. */
export function opinionScale(fallback: number): number {
  const text = process.env.TERRACE_OPINION_SCALE ?? "";
  if (text === "") return fallback;
  const scale = Number(text);
  if (scale > 0 && scale <= 16) return scale;
  throw new Error(
    `TERRACE_OPINION_SCALE is ${JSON.stringify(text)}; a number above 0 and up to 16 is needed`,
  );
}

/** Countries made in this process; global, because each project of a run loads this module for itself. */
const MADE = Symbol.for("terrace.shared-countries");
const holder = globalThis as { [MADE]?: Map<string, Promise<SharedCountry>> };
holder[MADE] ??= new Map();
const made = holder[MADE];

/** The country of a seed and scale, built once per version of the sources and then reused. */
export function sharedCountry(seed: number, scale: number, wholeMarket = false): Promise<SharedCountry> {
  const name = `${seed}-${scale}${wholeMarket ? "-market" : ""}-${hashOf([...BUILD_INPUTS, GENERATOR])}`;
  return madeOnce(name, async (making) => {
    const dir = join(making, "dataset");
    await generateSyntheticDataset({ dir, seed, scale, wholeMarket });
    return dir;
  });
}

/** A country whose dataset is in the checkout. */
const builtOf = (name: string, datasetDir: string) => async (): Promise<SharedCountry> => {
  const country = await madeOnce(`${name}-${hashOf([...BUILD_INPUTS, datasetDir])}`, async () => datasetDir);
  return { ...country, datasetDir };
};

export const goldenCountry = builtOf("golden", GOLDEN_DATASET);

/** `data/example`, built. Its cached results spare other builds of it most of their steps. */
export const sharedExample = builtOf("example", EXAMPLE);

/** `data/australia`, built: the open data in the checkout. */
export const sharedAustralia = builtOf("australia", AUSTRALIA);

/** The territory of `data/australia` that `start` builds first. */
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
      // Another run finished first with the same bytes: two that find a dead process's lock may both go on.
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
 * The newest small country of the same name built from other sources: its cache leaves only the changed steps
 * to compute. Undefined for large countries, whose builds benchmarks time.
 */
async function earlierOf(root: string): Promise<string | undefined> {
  const [, family] = /^(.*)-[0-9a-f]{16}$/.exec(basename(root))!;
  if (/^\d+-(?!0\.)/.test(family.slice(FAMILY.length))) return undefined;
  const names = (await readdir(tmpdir())).filter((name) => /^-[0-9a-f]{16}$/.test(name.replace(family, "")));
  const dirs = names.map((name) => join(tmpdir(), name));
  const used = await Promise.all(dirs.map(async (dir) => ({ dir, ms: (await stat(dir)).mtimeMs })));
  return used.sort((a, b) => b.ms - a.ms)[0]?.dir;
}

/** Measures a build's CPU time per step; steps of the listings' tables count as growing. */
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
    // CPU time since the last report is charged to the step that ends now, also what a parallel step used.
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

/**
 * Copies the cached results of a build (default: `data/example`'s) into a data directory: a build there
 * computes only what differs, and may damage or remove its copies.
 */
export async function copyKept(dataDir: string, from?: SharedCountry): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await cp(join((from ?? (await sharedExample())).dataDir, "kept"), join(dataDir, "kept"), {
    recursive: true,
  });
  return dataDir;
}

/**
 * Shares the cached results of `data/example` and of other tests with a data directory, in both directions.
 * Builds there must not remove any, as a publication from the command line does.
 */
export async function shareKept(dataDir: string): Promise<string> {
  const { dataDir: example } = await sharedExample();
  const shared = join(dirname(example), "kept-by-tests");
  await alone(`${shared}.making`, async () => {
    if (existsSync(shared)) return;
    await cp(join(example, "kept"), `${shared}.${process.pid}`, { recursive: true });
    await rename(`${shared}.${process.pid}`, shared);
  });
  await mkdir(dataDir, { recursive: true });
  await symlink(shared, join(dataDir, "kept"));
  return dataDir;
}
