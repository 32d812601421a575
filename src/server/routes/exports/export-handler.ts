import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Export } from "../../../domains/export.ts";
import type { Engine } from "../../../engine/engine.ts";
import { fileMetadata } from "../../../exports/file-metadata.ts";
import { loadWriter, METADATA_EXTENSION } from "../../../exports/formats.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { SWITCH_KEYS, type Switches } from "../../../rpc/switches.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import type { ExportPlace, ExportSlots } from "../../admission/export-slots.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import { plainError } from "../../wire/http/plain-error.ts";
import { cutOff } from "../../wire/http/raw-request.ts";
import type { Handler } from "../../wire/http/read-routes.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { whenClosed } from "../../wire/http/when-closed.ts";
import { type AskedFile, askedFile } from "./export-request.ts";
import { fileStream } from "./file-stream.ts";

/** The compression that a caller accepts and a stream is sent in; gzip before br, which takes as long for the same size. */
function acceptedEncoding(header: string | string[] | undefined): "gzip" | "br" | undefined {
  const accepted = new Map(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map((part): [string, number] => {
        const [name, ...parameters] = part.split(";").map((piece) => piece.trim());
        const quality = parameters.find((one) => one.startsWith("q="));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))];
      }),
  );
  const isAccepted = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
  return (["gzip", "br"] as const).find(isAccepted);
}

export interface ExportOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly slots: ExportSlots;
  readonly switches: () => Switches;
  /** What answers depend on in addition to the snapshot and the request. */
  readonly answerValidity: () => string;
  readonly cacheControl: string;
  /** Longest a caller may take to read a piece. */
  readonly answerTimeoutMs: number;
  readonly onError: (error: unknown) => void;
}

/** `GET /v1/<path>.<extension>` of one export of the domains. */
export function exportHandler(declared: Export, options: ExportOptions): Handler {
  return (request, reply) => {
    const { file } = request.params as { file?: string };
    const url = request.routeOptions.url!;
    return answerExport(request, reply, declared, file ?? url.slice(url.lastIndexOf("/") + 1), options);
  };
}

async function answerExport(
  request: FastifyRequest,
  reply: FastifyReply,
  declared: Export,
  file: string,
  options: ExportOptions,
): Promise<FastifyReply> {
  const { engine, accessControl, slots, onError } = options;
  const caller = await identifyPlain(request, reply, accessControl, "any");
  if (caller === undefined) return reply;
  const giveBack: (() => void)[] = [];
  const release = () => {
    for (const give of giveBack.splice(0)) give();
  };
  const stop = new AbortController();
  whenClosed(reply, () => stop.abort());
  let isSent = false;
  try {
    const asked = askedFile(declared, file, request);
    const isMetadata = asked.format === METADATA_EXTENSION;
    const writer = isMetadata ? undefined : await loadWriter(asked.format);
    const encoding =
      writer?.isCompressible === true ? acceptedEncoding(request.headers["accept-encoding"]) : undefined;
    throwIfAborted(stop.signal);
    const validity = options.answerValidity();
    const shown = options.switches();
    const checkShown = () => {
      const now = options.switches();
      if (SWITCH_KEYS.every((key) => now[key] === shown[key])) return;
      throw new TerraceError("unavailable", "what may be shown has just changed; ask again");
    };
    const pin = engine.pin();
    giveBack.push(pin.release);
    const { manifest } = pin.view;
    const etag = tagOf(manifest.snapshotId, declared, asked, encoding, validity);
    reply
      .header("vary", "accept-encoding, origin")
      .header("cache-control", request.terraceAddress?.cacheControl(declared.tables) ?? options.cacheControl)
      .headers({ ...snapshotHeaders(snapshotFacts(manifest), declared.tables) });
    if (isTagMatch(request.headers["if-none-match"], etag))
      return reply.header("etag", etag).code(304).send();
    if (!admitPlain(reply, accessControl, caller, COSTS.exports)) return reply;
    const place = slots.take(caller.identifier);
    giveBack.push(place.release);
    const open = await declared.load();
    const { key, parameters } = asked;
    const wanted = {
      ...{ key, parameters, switches: shown },
      wantsGeometry: asked.format === "geojson",
    };
    const table = await open(pin.view, wanted, stop.signal);
    // Opening may take as long as the tables of a new snapshot.
    checkShown();
    const facts = snapshotFacts(manifest);
    reply.header("etag", etag);
    if (writer === undefined) {
      const body = `${JSON.stringify(fileMetadata(table, facts), undefined, 1)}\n`;
      return reply.type("application/json; charset=utf-8").send(body);
    }
    const name = `terrace-${table.name}-${manifest.asOf.slice(0, 10)}.${asked.format}`;
    reply
      .type(writer.contentType)
      .header("content-disposition", `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")}"`)
      .header("link", `<${asked.metadataPath}>; rel="describedby"; type="application/json"`);
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    if (request.method === "HEAD") return reply.send();
    const body = await fileStream({
      ...{ writer, table, facts, encoding, onError, signal: stop.signal },
      ...{ pieceTimeoutMs: options.answerTimeoutMs, checkShown, onTaken: place.taken },
      rawFormulas: asked.rawFormulas,
    });
    isSent = true;
    return sendBody(request, reply, body, { place, release, onError });
  } catch (error) {
    return plainError(reply, error, onError);
  } finally {
    if (!isSent) release();
  }
}

/** Sends a file; its place is given back when it was read, or its caller left or gave way to others. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
  { place, release, onError }: { place: ExportPlace; release: () => void; onError: (error: unknown) => void },
): FastifyReply {
  place.mayBeCut(() => {
    onError(new Error("a file gave way to others who wait: its caller reads too slowly"));
    cutOff(request.raw);
  });
  whenClosed(reply, () => {
    body.destroy();
    release();
  });
  return reply.send(body);
}

/** A tag that differs wherever the bytes can. */
function tagOf(
  snapshotId: string,
  { path }: Export,
  { key, format, parameters, rawFormulas }: AskedFile,
  encoding: string | undefined,
  validity: string,
): string {
  const asked = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([snapshotId, path, key, format, asked, rawFormulas, encoding ?? "", validity]);
  return `"${hash("sha256", text).slice(0, 32)}"`;
}
