import { setImmediate } from "node:timers/promises";
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
  DuckDBResult,
} from "@duckdb/node-api";
import { interruptOnAbort, throwIfAborted, untilAborted } from "../../runtime/abort.ts";
import { isTerraceError, TerraceError } from "../../runtime/errors.ts";
import { CostQueue } from "../../runtime/threads/cost-queue.ts";
import { plainValue } from "../../snapshot/tables/plain-value.ts";
import { loadIntoFile, loadIntoMemory, TemporaryFolderError } from "./load-tables.ts";
import type { ParameterType, ParameterValue, ResultColumns, Statement } from "./statement.ts";

export interface ServingDatabaseOptions {
  readonly directory: string;
  readonly tables: readonly string[];
  /** Connections, which is also how many queries run at once. */
  readonly connections: number;
  /** Queries that may wait for a connection; more are rejected. */
  readonly maxWaiting: number;
  /** Called if no temp file could be made, so all tables stay in memory. */
  readonly onMemoryOnly?: ((cause: unknown) => void) | undefined;
}

/** The tables of one snapshot, queried by prepared statements. */
export interface ServingDatabase {
  query<Row extends object>(
    question: Statement<Row>,
    parameters: Readonly<Record<string, ParameterValue>>,
    signal?: AbortSignal,
  ): Promise<ResultColumns<Row>>;
  /** Running and queued queries, and the total so far. */
  load(): { running: number; waiting: number; queries: number };
  /** Resolves when running queries have ended and the memory is freed. */
  close(): Promise<void>;
}

interface PooledConnection {
  readonly connection: DuckDBConnection;
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

/** Loads the Parquet files in file order; one thread a query keeps that order without an ORDER BY. */
export async function openServingDatabase(options: ServingDatabaseOptions): Promise<ServingDatabase> {
  // Imported on first use: the driver is the slowest import of a start, and suburb filters do not need it.
  const { DuckDBInstance: Instance } = await import("@duckdb/node-api");
  const load = async (into: typeof loadIntoFile): Promise<DuckDBInstance> => {
    const instance = await Instance.create(":memory:", { threads: "1" });
    const loader = await instance.connect();
    try {
      await into(loader, options.directory, options.tables);
    } catch (error) {
      loader.closeSync();
      instance.closeSync();
      throw error;
    }
    loader.closeSync();
    return instance;
  };
  const instance = await load(loadIntoFile)
    .catch(async (error: unknown) => {
      if (!(error instanceof TemporaryFolderError)) throw error;
      const inMemory = await load(loadIntoMemory);
      options.onMemoryOnly?.(error.cause);
      return inMemory;
    })
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
      throw new TerraceError("bad_snapshot", `cannot load the tables of ${options.directory}: ${why}`, {
        cause,
      });
    });
  const connections: PooledConnection[] = [];
  for (let i = 0; i < options.connections; i++) {
    const connection = await instance.connect();
    await connection.run("USE serve; SET TimeZone = 'UTC'");
    connections.push({ connection, prepared: new Map() });
  }
  const idle = [...connections];
  const queue = new CostQueue(options.maxWaiting, connections.length);
  let queries = 0;
  let closed = false;

  const bind: Readonly<
    Record<ParameterType, (prepared: DuckDBPreparedStatement, index: number, value: never) => void>
  > = {
    integer: (prepared, index, value: number) => prepared.bindInteger(index, value),
    bigint: (prepared, index, value: number) => prepared.bindBigInt(index, BigInt(value)),
    varchar: (prepared, index, value: string) => prepared.bindVarchar(index, value),
  };

  const preparedFor = async (pooled: PooledConnection, question: Statement<object>) => {
    const known = pooled.prepared.get(question.name);
    if (known !== undefined) return known;
    const prepared = await pooled.connection.prepare(question.sql);
    pooled.prepared.set(question.name, prepared);
    return prepared;
  };

  const runOn = async (
    pooled: PooledConnection,
    question: Statement<object>,
    parameters: Readonly<Record<string, ParameterValue>>,
    signal: AbortSignal | undefined,
  ) => {
    const prepared = await preparedFor(pooled, question);
    throwIfAborted(signal);
    for (const [name, type] of Object.entries(question.parameters)) {
      bind[type](prepared, prepared.parameterIndex(name), parameters[name] as never);
    }
    const result = await prepared.run();
    return readColumns(result, await result.fetchAllChunks());
  };

  return {
    query: async <Row extends object>(
      question: Statement<Row>,
      parameters: Readonly<Record<string, ParameterValue>>,
      signal?: AbortSignal,
    ) => {
      if (closed) throw new TerraceError("unavailable", "the snapshot is closed");
      const turn = { cost: 0, signal };
      await queue.enter(turn);
      const pooled = idle.pop()!;
      queries++;
      const stopInterrupting = interruptOnAbort(signal, () => pooled.connection.interrupt());
      // The connection is freed only when its statement has ended, even if the caller was aborted before.
      const running = runOn(pooled, question, parameters, signal).finally(() => {
        stopInterrupting();
        idle.push(pooled);
        queue.leave(true, turn);
      });
      try {
        return (await untilAborted(running, signal)) as ResultColumns<Row>;
      } catch (cause) {
        if (signal?.aborted || isTerraceError(cause)) throw cause;
        if (cause instanceof Error && cause.message.startsWith("Out of Memory")) {
          const why = "the questions in progress need more memory than they may use; try again shortly";
          throw new TerraceError("unavailable", why, { cause });
        }
        throw new TerraceError("internal", `the query ${question.name} failed`, { cause });
      }
    },
    load: () => ({ running: queue.running, waiting: queue.waiting, queries }),
    close: async () => {
      if (closed) return;
      closed = true;
      await queue.idle();
      for (const { connection } of connections) connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Values converted between yields to the event loop, some ms: other calls and their deadlines come first. */
const STRETCH_VALUES = 16_384;

/** Converts a result to plain arrays by column name, yielding to the event loop every `STRETCH_VALUES`. */
async function readColumns<Row extends object>(
  result: DuckDBResult,
  chunks: readonly DuckDBDataChunk[],
): Promise<ResultColumns<Row>> {
  const columns: Record<string, unknown[]> = {};
  // `rowCount` calls into the driver on each access, so it is read once a chunk.
  const counts = chunks.map((chunk) => chunk.rowCount);
  const rowCount = counts.reduce((sum, count) => sum + count, 0);
  let stretch = 0;
  for (let c = 0; c < result.columnCount; c++) {
    const values = new Array<unknown>(rowCount);
    let at = 0;
    for (const [i, chunk] of chunks.entries()) {
      stretch += counts[i];
      if (stretch > STRETCH_VALUES) {
        await setImmediate();
        stretch = counts[i];
      }
      const vector = chunk.getColumnVector(c);
      for (let row = 0; row < counts[i]; row++) values[at++] = plainValue(vector.getItem(row));
    }
    columns[result.columnName(c)] = values;
  }
  return { rowCount, columns } as unknown as ResultColumns<Row>;
}
