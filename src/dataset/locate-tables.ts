import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { badDataset } from "../runtime/errors.ts";
import { otherThanFile } from "../runtime/files/plain-file.ts";
import { DATASET_MANIFEST_FILE } from "./dataset.ts";
import type { DatasetManifest } from "./manifest.ts";
import { DATASET_TABLES } from "./tables/index.ts";

export type TableFormat = "parquet" | "csv" | "csv.gz" | "ndjson";

export const TABLE_FORMATS: readonly TableFormat[] = ["parquet", "csv", "csv.gz", "ndjson"];

export interface TableFile {
  readonly table: string;
  readonly name: string;
  readonly path: string;
  readonly format: TableFormat;
}

export interface DatasetFiles {
  /** By table name; tables without a file are missing. */
  readonly tables: ReadonlyMap<string, TableFile>;
  /** Sorted names of entries that hold no table, except dot files; the load reports and ignores them. */
  readonly unknown: readonly string[];
}

/** Files without a table that are not reported. */
const COMPANIONS = [DATASET_MANIFEST_FILE, "README.md"];

/** Names of temp files of unfinished writers; `tmp_` is DuckDB's prefix. */
const LEFTOVER = /(\.tmp|\.part)$|^tmp_/;

/** The folder with the table files: the dataset's own, or the subfolder that `dataset.json` names. */
export async function tablesFolderOf(dir: string, { tablesFolder }: DatasetManifest): Promise<string> {
  if (tablesFolder === undefined) return dir;
  const folder = join(dir, tablesFolder);
  const kind = await otherThanFile(folder).catch(() => "missing");
  if (kind === "a folder") return folder;
  throw badDataset(
    `${folder} is ${kind ?? "a file"}; expected the folder of tables that ${DATASET_MANIFEST_FILE} names`,
  );
}

/** Finds the table files. Throws for leftovers of an unfinished writer and for two files of one table. */
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

/** Rejects all but regular files: a link could expose other files of the machine, a pipe could block. */
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
