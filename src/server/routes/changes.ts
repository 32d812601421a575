import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { FastifyReply, FastifyRequest } from "fastify";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import { CHANGE_KINDS, type ChangedRow } from "../../snapshot/compare/changed-rows.ts";
import { NODE_FILES } from "../../snapshot/files/file-operations.ts";
import { findAddress, readAddresses } from "../../snapshot/store/addresses.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { listPublications } from "../../snapshot/store/publications.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { plainError } from "../wire/http/plain-error.ts";
import type { Handler } from "../wire/http/read-routes.ts";

export interface ChangesOptions {
  readonly dataDir: string;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** Rows of an answer, unless fewer are asked for. */
const MOST_ROWS = 1000;

/** Bytes that are read for an answer: one that finds little in them leads on to the next. */
const MOST_BYTES = 16 * 2 ** 20;

const COLUMNS = ["snapshot_id", "before_id", "kind", "key", "field", "change", "before", "after"] as const;

type Row = ChangedRow & { readonly snapshot_id: string; readonly before_id: string };

interface Found {
  readonly since: string;
  readonly rows: readonly Row[];
  /** Where the next rows begin; undefined after the last. */
  readonly next: string | undefined;
  /** False when more changed than is written down. */
  readonly isWhole: boolean;
}

const FORMATS: Record<string, { readonly type: string; text(found: Found): string }> = {
  json: {
    type: "application/json; charset=utf-8",
    text: ({ since, rows, next, isWhole }) =>
      JSON.stringify({ since, changes: rows, next_cursor: next ?? null, is_whole: isWhole }),
  },
  ndjson: {
    type: "application/x-ndjson; charset=utf-8",
    text: ({ rows }) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  },
  csv: {
    type: "text/csv; charset=utf-8",
    text: ({ rows }) =>
      [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))]
        .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
        .join(""),
  },
};

/** `GET /v1/changes.{json,ndjson,csv}?since=&kind=&key=&limit=&cursor=`: what publications have changed. */
export function changesHandler(format: string, options: ChangesOptions): Handler {
  const { accessControl, onError } = options;
  return async (request, reply) => {
    const caller = await identifyPlain(request, reply, accessControl, "any");
    if (caller === undefined || !admitPlain(reply, accessControl, caller, COSTS.exports)) return reply;
    try {
      const found = await findChanges(options.dataDir, request);
      reply.header("cache-control", "no-cache").type(FORMATS[format].type);
      if (found.next !== undefined) reply.header("x-terrace-next-cursor", found.next);
      return reply.send(FORMATS[format].text(found));
    } catch (error) {
      return plainError(reply as FastifyReply, error, onError);
    }
  };
}

interface Asked {
  readonly since?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const PARAMETERS = ["since", "kind", "key", "limit", "cursor"];

async function findChanges(dataDir: string, { query }: FastifyRequest): Promise<Found> {
  const unknown = Object.keys(query as object).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw invalidArgument(`unknown parameter "${unknown}"; allowed are ${PARAMETERS.join(", ")}`);
  }
  const { since, kind, key, limit = String(MOST_ROWS), cursor } = query as Asked;
  if (kind !== undefined && !(CHANGE_KINDS as readonly string[]).includes(kind)) {
    throw invalidArgument(`kind: "${kind}" is not one of ${CHANGE_KINDS.join(", ")}`);
  }
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > MOST_ROWS) {
    throw invalidArgument(`limit: "${limit}" is not a whole number from 1 to ${MOST_ROWS}`);
  }
  const publications = await listPublications(dataDir, NODE_FILES);
  const first = await sinceIndex(dataDir, since, publications);
  const [, pair = String(first + 1), offset = "0"] = /^(\d{1,9})\.(\d{1,12})$/.exec(cursor ?? "") ?? [];
  if (cursor !== undefined && !/^\d+\.\d+$/.test(cursor))
    throw invalidArgument(`cursor: "${cursor}" is not one`);
  const rows: Row[] = [];
  let [bytesRead, isWhole, start] = [0, true, Number(offset)];
  for (let i = Math.max(Number(pair), first + 1); i < publications.length; i++) {
    const [before, after] = [publications[i - 1], publications[i]];
    const path = join(dataDirectory(dataDir).changes, `${before}.${after}.ndjson`);
    const size = (await stat(path).catch(() => undefined))?.size;
    if (size === undefined) {
      // Nobody has compared these two: one of them was not there any more, or came from another machine.
      if (before !== after) isWhole = false;
      start = 0;
      continue;
    }
    const stream = createReadStream(path, { start: Math.min(start, size) });
    let at = start;
    try {
      for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
        const here = at;
        at += Buffer.byteLength(line) + 1;
        bytesRead += at - here;
        if (here === 0) {
          if ((JSON.parse(line) as { is_whole: boolean }).is_whole !== true) isWhole = false;
        } else if (key === undefined || line.includes(JSON.stringify(key))) {
          const row = JSON.parse(line) as ChangedRow;
          if ((kind === undefined || row.kind === kind) && (key === undefined || row.key === key)) {
            rows.push({ snapshot_id: after, before_id: before, ...row });
          }
        }
        if (rows.length < most && bytesRead < MOST_BYTES) continue;
        if (at >= size && i + 1 === publications.length) break;
        return { since: publications[first] ?? "", rows, next: `${i}.${at}`, isWhole };
      }
    } finally {
      stream.destroy();
    }
    start = 0;
  }
  return { since: publications[first] ?? "", rows, next: undefined, isWhole };
}

/** The place of the publication whose successors are asked for: the one before the newest unless a snapshot is named. */
async function sinceIndex(
  dataDir: string,
  since: string | undefined,
  publications: readonly string[],
): Promise<number> {
  if (since === undefined) return Math.max(0, publications.length - 2);
  const known = publications.lastIndexOf(since);
  if (known >= 0) return known;
  const found = findAddress(await readAddresses(dataDir), since);
  if ("problem" in found) {
    throw new TerraceError(found.problem === "malformed" ? "invalid_argument" : "not_found", found.message);
  }
  const index = publications.lastIndexOf(found.snapshotId);
  if (index < 0) throw new TerraceError("not_found", `snapshot "${found.snapshotId}" was never published`);
  return index;
}

function csvCell(value: string | number | null): string {
  if (typeof value === "number" || value === null) return String(value ?? "");
  // A spreadsheet would take such a text for a formula.
  const text = /^[=+\-@\t\r]/.test(value) && !/^-?[\d.]+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
