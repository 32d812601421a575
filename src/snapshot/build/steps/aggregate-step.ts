import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeDigest } from "../../../runtime/files/code-digest.ts";
import { checksumOf, type Step } from "../../graph/step.ts";
import { describeFile } from "../../store/verify.ts";
import type { Aggregate, ServingTable } from "../../tables/aggregate.ts";
import { guardedFacts } from "../../tables/guarded-facts.ts";
import type { BuildDatabase } from "../../tables/write-tables.ts";
import { DICTIONARY_KEY, type Dictionary, tableDictionary } from "../table-dictionary.ts";
import type { BuildTables } from "./build-tables.ts";

/** Rows in a Parquet row group of pages, held in memory by readers: 40 MB of text, DuckDB's minimum. */
const PAGE_GROUP_ROWS = 2048;

/** Row count by serving table. */
export type AggregateFacts = Readonly<Record<string, number>>;

export interface AggregateStepOptions {
  readonly root: string;
  /** Path of a serving table's file, relative to `root`. */
  readonly fileOf: (table: string) => string;
  readonly tables: BuildTables;
  readonly dictionary: Dictionary;
  readonly reads: readonly string[];
}

/** A step that runs an aggregate and writes each of its serving tables as a Parquet file. */
export async function aggregateStep(
  aggregate: Aggregate,
  { root, fileOf, tables, dictionary, reads }: AggregateStepOptions,
): Promise<Step<BuildDatabase>> {
  const code = await codeDigest(import.meta.url);
  const room = tables.newRoom();
  const creates = new Map<string, string | null>();
  for (const { name } of aggregate.tables) {
    creates.set(`serve.${name}`, fileOf(name));
    tables.addFile(`serve.${name}`, join(root, fileOf(name)));
  }
  for (const name of aggregate.creates ?? []) {
    if (creates.has(name)) continue;
    creates.set(name, null);
    tables.addInRoom(name, room);
  }
  const title = `aggregate ${aggregate.name}`;
  const isOver = [...creates.values()].every((path) => path !== null);
  const write = async (db: BuildDatabase, { name, orderBy, holdsPages }: ServingTable) => {
    const path = join(root, fileOf(name));
    await mkdir(dirname(path), { recursive: true });
    const rows = `SELECT * FROM serve."${name}"`;
    const metadata = { [DICTIONARY_KEY]: await tableDictionary(db, name, dictionary.describe) };
    const options = { metadata, ...(holdsPages ? { groupRows: PAGE_GROUP_ROWS } : {}) };
    return db.writeParquet(holdsPages ? rows : `${rows} ORDER BY ${orderBy}`, path, options);
  };
  return {
    kind: "aggregate",
    name: aggregate.name,
    reads,
    creates,
    definition:
      aggregate.code &&
      code &&
      checksumOf([code, aggregate.code, dictionary.definition, aggregate.tables, aggregate.creates]),
    isLazy: aggregate.tables.length === 0 && creates.size > 0,
    run: (lane, isAgain) =>
      tables.within(
        lane,
        { room, step: title, reads, creates: [...creates.keys()], isOver },
        async (db, facts) => {
          await aggregate.run(db, guardedFacts(title, facts));
          if (isAgain) return { files: [], facts: null };
          const counts: Record<string, number> = {};
          for (const table of aggregate.tables) counts[table.name] = await write(db, table);
          return {
            files: await Promise.all(aggregate.tables.map(({ name }) => describeFile(root, fileOf(name)))),
            facts: counts satisfies AggregateFacts,
          };
        },
      ),
  };
}
