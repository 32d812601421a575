import type { FastifyReply, FastifyRequest } from "fastify";
import { shownChanges } from "../../domains/shown-changes.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Switches } from "../../rpc/switches.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { type ChangesPlace, type FoundChanges, findChanges } from "../../snapshot/compare/find-changes.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { plainError } from "../wire/http/plain-error.ts";
import type { Handler } from "../wire/http/read-routes.ts";

export interface ChangesOptions {
  readonly dataDir: string;
  readonly engine: Engine;
  readonly switches: () => Switches;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

const COLUMNS = [
  ...(["snapshot_id", "before_id", "kind", "table", "key"] as const),
  ...(["field", "change", "before", "after"] as const),
];

const FORMATS: Record<string, { readonly type: string; text(found: FoundChanges): string }> = {
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
      const found = await findChanges(changesPlace(request, options), askedOf(request));
      reply.header("cache-control", "no-cache").type(FORMATS[format].type);
      if (found.next !== undefined) reply.header("x-terrace-next-cursor", found.next);
      return reply.send(FORMATS[format].text(found));
    } catch (error) {
      return plainError(reply as FastifyReply, error, onError);
    }
  };
}

/** Where a request looks for changes: up to the snapshot that it asks, and what may be shown at this moment. */
export function changesPlace(
  { terraceAddress }: Pick<FastifyRequest, "terraceAddress">,
  { dataDir, engine, switches }: Pick<ChangesOptions, "dataDir" | "engine" | "switches">,
): ChangesPlace {
  const until = terraceAddress === undefined ? undefined : engine.manifest.snapshotId;
  return { dataDir, until, shown: shownChanges(engine, switches()) };
}

const PARAMETERS = ["since", "kind", "key", "limit", "cursor"];

function askedOf({ query }: FastifyRequest) {
  const given = query as Readonly<Record<string, string>>;
  const unknown = Object.keys(given).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw invalidArgument(`unknown parameter "${unknown}"; allowed are ${PARAMETERS.join(", ")}`);
  }
  const twice = PARAMETERS.find((name) => Array.isArray(given[name]));
  if (twice !== undefined) throw invalidArgument(`${twice} is given twice`);
  return { ...given, limit: given.limit === undefined ? undefined : Number(given.limit) };
}

function csvCell(value: string | number | null): string {
  if (typeof value === "number" || value === null) return String(value ?? "");
  // A spreadsheet would take such a text for a formula.
  const text = /^[=+\-@\t\r]/.test(value) && !/^-?[\d.]+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
