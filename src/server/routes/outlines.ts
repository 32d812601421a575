import { hash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import { AREA_SETS, isAreaSet } from "../../domains/suburbs/queries/map-pages.ts";
import { collectionSet, compressedCollection } from "../../domains/suburbs/queries/suburb-outlines.ts";
import type { Engine, Pin } from "../../engine/engine.ts";
import { errorBody, UNREADABLE } from "../../rpc/error-body.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { isTagMatch } from "../wire/http/entity-tags.ts";
import type { Handler } from "../wire/http/read-routes.ts";
import { whenClosed } from "../wire/http/when-closed.ts";

export interface OutlinesOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** Longest a caller may take to read an answer: the snapshot stays open until it has. */
const READ_WITHIN_MS = 120_000;

/**
 * `GET /v1/outlines/{state}.geojson`, `AU` being the whole country, and `councils` and `states` of it: a FeatureCollection
 * that was compressed when the snapshot was built.
 */
export function outlinesHandler(options: OutlinesOptions): Handler {
  return (request, reply) => {
    const { state } = request.params as { state: string };
    return answerOutlines(request, reply, state, options);
  };
}

async function answerOutlines(
  request: FastifyRequest,
  reply: FastifyReply,
  given: string,
  { engine, accessControl, onError }: OutlinesOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl, "any");
  if (caller === undefined) return reply;
  const pin = engine.pin();
  let sends = false;
  try {
    const scope = isAreaSet(given) ? given : stateCodeIn(given);
    const isKnown = isAreaSet(scope)
      ? pin.view.pages.has(collectionSet(scope))
      : scope === NATIONAL_SCOPE || isStateCode(scope);
    if (!isKnown) {
      const allowed = [...STATE_CODES, NATIONAL_SCOPE, ...AREA_SETS].join(", ");
      return reply
        .code(404)
        .send(errorBody("not_found", `no outlines of "${given}"; allowed are ${allowed}`));
    }
    const gzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const etag = tagOf(pin.view.manifest, scope, gzip);
    reply
      .header("vary", "accept-encoding, origin")
      .header("etag", etag)
      .header("cache-control", "public, max-age=300")
      .header("x-terrace-snapshot", pin.view.manifest.snapshotId);
    if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
    if (!admitPlain(reply.removeHeader("etag"), accessControl, caller, COSTS.outlines)) return reply;
    reply.header("etag", etag).type("application/geo+json; charset=utf-8");
    if (gzip) reply.header("content-encoding", "gzip");
    if (request.method === "HEAD") return reply.send();
    const pieces = collectionPieces(pin, scope);
    // Until the first piece is there, a failure can still be reported by its status.
    const first = pieces.next();
    const body = Readable.from(following(first.value!, pieces), { objectMode: false });
    sends = true;
    const late = setTimeout(() => body.destroy(new Error("the caller reads too slowly")), READ_WITHIN_MS);
    whenClosed(reply, () => body.destroy());
    body.once("error", onError).once("close", () => {
      clearTimeout(late);
      void pieces.return();
    });
    return reply.send(gzip ? body : pipeline(body, createGunzip(), () => {}));
  } catch (error) {
    onError(error);
    for (const name of ["etag", "content-encoding"]) reply.removeHeader(name);
    return reply
      .code(503)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(UNREADABLE);
  } finally {
    if (!sends) pin.release();
  }
}

/** Pieces of the document; the pin is released when the last was taken or the reader went away. */
function* collectionPieces(pin: Pin, scope: string): Generator<Uint8Array, void, void> {
  try {
    yield* compressedCollection(pin.view, scope);
  } finally {
    pin.release();
  }
}

function* following(
  first: Uint8Array,
  rest: Generator<Uint8Array, void, void>,
): Generator<Uint8Array, void, void> {
  yield first;
  yield* rest;
}

/** A tag that changes when any outline or what is said of them does; one for each scope and encoding. */
function tagOf({ files }: SnapshotManifest, scope: string, gzip: boolean): string {
  const collections = files.find(({ path }) => path.endsWith(`/${collectionSet(scope)}.pages`));
  return `"${hash("sha256", `${scope} ${collections?.sha256}`).slice(0, 32)}${gzip ? "-gzip" : ""}"`;
}
