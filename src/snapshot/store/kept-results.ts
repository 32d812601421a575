import { hash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { errorCode } from "../files/file-operations.ts";
import { linkOrCopy } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId, type SnapshotFile } from "../manifest/manifest.ts";
import { listClaims } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";
import { isWhole } from "./verify.ts";

/** What a step leaves: files under the root of the build, and facts that are plain JSON. */
export interface StepResult {
  readonly files: readonly SnapshotFile[];
  readonly facts: unknown;
}

export interface KeptSearch {
  /** Undefined when there is none that can be used. */
  readonly result?: StepResult;
  /** Seconds that computing it took. */
  readonly seconds?: number;
  /** What is wrong with one that is there. */
  readonly problem?: string;
}

/** What is noted of a build that ended: what the next one is compared with, and what `retain` keeps. */
export interface BuildRecord {
  readonly datasetId: string;
  /** Size of the dataset's tables: what steps cost is scaled by it. */
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

/** Results of steps that earlier builds computed, by key. Equal files are stored once, whatever made them. */
export type KeptResults = ReturnType<typeof openKeptResults>;

/** The kept results of a data directory; `slot` is a staging directory of this process. */
export function openKeptResults(dataDir: string, slot: string) {
  const places = keptPlaces(dataDir);
  const aside = () => join(slot, `kept-${randomBytes(6).toString("hex")}`);

  /** Writes a whole file or none. */
  const writeSealed = async (path: string, value: unknown) => {
    await disk.makeDirectory(dirname(path));
    const text = aside();
    await disk.writeText(text, sealedJson(JSON.stringify(value)));
    await disk.rename(text, path);
  };

  /** Stores a file, or makes it share the storage of an equal one. */
  const share = async (path: string, file: SnapshotFile) => {
    const target = join(places.files, file.sha256);
    const other = aside();
    if (await isWhole(places.files, { ...file, path: file.sha256 })) {
      await linkOrCopy(target, other);
      await disk.rename(other, path);
      return;
    }
    await linkOrCopy(path, other);
    await disk.rename(other, target);
  };

  return {
    /** The result of a key with its files linked under the root, each checked; a damaged one is not used. */
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
          // Linked first: whatever removes kept results meanwhile, this file stays.
          await linkOrCopy(join(places.files, file.sha256), path);
          if (!(await isWhole(root, file))) throw new Error(`${file.path} is not the file that was kept`);
        }
        return { result, seconds };
      } catch (error) {
        for (const path of linked) await disk.remove(path);
        return { problem: `its kept result is damaged: ${(error as Error).message}` };
      }
    },

    /** Keeps a result whose files are under the root; they share their storage with equal ones from then on. */
    keep: async (key: string, root: string, result: StepResult, seconds: number) => {
      try {
        await disk.makeDirectory(places.files);
        for (const file of result.files) await share(join(root, file.path), file);
        await writeSealed(join(places.steps, `${key}.json`), { result, seconds });
      } catch (error) {
        // A result that cannot be kept is computed again by the next build, but a full disk is this one's business too.
        if (errorCode(error) === "ENOSPC") throw error;
      }
    },

    /** The newest record of a dataset's builds, or of any dataset where it was never built. */
    lastBuild: async (datasetId: string): Promise<BuildRecord | undefined> => {
      const records = await readRecords(places.builds);
      return (records.find(({ record }) => record.datasetId === datasetId) ?? records[0])?.record;
    },

    noteBuild: (snapshotId: string, record: BuildRecord) =>
      writeSealed(join(places.builds, `${snapshotId}.json`), record),
  };
}

/**
 * Removes kept results that no build of the given snapshots used, nor the newest build. While a build is in progress
 * nothing is removed: what it has kept is in no record yet.
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

/** Records of builds that can be read, newest first. */
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
      // Torn, or removed meanwhile: as if it had never been written.
    }
  }
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** JSON after its own checksum: a text that was cut or changed is noticed. */
const sealedJson = (json: string) => `${hash("sha256", json)}\n${json}\n`;

function unsealed<T>(text: string): T {
  const json = text.slice(65, -1);
  if (text !== sealedJson(json)) throw new Error("its record is not the text that was written");
  return JSON.parse(json) as T;
}
