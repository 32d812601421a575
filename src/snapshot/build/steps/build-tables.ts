import type { BuildContext } from "../../tables/aggregate.ts";
import { declaredFacts, undeclared } from "../../tables/guarded-facts.ts";
import { sqlParquet } from "../../tables/sql-text.ts";
import { type BuildDatabase, SCHEMAS } from "../../tables/write-tables.ts";

/** Of a step: its name for errors, what it declares, and whether its tables are gone when it ends. */
interface StepRoom {
  readonly room?: string;
  readonly step: string;
  readonly reads: readonly string[];
  readonly creates?: readonly string[];
  readonly isOver?: boolean;
}

/** Where the tables of a build are, by name: `main.…` in its database, others in files or in the rooms of their steps. */
export class BuildTables {
  readonly #relations = new Map<string, string>();
  readonly #views = new Map<string, { readonly sql: string; readonly reads: readonly string[] }>();
  readonly #context: BuildContext;
  #rooms = 0;

  constructor(context: BuildContext) {
    this.#context = context;
  }

  /** A table of the dataset, loaded into the database of this catalog. */
  addLoaded(table: string, catalog: string): void {
    this.#relations.set(`main.${table}`, `"${catalog}".main."${table}"`);
  }

  /** A table whose rows are read from its Parquet file, by all readers and in every build alike. */
  addFile(name: string, path: string): void {
    this.#relations.set(name, sqlParquet(path));
  }

  /** A table that stays in the room of its step. */
  addInRoom(name: string, room: string): void {
    const [schema, table] = name.split(".");
    this.#relations.set(name, `"${room}"."${schema}"."${table}"`);
  }

  /** Views that are created again in the room of each reader. */
  addViews(names: readonly string[], sql: string, reads: readonly string[]): void {
    for (const name of names) this.#views.set(name, { sql, reads: [...reads, ...names] });
  }

  /** What a step really reads: what its views read, too. */
  expand(reads: readonly string[]): string[] {
    return [...new Set(reads.flatMap((name) => [name, ...(this.#views.get(name)?.reads ?? [])]))];
  }

  newRoom(): string {
    return `room_${++this.#rooms}`;
  }

  /**
   * What a step makes of a database with views of the tables that it reads and nothing else, and the schemas of tables
   * that it creates; of the facts of the dataset it has those that it reads. What it created stays for the readers of its
   * tables unless the room `isOver`.
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

  /** SQL that makes a room and all that is in it. */
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

/** SQL that reads a file by its path: no key would tell that it changed. */
const FILE_READ =
  /\b(?:read_(?:csv|json|ndjson|parquet|text|blob)\w*|parquet_scan|glob)\s*\(|(?<!DISTINCT\s+)\bFROM\s+'/i;

/** The instant taken as "now", as statements read it: `getvariable('as_of')`. */
function asOfSql({ asOf }: BuildContext): string {
  return `SET VARIABLE as_of = TIMESTAMP '${asOf.toISOString().slice(0, -1)}'`;
}

/** The database with each statement checked before, and each failure explained. */
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
