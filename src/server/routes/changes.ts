import type { FastifyRequest } from "fastify";
import { shownChanges } from "../../domains/shown-changes.ts";
import { csvText } from "../../exports/csv-writer.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { type ChangesPlace, type FoundChanges, findChanges } from "../../snapshot/compare/find-changes.ts";
import type { Answer, RouteCall } from "../admission/route.ts";

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

/** `GET /v1/changes.{json,ndjson,csv}?since=&kind=&key=&limit=&cursor=`: changes by publications. */
export function changesAnswer(format: string): Answer {
  return async (call) => {
    const { reply, request } = call;
    if (!call.admits()) return reply;
    const found = await findChanges(changesPlace(call), askedOf(request));
    if (found.next !== undefined) reply.header("x-terrace-next-cursor", found.next);
    return reply.type(FORMATS[format].type).send(FORMATS[format].text(found));
  };
}

/** Where to look for changes: up to the snapshot of the address, and only what may be shown now. */
export function changesPlace({ request, parts: { config, engine, switches } }: RouteCall): ChangesPlace {
  const until = request.terraceAddress === undefined ? undefined : engine.manifest.snapshotId;
  return { dataDir: config.dataDir, until, shown: shownChanges(engine, switches()) };
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

const csvCell = (value: string | number | null) =>
  typeof value === "string" ? csvText(value) : String(value ?? "");
