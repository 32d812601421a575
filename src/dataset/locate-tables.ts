import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { badDataset } from "../runtime/errors.ts";
import { otherThanFile } from "../runtime/files/plain-file.ts";
import { DATASET_MANIFEST_FILE } from "./dataset.ts";
import type { DatasetManifest } from "./manifest.ts";
import { DATASET_TABLES } from "./tables/index.ts";

export type TableFormat = "parquet" | "csv" | "csv.gz" | "ndjson";

export const TABLE_FORMATS: readonly TableFormat[] = ["parquet", "csv", "csv.gz", "ndjson"];

/** The one file that holds a table of a dataset. */
export interface TableFile {
  readonly table: string;
  readonly name: string;
  readonly path: string;
  readonly format: TableFormat;
}

export interface DatasetFiles {
  /** By table name. Tables without a file are not in it. */
  readonly tables: ReadonlyMap<string, TableFile>;
  /** Entries that hold no table, in name order; the load reports and ignores them. Dot files are left out. */
  readonly unknown: readonly string[];
}

/** Files of a dataset folder that hold no table, and need not be reported. */
const COMPANIONS = [DATASET_MANIFEST_FILE, "README.md"];

/** Endings and the DuckDB prefix of files that a writer had not finished. */
const LEFTOVER = /(\.tmp|\.part)$|^tmp_/;

/** The folder with a dataset's table files: its own, or the one inside it that `dataset.json` names. */
export async function tablesFolderOf(dir: string, { tablesFolder }: DatasetManifest): Promise<string> {
  if (tablesFolder === undefined) return dir;
  const folder = join(dir, tablesFolder);
  const kind = await otherThanFile(folder).catch(() => "missing");
  if (kind === "a folder") return folder;
  throw badDataset(
    `${folder} is ${kind ?? "a file"}; expected the folder of tables that ${DATASET_MANIFEST_FILE} names`,
  );
}

/**
 * The files of a dataset folder by table. A leftover of an unfinished writer and a second file for one table are
 * errors: either way nobody can tell which rows are meant.
 */
export async function locateTables(dir: string): Promise<DatasetFiles> {
  const names = await listFolder(dir);
  const leftovers = names.filter((name) => LEFTOVER.test(name));
  if (leftovers.length > 0) {
    throw badDataset(
      `half-written dataset "${dir}": found ${leftovers.join(", ")}; finish or remove what its writer left behind`,
    );
  }
  const tables = new Map<string, TableFile>();
  const unknown: string[] = [];
  for (const name of names) {
    const file = tableFile(dir, name);
    if (file === undefined) {
      if (!COMPANIONS.includes(name) && !name.startsWith(".")) unknown.push(name);
      continue;
    }
    const other = tables.get(file.table);
    if (other !== undefined) {
      throw badDataset(
        `two files for table ${file.table} in "${dir}": ${other.name} and ${name}; expected one`,
      );
    }
    await refuseOther(file.path);
    tables.set(file.table, file);
  }
  return { tables, unknown };
}

async function listFolder(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (cause) {
    throw badDataset(`cannot list the dataset folder "${dir}"`, cause);
  }
}

/** Only plain files of the folder are read: a link could show any file of the machine, a pipe would be waited for. */
async function refuseOther(path: string): Promise<void> {
  const kind = await otherThanFile(path);
  if (kind === undefined) return;
  throw badDataset(`${path} is ${kind}; expected a plain file`);
}

function tableFile(dir: string, name: string): TableFile | undefined {
  const dot = name.indexOf(".");
  const table = name.slice(0, dot);
  const format = TABLE_FORMATS.find((f) => f === name.slice(dot + 1));
  if (format === undefined || !DATASET_TABLES.some((t) => t.name === table)) return undefined;
  return { table, name, path: join(dir, name), format };
}
