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

/** What a snapshot's bytes follow from; a change in any of these builds another. */
const BUILD_INPUTS = ["dataset", "domains", "engine", "runtime", "snapshot"].map((name) => join(SRC, name));
const GENERATOR = join(SRC, "synthetic");
/** The dataset of the golden requests: a country of scale 0.02 as the generator once made it, which it no longer changes. */
const GOLDEN_DATASET = resolve(import.meta.dirname, "../../golden/country");

const EXAMPLE = resolve(SRC, "../data/example");
const AUSTRALIA = resolve(SRC, "../data/australia");

const BUILD_FILE = "build.json";

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

/** A country whose dataset is in the checkout. */
const builtOf = (name: string, datasetDir: string) => async (): Promise<SharedCountry> => {
  const country = await madeOnce(`${name}-${hashOf([...BUILD_INPUTS, datasetDir])}`, async () => datasetDir);
  return { ...country, datasetDir };
};

/** The country that golden requests ask about. */
export const goldenCountry = builtOf("golden", GOLDEN_DATASET);

/** `data/example`, built, whose kept results spare other builds of it most of their steps. */
export const sharedExample = builtOf("example", EXAMPLE);

/** `data/australia`, built: the open data that a checkout comes with. */
export const sharedAustralia = builtOf("australia", AUSTRALIA);

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

/**
 * Copies what a build kept, that of `data/example` unless another is given, into a data directory: a build there computes
 * what differs from it, and may damage or remove its copies.
 */
export async function copyKept(dataDir: string, from?: SharedCountry): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await cp(join((from ?? (await sharedExample())).dataDir, "kept"), join(dataDir, "kept"), {
    recursive: true,
  });
  return dataDir;
}

/**
 * Lets the builds of a data directory use what those of `data/example` and of other tests kept, and the other way round;
 * none may remove any, as a publication from the command line does.
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
