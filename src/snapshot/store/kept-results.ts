import { hash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { errorCode } from "../files/file-operations.ts";
import { linkOrCopy } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId, type SnapshotFile } from "../manifest/manifest.ts";
import { listClaims } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";
import { isWhole } from "./verify.ts";

/** Result of a step: files under the build root, and facts as plain JSON. */
export interface StepResult {
  readonly files: readonly SnapshotFile[];
  readonly facts: unknown;
}

export interface KeptSearch {
  /** Undefined if there is no usable result. */
  readonly result?: StepResult;
  /** Seconds that computing it took. */
  readonly seconds?: number;
  /** Why an existing result cannot be used. */
  readonly problem?: string;
}

/** Record of a finished build: the next one is compared with it, and `retain` keeps its results. */
export interface BuildRecord {
  readonly datasetId: string;
  /** Size of the dataset's tables, by which step costs are scaled. */
  readonly bytes: number;
  readonly steps: Readonly<
    Record<
      string,
      {
        readonly key: string;
        readonly definition?: string | undefined;
        readonly inputs: Readonly<Record<string, string>>;
        readonly seconds?: number | undefined;
      }
    >
  >;
}

/** Cached step results of earlier builds, by key. Equal files are stored once. */
export type KeptResults = ReturnType<typeof openKeptResults>;

/** Opens the cache of a data directory; `slot` is a staging directory of this process. */
export function openKeptResults(dataDir: string, slot: string) {
  const places = keptPlaces(dataDir);
  const tempPath = () => join(slot, `kept-${randomBytes(6).toString("hex")}`);

  /** Writes a file atomically. */
  const writeSealed = async (path: string, value: unknown) => {
    await disk.makeDirectory(dirname(path));
    const temp = tempPath();
    await disk.writeText(temp, sealedJson(JSON.stringify(value)));
    await disk.rename(temp, path);
  };

  /** Stores a file in the cache, or replaces it by a link to an equal one there. */
  const share = async (path: string, file: SnapshotFile) => {
    const target = join(places.files, file.sha256);
    const temp = tempPath();
    if (await isWhole(places.files, { ...file, path: file.sha256 })) {
      await linkOrCopy(target, temp);
      await disk.rename(temp, path);
      return;
    }
    await linkOrCopy(path, temp);
    await disk.rename(temp, target);
  };

  return {
    /** The result of a key, with its files linked under `root` and verified; a damaged one is not used. */
    find: async (
      key: string,
      root: string,
      accepts: (facts: unknown) => boolean = () => true,
    ): Promise<KeptSearch> => {
      const record = join(places.steps, `${key}.json`);
      if ((await disk.describe(record)) === undefined) return {};
      const linked: string[] = [];
      try {
        const { result, seconds } = unsealed<{ result: StepResult; seconds: number }>(
          await disk.readText(record),
        );
        if (!accepts(result.facts)) return { problem: "its kept result will not do any more" };
        for (const file of result.files) {
          const path = join(root, file.path);
          await disk.makeDirectory(dirname(path));
          linked.push(path);
          // Linked before it is verified: if the cache is pruned meanwhile, this file stays.
          await linkOrCopy(join(places.files, file.sha256), path);
          if (!(await isWhole(root, file))) throw new Error(`${file.path} is not the file that was kept`);
        }
        return { result, seconds };
      } catch (error) {
        for (const path of linked) await disk.remove(path);
        return { problem: `its kept result is damaged: ${(error as Error).message}` };
      }
    },

    /** Caches a result whose files are under `root`; these then share storage with equal files. */
    keep: async (key: string, root: string, result: StepResult, seconds: number) => {
      try {
        await disk.makeDirectory(places.files);
        for (const file of result.files) await share(join(root, file.path), file);
        await writeSealed(join(places.steps, `${key}.json`), { result, seconds });
      } catch (error) {
        // The next build computes an uncached result again, but a full disk concerns this build too.
        if (errorCode(error) === "ENOSPC") throw error;
      }
    },

    /** Newest record of a dataset's builds, or of any dataset's if it was never built here. */
    lastBuild: async (datasetId: string): Promise<BuildRecord | undefined> => {
      const records = await readRecords(places.builds);
      return (records.find(({ record }) => record.datasetId === datasetId) ?? records[0])?.record;
    },

    noteBuild: (snapshotId: string, record: BuildRecord) =>
      writeSealed(join(places.builds, `${snapshotId}.json`), record),
  };
}

/**
 * Removes cached results that neither the given snapshots nor the newest build used. Does nothing during a
 * build, whose results are in no record yet.
 */
export async function pruneKeptResults(dataDir: string, snapshotIds: readonly string[]): Promise<void> {
  const claims = await listClaims(dataDirectory(dataDir).staging);
  if (claims.some(({ alive, subject }) => alive && subject === "build")) return;
  const places = keptPlaces(dataDir);
  const records = await readRecords(places.builds);
  const stays = records.filter(({ snapshotId }, i) => i === 0 || snapshotIds.includes(snapshotId));
  const builds = new Set(stays.map(({ snapshotId }) => `${snapshotId}.json`));
  const steps = new Set(
    stays.flatMap(({ record }) => Object.values(record.steps).map(({ key }) => `${key}.json`)),
  );
  const used = new Set<string>();
  for (const name of await disk.list(places.steps)) {
    if (!steps.has(name)) continue;
    try {
      const text = await disk.readText(join(places.steps, name));
      for (const file of unsealed<{ result: StepResult }>(text).result.files) used.add(file.sha256);
    } catch {
      steps.delete(name);
    }
  }
  const removeOthers = async (folder: string, kept: ReadonlySet<string>) => {
    for (const name of await disk.list(folder)) {
      if (!kept.has(name)) await disk.remove(join(folder, name));
    }
  };
  await removeOthers(places.builds, builds);
  await removeOthers(places.steps, steps);
  await removeOthers(places.files, used);
}

function keptPlaces(dataDir: string) {
  const { kept } = dataDirectory(dataDir);
  return { builds: join(kept, "builds"), steps: join(kept, "steps"), files: join(kept, "files") };
}

/** Readable build records, newest first. */
async function readRecords(
  folder: string,
): Promise<{ readonly snapshotId: string; readonly record: BuildRecord }[]> {
  const found: { snapshotId: string; record: BuildRecord; modifiedMs: number }[] = [];
  for (const name of await disk.list(folder)) {
    const snapshotId = name.slice(0, -".json".length);
    if (!isSnapshotId(snapshotId)) continue;
    const path = join(folder, name);
    try {
      const record = unsealed<BuildRecord>(await disk.readText(path));
      found.push({ snapshotId, record, modifiedMs: (await disk.describe(path))!.modifiedMs });
    } catch {
      // Torn, or removed meanwhile: ignored.
    }
  }
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** JSON preceded by its checksum, to detect truncation and changes. */
const sealedJson = (json: string) => `${hash("sha256", json)}\n${json}\n`;

function unsealed<T>(text: string): T {
  const json = text.slice(65, -1);
  if (text !== sealedJson(json)) throw new Error("its record is not the text that was written");
  return JSON.parse(json) as T;
}
