import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SWITCHED_TABLES, WITHHELD_TABLES } from "../../../domains/withheld-tables.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { throwIfAborted, untilAborted } from "../../../runtime/abort.ts";
import { notFound, TerraceError } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import {
  COLUMNS_FILE,
  METRICS_TABLE,
  type SnapshotFile,
  TABLES_FOLDER,
} from "../../../snapshot/manifest/manifest.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import type { Answer, RouteCall } from "../../admission/route.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { pieceStream } from "./file-stream.ts";

/** Up to this size a request costs one call: Parquet readers fetch a few such ranges. */
const SMALL_BYTES = 1024 * 1024;

const PIECE_BYTES = 256 * 1024;

interface AskedFile {
  readonly table: string;
  readonly path: string;
  readonly contentType: string;
}

/** `GET /v1/tables/{table}.parquet`: a stored table, whole or by range. */
export const answerTable: Answer = (call) => {
  const { table } = call.request.params as { table: string };
  const path = `${TABLES_FOLDER}/${table}.parquet`;
  return sendStored(call, { table, path, contentType: "application/vnd.apache.parquet" });
};

/** `GET /v1/columns.arrow`: the metrics of all suburbs. */
export const answerColumns: Answer = (call) =>
  sendStored(call, {
    table: METRICS_TABLE,
    path: COLUMNS_FILE,
    contentType: "application/vnd.apache.arrow.file",
  });

async function sendStored(call: RouteCall, asked: AskedFile): Promise<FastifyReply> {
  const { request, reply, signal, view, parts } = call;
  const { manifest } = view;
  const file = shownFile(view, asked);
  const etag = `"${file.sha256}"`;
  const headers = {
    vary: "origin",
    "accept-ranges": "bytes",
    "cache-control": cacheControlOf(call, asked.table),
    ...snapshotHeaders(snapshotFacts(manifest)),
  };
  const range = rangeOf(request, etag, file.bytes);
  const { from, to } = typeof range === "object" ? range : { from: 0, to: file.bytes };
  const isSmall = range === "unsatisfiable" || to - from <= SMALL_BYTES || request.method === "HEAD";
  if (!call.admits({ etag, headers, cost: isSmall ? COSTS.rpc : COSTS.exports })) return reply;
  if (range === "unsatisfiable") {
    const body = errorBody("invalid_argument", `range: the file has ${file.bytes} bytes`);
    return reply.code(416).header("content-range", `bytes */${file.bytes}`).send(body);
  }
  reply.type(asked.contentType).header("content-length", to - from);
  if (range !== undefined) reply.code(206).header("content-range", `bytes ${from}-${to - 1}/${file.bytes}`);
  return call.stream(async () => {
    call.takePlace();
    if (view.checkTables !== undefined) await untilAborted(view.checkTables(), signal);
    const handle = await open(join(parts.directoryOf(manifest.snapshotId), asked.path));
    call.whenSent(() => handle.close());
    throwIfAborted(signal);
    return pieceStream({
      async *write(stop) {
        for (let at = from; at < to; ) {
          throwIfAborted(stop);
          const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, to - at));
          const { bytesRead } = await handle.read(piece, 0, piece.byteLength, at);
          if (bytesRead === 0) throw new TerraceError("io_failure", `${asked.path} ends at byte ${at}`);
          at += bytesRead;
          yield piece.subarray(0, bytesRead);
        }
      },
      checkShown: () => {
        const now = parts.engine.pin();
        try {
          shownFile({ ...view, hidden: now.view.hidden }, asked);
        } finally {
          now.release();
        }
      },
      ...call.reading,
    });
  });
}

/** The manifest entry of a file; throws if it does not exist or is withheld now. */
function shownFile({ manifest, hidden }: SnapshotView, { table, path }: AskedFile): SnapshotFile {
  const file = manifest.files.find((one) => one.path === path);
  if (file === undefined) {
    const near = nearestNames(table, manifest.tables, 3).join(", ");
    throw notFound(`there is no table ${quoted(table)}; near it are ${near}; /v1/catalog.json has all`);
  }
  if (hidden?.has(table) === true) {
    throw new TerraceError("permission_denied", `${table} holds what is withheld at the moment`);
  }
  return file;
}

const SWITCHED = new Set(Object.values(WITHHELD_TABLES).flatMap((tables) => Object.keys(tables)));

/** Tables behind a switch are always revalidated; for all others, every source's licence counts. */
function cacheControlOf(call: RouteCall, table: string): string {
  const { sources } = call.view.manifest;
  return call.cacheControl(
    SWITCHED.has(table) ? undefined : sources.flatMap(({ tables }) => tables.filter(isUnswitched)),
  );
}

/** Rows from switched dataset tables are only in switched serving tables. */
const isUnswitched = (table: string) => !SWITCHED_TABLES.test(table);

interface ByteRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The requested range; undefined for the whole file, which also answers requests for several ranges. */
function rangeOf(
  { headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | "unsatisfiable" | undefined {
  const { range, "if-range": ifRange } = headers;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? "") ?? [];
  if (first === undefined || (first === "" && last === "")) return undefined;
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  // Invalid by RFC 9110: ignore it.
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return from < to ? { from, to } : "unsatisfiable";
}
