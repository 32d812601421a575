import { lstatSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { DATASET_MANIFEST_FILE, readDatasetManifest } from "../../dataset/dataset.ts";
import { tablesFolderOf } from "../../dataset/locate-tables.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { otherThanFile, readPlainFile } from "../../runtime/files/plain-file.ts";
import type { FileReport } from "../importer.ts";

/** What was read from one file, stored in the dataset so that later imports can merge in any order. */
export interface KeptPart {
  readonly importerId: string;
  readonly importerVersion: number;
  readonly path: string;
  readonly sha256: string;
  readonly what: string;
  readonly report: FileReport;
  readonly part: unknown;
}

/** A dot folder, which the dataset loader ignores. */
export const PARTS_FOLDER = ".imports";

/** Writes the parts into a dataset folder, one gzipped JSON file each. */
export async function writeParts(
  dir: string,
  parts: readonly KeptPart[],
  signal?: AbortSignal,
): Promise<void> {
  const folder = join(dir, PARTS_FOLDER);
  await mkdir(folder);
  for (const part of parts) {
    throwIfAborted(signal, "import");
    const name = `${part.sha256.slice(0, 32)}.${part.importerId}.json.gz`;
    await writeFile(join(folder, name), gzipSync(JSON.stringify(part), { level: 1 }));
  }
}

/** Reads the parts of a dataset folder; undefined when it has none. */
export async function readParts(dir: string): Promise<KeptPart[] | undefined> {
  const folder = join(await partsHome(dir), PARTS_FOLDER);
  let names: string[];
  try {
    // Do not follow a link, which could lead anywhere.
    if ((await otherThanFile(folder)) !== "a folder") throw new TypeError("it is not a folder");
    names = (await readdir(folder)).sort();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new TerraceError("io_failure", `cannot list ${folder}`, { cause });
  }
  const parts: KeptPart[] = [];
  for (const name of names) {
    try {
      const bytes = await readPlainFile(join(folder, name), (kind) => {
        throw new TypeError(`it is ${kind}`);
      });
      parts.push(JSON.parse(gunzipSync(bytes).toString()) as KeptPart);
    } catch (cause) {
      throw badDataset(
        `${join(folder, name)} is damaged; import into a new folder instead of merging`,
        cause,
      );
    }
  }
  return parts;
}

/** The parts are in the folder of the tables that were made from them. */
async function partsHome(dir: string): Promise<string> {
  // lstat: a dangling link counts as a manifest, which then fails to load.
  const manifest = lstatSync(join(dir, DATASET_MANIFEST_FILE), { throwIfNoEntry: false });
  return manifest !== undefined ? tablesFolderOf(dir, await readDatasetManifest(dir)) : dir;
}
