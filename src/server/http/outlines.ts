import { hash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NATIONAL_SCOPE, STATE_CODES, STATES, type State, stateCodeIn } from "../../dataset/states.ts";
import { outlinePages } from "../../domains/suburbs/queries/suburb-outlines.ts";
import type { Engine, Pin } from "../../engine/engine.ts";
import type { SnapshotManifest } from "../../snapshot/manifest/manifest.ts";
import type { AccessControl } from "../callers/access-control.ts";
import { admitPlain, identifyPlain, refuseOtherMethods } from "../callers/plain-admission.ts";
import { COSTS } from "../limits/limits.ts";
import { isTagMatch } from "./entity-tags.ts";

export interface OutlinesOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

const URL = "/v1/outlines/:state.geojson";

/** Longest a caller may take to read an answer: the snapshot stays open until it has. */
const READ_WITHIN_MS = 120_000;

/** Registers `GET /v1/outlines/{state}.geojson`, `AU` being the whole country: a FeatureCollection that is read from the tables while it is sent. */
export function registerOutlines(scope: FastifyInstance, options: OutlinesOptions): void {
  scope.route<{ Params: { state: string } }>({
    method: ["GET", "HEAD"],
    url: URL,
    handler: (request, reply) => answerOutlines(request, reply, request.params.state, options),
  });
  refuseOtherMethods(scope, URL);
}

async function answerOutlines(
  request: FastifyRequest,
  reply: FastifyReply,
  given: string,
  { engine, accessControl, onError }: OutlinesOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  const scope = stateCodeIn(given);
  const states = STATES.filter(({ code }) => scope === NATIONAL_SCOPE || scope === code);
  if (states.length === 0) {
    const allowed = [...STATE_CODES, NATIONAL_SCOPE].join(", ");
    return reply.code(404).send({ error: `no state "${given}"; allowed are ${allowed}` });
  }
  const pin = engine.pin();
  let sends = false;
  try {
    const gzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const head = collectionHead(pin.view.manifest, scope);
    const etag = tagOf(pin.view.manifest, head, gzip);
    reply
      .header("vary", "accept-encoding")
      .header("etag", etag)
      .header("cache-control", "public, max-age=300")
      .header("x-terrace-snapshot", pin.view.manifest.snapshotId);
    if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
    if (!admitPlain(reply.removeHeader("etag"), accessControl, caller, COSTS.outlines)) return reply;
    reply.header("etag", etag).type("application/geo+json; charset=utf-8");
    if (gzip) reply.header("content-encoding", "gzip");
    if (request.method === "HEAD") return reply.send();
    const pieces = collectionPieces(pin, states, head);
    // Until the first piece is there, a failure can still be told by its status.
    const first = await pieces.next();
    const body = Readable.from(following(first.value as string, pieces), { objectMode: false });
    sends = true;
    const late = setTimeout(() => body.destroy(new Error("the caller reads too slowly")), READ_WITHIN_MS);
    reply.raw.once("close", () => body.destroy());
    body.once("error", onError).once("close", () => {
      clearTimeout(late);
      void pieces.return();
    });
    return reply.send(gzip ? pipeline(body, createGzip(), () => {}) : body);
  } catch (error) {
    onError(error);
    for (const name of ["etag", "content-encoding"]) reply.removeHeader(name);
    return reply
      .code(503)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send({ error: "the data cannot be read at the moment" });
  } finally {
    if (!sends) pin.release();
  }
}

/** Pieces of the document; the pin is released when the last was taken or the reader went away. */
async function* collectionPieces(
  pin: Pin,
  states: readonly State[],
  head: string,
): AsyncGenerator<string, void, void> {
  const stop = new AbortController();
  try {
    let lead = head;
    for (const state of inCodeOrder(states)) {
      for await (const page of outlinePages(pin.view, state, stop.signal)) {
        const features = page.map(
          ({ sal_code, sal_name, outline }) =>
            `{"type":"Feature","id":"${sal_code}","properties":${JSON.stringify({ sal_code, sal_name })},"geometry":${outline}}`,
        );
        yield `${lead}\n${features.join(",\n")}`;
        lead = ",";
      }
    }
    yield lead === head ? `${head}]}\n` : "\n]}\n";
  } finally {
    stop.abort();
    pin.release();
  }
}

/** Features come by sal_code, whose first digit is the state. */
function inCodeOrder(states: readonly State[]): State[] {
  return [...states].sort((a, b) => (a.digit < b.digit ? -1 : 1));
}

async function* following(
  first: string,
  rest: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  yield first;
  yield* rest;
}

/** The document up to its features. */
function collectionHead({ sources, synthetic }: SnapshotManifest, scope: string): string {
  const publishers = sources
    .filter(({ tables, withheld }) => withheld !== true && tables.includes("suburb_outlines"))
    .map(({ id, publisher, title, licence, vintage, attribution, url }) => ({
      ...{ id, publisher, title, licence, vintage },
      ...(attribution === undefined ? {} : { attribution }),
      ...(url === undefined ? {} : { url }),
    }));
  const members = { type: "FeatureCollection", state_code: scope, synthetic, sources: publishers };
  return `${JSON.stringify(members).slice(0, -1)},"features":[`;
}

/** A tag that changes when any outline or what is said of them does; one for each encoding. */
function tagOf({ files }: SnapshotManifest, head: string, gzip: boolean): string {
  const tables = files
    .filter(({ path }) => /\/suburb_(outlines|places)\.parquet$/.test(path))
    .map(({ sha256 }) => sha256);
  return `"${hash("sha256", `${tables.join(" ")} ${head}`).slice(0, 32)}${gzip ? "-gzip" : ""}"`;
}
