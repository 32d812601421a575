import { hash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { marketOf } from "../../../domains/market/queries/market.ts";
import { panelDays } from "../../../domains/market/queries/panel.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { iterateYielding } from "../../../runtime/iterate-yielding.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import type { ExportSlots } from "../../admission/export-slots.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import { plainError } from "../../wire/http/plain-error.ts";
import { cutOff } from "../../wire/http/raw-request.ts";
import type { Handler } from "../../wire/http/read-routes.ts";
import { whenClosed } from "../../wire/http/when-closed.ts";
import { PANEL_LINES } from "./panel-lines.ts";
import { type PanelRequest, panelRequest } from "./panel-query.ts";

export interface PanelOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  /** Places among the files that are sent at once. */
  readonly slots: ExportSlots;
  /** Longest a caller may take to read a piece: the snapshot stays open until it has. */
  readonly answerTimeoutMs: number;
  readonly onError: (error: unknown) => void;
}

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

/** `GET /v1/panel`: every position of a range of dates, written while it is sent. */
export function panelHandler(options: PanelOptions): Handler {
  return (request, reply) => {
    const parameters = request.query as Record<string, string | string[]>;
    return answerPanel(request, reply, parameters, options);
  };
}

async function answerPanel(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Record<string, string | string[]>,
  { engine, accessControl, slots, answerTimeoutMs, onError }: PanelOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  const giveBack: (() => void)[] = [];
  const release = () => {
    for (const give of giveBack.splice(0)) give();
  };
  let sends = false;
  try {
    const query = panelRequest(parameters);
    const pin = engine.pin();
    giveBack.push(pin.release);
    const gzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const etag = tagOf(pin.view.manifest, query, gzip);
    const ifMatch = request.headers["if-match"];
    if (ifMatch !== undefined && !isTagMatch(ifMatch, etag))
      return reply
        .code(412)
        .send(errorBody("failed_precondition", "the data has changed since; begin again without a cursor"));
    describe(reply, query, etag);
    if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
    if (!admitPlain(reply.removeHeader("etag"), accessControl, caller, COSTS.panel)) return reply;
    const place = slots.take(caller.identifier);
    giveBack.push(place.release);
    reply.header("etag", etag).type(TYPES[query.format]);
    if (gzip) reply.header("content-encoding", "gzip");
    if (request.method === "HEAD") return reply.send();
    const late = setTimeout(() => body.destroy(new Error("the caller reads too slowly")), answerTimeoutMs);
    const left = new AbortController();
    const pieces = panelPieces(pin.view, query, {
      ...{ onDay: () => late.refresh(), onTaken: place.taken, onError },
      stop: left.signal,
    });
    const body = Readable.from(pieces, { objectMode: false });
    place.mayBeCut(() => {
      onError(new Error("a file gave way to others who wait: its caller reads too slowly"));
      cutOff(request.raw);
    });
    sends = true;
    body.once("error", onError).once("close", () => {
      clearTimeout(late);
      void pieces.return();
    });
    whenClosed(reply, () => {
      left.abort();
      body.destroy();
      release();
    });
    return reply.send(gzip ? pipeline(body, createGzip(), () => {}) : body);
  } catch (error) {
    return plainError(reply, error, onError);
  } finally {
    if (!sends) release();
  }
}

function describe(reply: FastifyReply, { format, fromText, toText }: PanelRequest, etag: string): void {
  const file = `terrace-panel-${fromText}-to-${toText}.${format}`;
  reply
    .header("vary", "accept-encoding, origin")
    .header("etag", etag)
    .header("cache-control", "public, max-age=3600")
    .header("x-content-type-options", "nosniff")
    .header("content-disposition", `attachment; filename="${file}"`);
}

interface PieceOptions {
  /** Called with each day, whether it has rows or not. */
  readonly onDay: () => void;
  /** Told of the lines that the caller has taken. */
  readonly onTaken: (byteLength: number) => void;
  readonly onError: (error: unknown) => void;
  /** Ends the lines: a generator that looks for rows hears no `return` until it has found some. */
  readonly stop: AbortSignal;
}

/**
 * Lines of the panel, a day at a time; after each day other calls have their turn. A failure ends the lines with one
 * that says so.
 */
async function* panelPieces(
  view: SnapshotView,
  query: PanelRequest,
  { onDay, onTaken, onError, stop }: PieceOptions,
): AsyncGenerator<string, void, void> {
  const { head, line, incomplete } = PANEL_LINES[query.format];
  let rows = 0;
  try {
    // Who goes on has the head already.
    if (head !== "" && query.after === undefined) yield head;
    for await (const day of iterateYielding(panelDays(marketOf(view), query), 1, stop)) {
      onDay();
      rows += day.length;
      if (day.length === 0) continue;
      const lines = day.map(line).join("");
      yield lines;
      onTaken(lines.length);
    }
  } catch (error) {
    if (stop.aborted) return;
    onError(error);
    yield incomplete(rows);
  }
}

/** A tag that changes when any position does, and with the filters and the encoding, but not with the cursor. */
function tagOf({ files }: SnapshotManifest, query: PanelRequest, gzip: boolean): string {
  const pages = files.filter(({ path }) => /\/market_(positions|securities)\.pages$/.test(path));
  const { after: _cursor, codes, ...rest } = query;
  const text = JSON.stringify([pages.map(({ sha256 }) => sha256), rest, [...codes].sort()]);
  return `"${hash("sha256", text).slice(0, 32)}${gzip ? "-gzip" : ""}"`;
}
