import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { COMPRESSORS } from "../../../src/importers/files/parquet-pages.ts";

export interface DeltaTable {
  readonly version: number;
  readonly commitInfo: Readonly<Record<string, unknown>>;
  readonly fields: readonly { readonly name: string; readonly type: unknown }[];
  readonly readerFeatures: readonly string[];
  /** Row count according to the files' statistics; the files are not opened. */
  readonly numRecords: number;
  readonly paths: readonly string[];
  readonly rows: () => Promise<Record<string, unknown>[]>;
}

/** Reads a version of a Delta table (default: the newest), implemented from the protocol's text only. */
export async function readDelta(folder: string, asOf?: number): Promise<DeltaTable> {
  const log = join(folder, "_delta_log");
  const commits = (await readdir(log)).filter((name) => /^[0-9]{20}\.json$/.test(name)).sort();
  const version = asOf ?? commits.length - 1;
  const files = new Map<string, { size: number; stats: string }>();
  const last = {} as Record<"protocol" | "metaData" | "commitInfo", Record<string, unknown>>;
  for (let n = 0; n <= version; n++) {
    const text = await readFile(join(log, `${String(n).padStart(20, "0")}.json`), "utf8");
    const lines = text.trimEnd().split("\n");
    for (const action of lines.map((line) => JSON.parse(line))) {
      const [kind, ...more] = Object.keys(action);
      if (more.length > 0) throw new Error(`an action of two kinds: ${kind}, ${more}`);
      if (kind === "add") files.set(decodeURIComponent(action.add.path), action.add);
      else if (kind === "remove") files.delete(decodeURIComponent(action.remove.path));
      else if (kind === "protocol" || kind === "metaData" || kind === "commitInfo") last[kind] = action[kind];
      else throw new Error(`an action that the protocol has not: ${kind}`);
    }
  }
  const { protocol, metaData, commitInfo } = last;
  if (protocol.minReaderVersion === 3 && protocol.minWriterVersion !== 7)
    throw new Error("features need 3 and 7");
  const { type, fields } = JSON.parse(String(metaData.schemaString));
  if (type !== "struct" || String(metaData.partitionColumns) !== "")
    throw new Error("not a table without partitions");
  return {
    version,
    commitInfo,
    fields,
    readerFeatures: (protocol.readerFeatures as string[] | undefined) ?? [],
    numRecords: [...files.values()].reduce((sum, { stats }) => sum + JSON.parse(stats).numRecords, 0),
    paths: [...files.keys()],
    rows: async () => {
      const rows: Record<string, unknown>[] = [];
      for (const [path, { size }] of files) {
        if ((await stat(join(folder, path))).size !== size) throw new Error(`${path} has another size`);
        const file = await asyncBufferFromFile(join(folder, path));
        const columns = fields.map(({ name }: { name: string }) => name);
        rows.push(...(await parquetReadObjects({ file, compressors: COMPRESSORS, columns })));
      }
      return rows;
    },
  };
}
