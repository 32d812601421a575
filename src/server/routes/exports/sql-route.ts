import { join } from "node:path";
import type { FastifyReply } from "fastify";
import type { HiddenTables } from "../../../engine/view.ts";
import { FORMATS } from "../../../exports/formats.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { untilAborted } from "../../../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../../../runtime/errors.ts";
import { object, optional, readJson, text, valueText, wholeNumber } from "../../../runtime/json-schema.ts";
import type { SharedNumber } from "../../../runtime/shared/thread-numbers.ts";
import { TABLES_FOLDER } from "../../../snapshot/manifest/manifest.ts";
import type { Answer, RouteCall, RouteParts } from "../../admission/route.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { SqlProcess } from "./sql-process.ts";

/** Longest and default timeout. */
const MAX_SECONDS = 30;
const DEFAULT_SECONDS = 10;
const MAX_ROWS = 100_000;
const DEFAULT_ROWS = 10_000;
const MEMORY_MB = 256;

/** Resident memory of the child: DuckDB's, its code and Node's, and the answer. */
const RESIDENT_MB = 1024;

/** Answers are buffered, so that an error has its own status. */
const MAX_BYTES = 64 * 2 ** 20;
const SQL_FORMATS = FORMATS.filter((format) => format !== "geojson");

const question = object({
  sql: text(),
  format: optional(text()),
  maxRows: optional(wholeNumber()),
  timeoutSeconds: optional(wholeNumber()),
});

/**
 * `POST /v1/sql` for operators: one read-only statement over the tables of the current snapshot, bounded in
 * time, memory, rows and bytes. One at a time over all threads.
 */
export function sqlAnswer(
  { onClose }: RouteParts,
  /** Queries in progress, over all threads. */
  inProgress: SharedNumber,
): Answer {
  const asker = new SqlProcess();
  onClose(() => asker.close());
  return async (call) => {
    if (inProgress.total() > 0)
      throw new TerraceError("unavailable", "another question in SQL is being answered; try again shortly");
    inProgress.set(1);
    try {
      return await answer(call, asker);
    } catch (error) {
      if (isReadFailure(error)) call.view.tablesFailed?.();
      throw error;
    } finally {
      inProgress.set(0);
    }
  };
}

/** Whether the error is due to the files or the process, not the statement: a file may be damaged. */
function isReadFailure(error: unknown): boolean {
  if (!isTerraceError(error)) return true;
  const isStatement =
    /^(Parser|Binder|Catalog|Conversion|Out of Range|Out of Memory|Permission|Constraint)[\w ]* Error/;
  return (
    error.code === "bad_snapshot" ||
    error.code === "internal" ||
    (error.code === "invalid_argument" && / Error: /.test(error.message) && !isStatement.test(error.message))
  );
}

async function answer(call: RouteCall, asker: SqlProcess): Promise<FastifyReply> {
  const { request, reply, view, parts } = call;
  const asked = readJson(question, request.body, ({ path, value }) =>
    invalidArgument(
      `${path.join(".") || "the body"}: ${valueText(value)}; allowed are {"sql": text, "format": text, "maxRows": number, "timeoutSeconds": number}`,
    ),
  );
  const format = asked.format ?? "json";
  if (!SQL_FORMATS.includes(format)) {
    throw invalidArgument(`format: ${JSON.stringify(format)} is not one of ${SQL_FORMATS.join(", ")}`);
  }
  const maxRows = within("maxRows", asked.maxRows ?? DEFAULT_ROWS, MAX_ROWS);
  const seconds = within("timeoutSeconds", asked.timeoutSeconds ?? DEFAULT_SECONDS, MAX_SECONDS);
  const stop = AbortSignal.any([call.signal, AbortSignal.timeout(seconds * 1000)]);
  if (view.checkTables !== undefined) await untilAborted(view.checkTables(), stop);
  const { snapshotId, tables, sources } = view.manifest;
  const facts = snapshotFacts(view.manifest);
  const answered = await asker.ask(
    {
      tables,
      sources,
      facts,
      format,
      maxRows,
      sql: asked.sql,
      hidden: view.hidden,
      directory: join(parts.directoryOf(snapshotId), TABLES_FOLDER),
      maxBytes: MAX_BYTES,
      memoryLimitMb: MEMORY_MB,
      residentLimitMb: RESIDENT_MB,
    },
    stop,
  );
  await parts.engine.use((now) => {
    if (sameTables(view.hidden, now.hidden)) return;
    throw new TerraceError("unavailable", "what may be shown has just changed; ask again");
  });
  return reply
    .headers({ ...snapshotHeaders(facts), "x-terrace-rows-cut": String(answered.isCut) })
    .type(answered.contentType)
    .send(answered.bytes);
}

function sameTables(one: HiddenTables = new Map(), other: HiddenTables = new Map()): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}

function within(name: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value;
  throw invalidArgument(`${name}: ${value} is not within 1 to ${most}`);
}
