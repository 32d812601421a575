import { panelTable } from "../../../domains/market/panel/export-positions.ts";
import { type PanelQuery, type PanelRange, panelRange } from "../../../domains/market/panel/panel.ts";
import { loadWriter } from "../../../exports/formats.ts";
import type { ExportWriter } from "../../../exports/writer.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { dayNumberOf } from "../../../runtime/time/calendar-date.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import { type Answer, acceptsGzip } from "../../admission/route.ts";
import { encodedTag, isTagMatch, tagOf } from "../../wire/http/entity-tags.ts";
import { fileStream } from "../exports/file-stream.ts";

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

type PanelFormat = keyof typeof TYPES;

interface PanelRequest extends PanelRange {
  readonly format: PanelFormat;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** Parses the query; throws `invalid_argument` with the parameter's name. */
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

/** `2026-11-06:ZZA`: date and code of the last row that arrived whole. */
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

/** `GET /v1/panel`: short positions of a range of dates, streamed. */
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
  return call.stream(async () =>
    fileStream({
      writer: panelWriter(await loadWriter(format), query),
      table: panelTable(view, query),
      facts: snapshotFacts(view.manifest),
      encoding: gzip ? "gzip" : undefined,
      ...call.reading,
    }),
  );
};

/** Writes a chunk per day. After a cursor there is no header line; JSON omits null names. */
function panelWriter(writer: ExportWriter, { format, after }: PanelRequest): ExportWriter {
  return {
    ...writer,
    async *write(table, facts, progress) {
      const byDay = { ...table, batches: (signal: AbortSignal) => table.batches(signal, 1) };
      let isHead = format === "csv";
      for await (const piece of writer.write(byDay, facts, progress)) {
        if (format === "ndjson")
          yield Buffer.from(Buffer.from(piece).toString().replaceAll('"product_name":null,', ""));
        else if (!isHead || after === undefined) yield piece;
        isHead = false;
      }
    },
  };
}

/** The ETag depends on positions, filters and encoding, but not on the cursor. */
function panelTag({ files }: SnapshotManifest, query: PanelRequest, gzip: boolean): string {
  const pages = files.filter(({ path }) => /\/market_(positions|securities)\.pages$/.test(path));
  const { after: _cursor, codes, ...rest } = query;
  const text = JSON.stringify([pages.map(({ sha256 }) => sha256), rest, [...codes].sort()]);
  return encodedTag(tagOf(text), gzip ? "gzip" : null);
}
