import type { BuildContext } from "../../tables/aggregate.ts";
import { declaredFacts, undeclared } from "../../tables/guarded-facts.ts";
import { sqlParquet } from "../../tables/sql-text.ts";
import { type BuildDatabase, SCHEMAS } from "../../tables/write-tables.ts";

/** `step` is for error messages; `isOver` detaches the room's tables when the step ends. */
interface StepRoom {
  readonly room?: string;
  readonly step: string;
  readonly reads: readonly string[];
  readonly creates?: readonly string[];
  readonly isOver?: boolean;
}

/** Where a build's tables are, by name: in its database, in files, or in rooms (databases of steps). */
export class BuildTables {
  readonly #relations = new Map<string, string>();
  readonly #views = new Map<string, { readonly sql: string; readonly reads: readonly string[] }>();
  readonly #context: BuildContext;
  #rooms = 0;

  constructor(context: BuildContext) {
    this.#context = context;
  }

  /** Adds a table of the dataset, loaded into the database `catalog`. */
  addLoaded(table: string, catalog: string): void {
    this.#relations.set(`main.${table}`, `"${catalog}".main."${table}"`);
  }

  /** Adds a table that readers take from its Parquet file, whether it was computed or cached. */
  addFile(name: string, path: string): void {
    this.#relations.set(name, sqlParquet(path));
  }

  /** Adds a table that stays in the room of its step. */
  addInRoom(name: string, room: string): void {
    const [schema, table] = name.split(".");
    this.#relations.set(name, `"${room}"."${schema}"."${table}"`);
  }

  /** Adds views, which are created again in the room of each reader. */
  addViews(names: readonly string[], sql: string, reads: readonly string[]): void {
    for (const name of names) this.#views.set(name, { sql, reads: [...reads, ...names] });
  }

  /** Adds what views among `reads` read themselves. */
  expand(reads: readonly string[]): string[] {
    return [...new Set(reads.flatMap((name) => [name, ...(this.#views.get(name)?.reads ?? [])]))];
  }

  newRoom(): string {
    return `room_${++this.#rooms}`;
  }

  /**
   * Runs `work` in a room with views of the tables that it declares to read and nothing else, schemas for the
   * tables that it creates, and the declared dataset facts. The room stays for later readers unless `isOver`.
   */
  async within<T>(
    lane: BuildDatabase,
    { room = this.newRoom(), step, reads, creates = [], isOver = true }: StepRoom,
    work: (db: BuildDatabase, facts: Partial<BuildContext>) => Promise<T>,
  ): Promise<T> {
    const connection = await lane.beside(this.#openingSql(room, reads, creates));
    const check = (sql: string) => {
      if (/getvariable\(\s*'as_of'/i.test(sql) && !reads.includes("@as_of"))
        throw undeclared(step, ["@as_of"]);
      const [file] = FILE_READ.exec(sql) ?? [];
      if (file !== undefined) throw undeclared(step, [`a file (${file})`]);
    };
    const explain = (error: unknown): never => {
      const table = /(?:Table|View) with name "?(?:\w+\.)?(\w+)"? does not exist/i.exec(String(error))?.[1];
      const meant = [...this.#relations.keys()].filter(
        (name) => name.endsWith(`.${table}`) && !reads.includes(name),
      );
      throw table === undefined || meant.length === 0 ? error : undeclared(step, meant, error);
    };
    try {
      return await work(watched(connection, check, explain), declaredFacts(this.#context, reads));
    } finally {
      connection.close();
      if (isOver) await lane.run(`DETACH "${room}"`);
    }
  }

  /** SQL that creates a room with its schemas and views. */
  #openingSql(room: string, reads: readonly string[], creates: readonly string[]): string {
    const statements = [`ATTACH ':memory:' AS "${room}"`, `USE "${room}"`];
    const schemas = new Set([...reads, ...creates].map((name) => name.split(".")[0]));
    for (const schema of SCHEMAS.filter((name) => schemas.has(name)))
      statements.push(`CREATE SCHEMA "${schema}"`);
    for (const name of reads) {
      const relation = this.#relations.get(name);
      const [schema, table] = name.split(".");
      if (relation !== undefined)
        statements.push(`CREATE VIEW "${schema}"."${table}" AS SELECT * FROM ${relation}`);
    }
    statements.push(...new Set(reads.flatMap((name) => this.#views.get(name)?.sql ?? [])));
    if (reads.includes("@as_of")) statements.push(asOfSql(this.#context));
    return statements.join(";\n");
  }
}

/** SQL that reads a file by path: cache keys would not notice a change of that file. */
const FILE_READ =
  /\b(?:read_(?:csv|json|ndjson|parquet|text|blob)\w*|parquet_scan|glob)\s*\(|(?<!DISTINCT\s+)\bFROM\s+'/i;

/** Sets the instant used as "now", for `getvariable('as_of')`. */
function asOfSql({ asOf }: BuildContext): string {
  return `SET VARIABLE as_of = TIMESTAMP '${asOf.toISOString().slice(0, -1)}'`;
}

/** Wraps the database: checks each statement first, and explains its failure. */
function watched(
  db: BuildDatabase,
  check: (sql: string) => void,
  explain: (error: unknown) => never,
): BuildDatabase {
  const once =
    <Rest extends unknown[], T>(run: (sql: string, ...rest: Rest) => Promise<T>) =>
    async (sql: string, ...rest: Rest): Promise<T> => {
      check(sql);
      return run(sql, ...rest).catch(explain);
    };
  return {
    ...db,
    run: once(db.run),
    rows: once(db.rows) as BuildDatabase["rows"],
    columns: once(db.columns),
    writeParquet: once(db.writeParquet),
  };
}
