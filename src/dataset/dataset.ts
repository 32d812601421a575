import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { TerraceError } from "../runtime/errors.ts";
import { checkManifest } from "./check-manifest.ts";

/** Where rows of a dataset come from, and under which licence they may be shown. */
export interface DatasetSource {
  readonly id: string;
  readonly publisher: string;
  readonly title: string;
  readonly licence: string;
  /** Date of the publication, YYYY-MM-DD. */
  readonly vintage: string;
  readonly url?: string;
  readonly attribution?: string;
  /** Older vintages that this one replaced, wholly or in part, oldest first. */
  readonly earlierVintages?: readonly string[];
  /** True when the licence keeps the rows out of public reads. */
  readonly withheld?: boolean;
  /** Names of the dataset tables that hold its rows. */
  readonly tables: readonly string[];
  /** Columns it gave, as `table.column`, in tables that several sources fill; without them it stands for the whole table. */
  readonly columns?: readonly string[];
}

/** What `dataset.json` says about a dataset folder. */
export interface DatasetManifest {
  readonly formatVersion: 1;
  readonly id: string;
  readonly title: string;
  /** UTC instant that stands for "now" in every aggregate. */
  readonly asOf: string;
  /** True when the rows are invented. */
  readonly synthetic: boolean;
  readonly sources: readonly DatasetSource[];
}

export const DATASET_MANIFEST_FILE = "dataset.json";

/** The checked manifest of a dataset folder. Without the file the dataset counts as half written. */
export async function readDatasetManifest(dir: string): Promise<DatasetManifest> {
  const path = join(dir, DATASET_MANIFEST_FILE);
  return checkManifest(parseJson(path, await readManifestText(dir, path)), path);
}

/**
 * Writes `dataset.json` aside and renames it into place. A generator calls it after the last table file, so the
 * file's presence means that the dataset is complete.
 */
export async function writeDatasetManifest(dir: string, manifest: DatasetManifest): Promise<void> {
  const path = join(dir, DATASET_MANIFEST_FILE);
  const checked = checkManifest(manifest, path);
  const file = await open(`${path}.tmp`, "w");
  try {
    await file.writeFile(`${JSON.stringify(checked, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

async function readManifestText(dir: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOTDIR") throw new TerraceError("bad_dataset", `"${dir}" is not a folder`, { cause });
    if (code !== "ENOENT") throw new TerraceError("io_failure", `cannot read ${path}: ${message}`, { cause });
    throw new TerraceError(
      "bad_dataset",
      `no ${DATASET_MANIFEST_FILE} in "${dir}"; it is written last, so the folder is no dataset or is half written`,
      { cause },
    );
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TerraceError("bad_dataset", `${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
