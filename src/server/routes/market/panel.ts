import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { type PanelRange, panelRange } from "../../../domains/market/panel/panel-rules.ts";
import { type PanelQuery, type PanelRow, panelDays } from "../../../domains/market/queries/panel.ts";
import { marketOf } from "../../../engine/columns/market/market.ts";
import { csvText } from "../../../exports/csv-writer.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { iterateYielding } from "../../../runtime/iterate-yielding.ts";
import { dayNumberOf } from "../../../runtime/time/calendar-date.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import { type Answer, acceptsGzip } from "../../admission/route.ts";
import { encodedTag, isTagMatch, tagOf } from "../../wire/http/entity-tags.ts";
import { pieceStream } from "../exports/file-stream.ts";

const COLUMNS = [
  "date",
  "available_from",
  "security_type",
  "product_code",
  "product_name",
  "reported_short_positions",
  "total_product_in_issue",
  "percent_shorted",
];

/** How rows are written in a format. */
interface PanelLines {
  /** What comes before the rows. */
  readonly head: string;
  line(row: PanelRow): string;
  /** What comes last when a failure cut the rows short. */
  incomplete(rows: number): string;
}

export const PANEL_LINES: Readonly<Record<PanelFormat, PanelLines>> = {
  csv: {
    head: `${COLUMNS.join(",")}\n`,
    line: (row) =>
      `${row.date},${row.availableFrom},${row.securityType},${row.code},${csvText(row.name)},${plain(row.short)},${plain(row.issued)},${plain(row.percent)}\n`,
    incomplete: (rows) => `#ERROR incomplete export after ${rows} rows\n`,
  },
  ndjson: {
    head: "",
    line: (row) => {
      const name = row.name === "" ? "" : `"product_name":${JSON.stringify(row.name)},`;
      return `{"date":"${row.date}","available_from":"${row.availableFrom}","security_type":"${row.securityType}","product_code":"${row.code}",${name}"reported_short_positions":${plain(row.short) || "null"},"total_product_in_issue":${plain(row.issued) || "null"},"percent_shorted":${plain(row.percent)}}\n`;
    },
    incomplete: (rows) => `${JSON.stringify({ error: "incomplete", rows })}\n`,
  },
};

/** The shortest decimal that is the same number, without an exponent; "" for a missing one. */
export function plain(value: number): string {
  if (Number.isNaN(value)) return "";
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/\.?0+$/, "");
}

export type PanelFormat = "csv" | "ndjson";

interface PanelRequest extends PanelRange {
  readonly format: PanelFormat;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** The query of a panel. Throws `invalid_argument` with the parameter's name. */
function panelRequest(parameters: Parameters): PanelRequest {
  const text = (name: string) => {
    const value = parameters[name];
    if (Array.isArray(value)) throw invalidArgument(`${name} is given ${value.length} times`);
    return (value ?? "").trim();
  };
  return { ...panelRange(text), format: formatOf(text("format")), after: cursorOf(text("cursor")) };
}

function formatOf(text: string): PanelFormat {
  const format = text.toLowerCase() || "csv";
  if (format === "csv" || format === "ndjson") return format;
  throw invalidArgument(
    `format: ${quoted(text)} is not csv or ndjson; /v1/panel.parquet and others are files`,
  );
}

/** `2026-11-06:ZZA`: the date and code of the last whole row that arrived. */
function cursorOf(text: string): PanelQuery["after"] {
  if (text === "") return undefined;
  const [date, code, ...more] = text.split(":");
  const day = dayNumberOf(date);
  if (day === undefined || !/^[A-Z0-9]{3,6}$/.test(code ?? "") || more.length > 0)
    throw invalidArgument(
      `cursor: ${quoted(text)} is not the date and code of a row, such as 2026-11-06:ZZA`,
    );
  return { day, code };
}

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

/** `GET /v1/panel`: every position of a range of dates, written while it is sent. */
export const answerPanel: Answer = (call) => {
  const { request, reply } = call;
  const query = panelRequest(request.query as Record<string, string | string[]>);
  const { view } = call;
  const gzip = acceptsGzip(request);
  const etag = panelTag(view.manifest, query, gzip);
  const ifMatch = request.headers["if-match"];
  if (ifMatch !== undefined && !isTagMatch(ifMatch, etag)) {
    const message = "the data has changed since; begin again without a cursor";
    return reply
      .code(412)
      .header("cache-control", "no-store")
      .send(errorBody("failed_precondition", message));
  }
  const { format, fromText, toText } = query;
  const headers = {
    vary: "accept-encoding, origin",
    "x-content-type-options": "nosniff",
    "content-disposition": `attachment; filename="terrace-panel-${fromText}-to-${toText}.${format}"`,
  };
  if (!call.admits({ etag, headers })) return reply;
  call.takePlace();
  reply.type(TYPES[format]);
  if (gzip) reply.header("content-encoding", "gzip");
  return call.stream(async () => {
    const { head, line, incomplete } = PANEL_LINES[format];
    let rows = 0;
    const body = await pieceStream({
      async *write(signal) {
        // Who goes on has the head already.
        if (head !== "" && query.after === undefined) yield Buffer.from(head);
        for await (const day of iterateYielding(panelDays(marketOf(view), query), 1, signal)) {
          rows += day.length;
          if (day.length > 0) yield Buffer.from(day.map(line).join(""));
        }
      },
      failureEnd: () => incomplete(rows),
      ...call.reading,
    });
    return gzip ? pipeline(body, createGzip(), () => {}) : body;
  });
};

/** A tag that changes when any position does, and with the filters and the encoding, but not with the cursor. */
function panelTag({ files }: SnapshotManifest, query: PanelRequest, gzip: boolean): string {
  const pages = files.filter(({ path }) => /\/market_(positions|securities)\.pages$/.test(path));
  const { after: _cursor, codes, ...rest } = query;
  const text = JSON.stringify([pages.map(({ sha256 }) => sha256), rest, [...codes].sort()]);
  return encodedTag(tagOf(text), gzip ? "gzip" : null);
}
