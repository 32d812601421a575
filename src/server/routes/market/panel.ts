import { hash } from "node:crypto";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { panelDays } from "../../../domains/market/queries/panel.ts";
import { marketOf } from "../../../engine/columns/market/market.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { iterateYielding } from "../../../runtime/iterate-yielding.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import { type Answer, acceptsGzip } from "../../admission/route.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import { pieceStream } from "../exports/file-stream.ts";
import { PANEL_LINES } from "./panel-lines.ts";
import { type PanelRequest, panelRequest } from "./panel-query.ts";

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

/** `GET /v1/panel`: every position of a range of dates, written while it is sent. */
export const answerPanel: Answer = (call) => {
  const { request, reply } = call;
  const query = panelRequest(request.query as Record<string, string | string[]>);
  const { view } = call;
  const gzip = acceptsGzip(request);
  const etag = tagOf(view.manifest, query, gzip);
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
function tagOf({ files }: SnapshotManifest, query: PanelRequest, gzip: boolean): string {
  const pages = files.filter(({ path }) => /\/market_(positions|securities)\.pages$/.test(path));
  const { after: _cursor, codes, ...rest } = query;
  const text = JSON.stringify([pages.map(({ sha256 }) => sha256), rest, [...codes].sort()]);
  return `"${hash("sha256", text).slice(0, 32)}${gzip ? "-gzip" : ""}"`;
}
