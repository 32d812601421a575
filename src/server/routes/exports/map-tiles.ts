import { gunzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import {
  isMapSet,
  MAP_PAGES_NAME,
  MAP_SETS,
  type MapSet,
  mapPage,
  TILE_FIELDS,
  tileKey,
  ZOOMS,
} from "../../../domains/suburbs/queries/map-pages.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { notFound } from "../../../runtime/errors.ts";
import { sourcesOfTables } from "../../../snapshot/manifest/metric-sources.ts";
import { type Answer, acceptsGzip, type RouteCall } from "../../admission/route.ts";
import { encodedTag, tagOf } from "../../wire/http/entity-tags.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";

/** Dataset tables behind tiles; no switch withholds them. */
const TABLES = ["suburb_outlines", "suburb_demographics", "suburb_lga", "lga"];

interface Asked {
  readonly set: string;
  readonly z?: string;
  readonly x?: string;
  readonly y?: string;
}

/** `GET /v1/tiles/{set}/{z}/{x}/{y}.mvt`: a tile cut and compressed at build time; 204 for sea. */
export const answerTile = answering("mvt", ({ view, request, reply }, set) => {
  const bytes = mapPage(view, keyOf(set, request.params as Asked));
  if (bytes === undefined) return reply.code(204).send();
  reply.type("application/vnd.mapbox-vector-tile");
  if (!acceptsGzip(request)) return reply.send(gunzipSync(bytes));
  return reply.header("content-encoding", "gzip").send(Buffer.from(bytes));
});

/** `GET /v1/tiles/{set}.json`: TileJSON 3.0 of a set. */
export const answerTileJson = answering("json", ({ view, reply, parts, prefix }, set) => {
  const { sources, synthetic, snapshotId } = view.manifest;
  const credits = sourcesOfTables(TABLES, sources).map(
    ({ attribution, publisher }) => attribution ?? publisher,
  );
  return reply.type("application/json; charset=utf-8").send({
    tilejson: "3.0.0",
    scheme: "xyz",
    name: `Terrace: ${set}`,
    version: "1.0.0",
    description: `${synthetic ? "SYNTHETIC: no real place or figure. " : ""}Snapshot ${snapshotId}.`,
    attribution: [...new Set(credits)].join("; "),
    synthetic,
    tiles: [`${parts.webUrl()}${prefix}/v1/tiles/${set}/{z}/{x}/{y}.mvt`],
    ...ZOOMS[set],
    bounds: [96, -44, 168, -9],
    vector_layers: [{ id: set, fields: TILE_FIELDS[set], ...ZOOMS[set] }],
  });
});

/** Handles an existing set, with the headers that tiles and TileJSON share. */
function answering(kind: "mvt" | "json", answer: (call: RouteCall, set: MapSet) => FastifyReply): Answer {
  return (call) => {
    const { request, reply, view } = call;
    const asked = request.params as Asked;
    const { set } = asked;
    const file = view.manifest.files.find(({ path }) => path.endsWith(`/${MAP_PAGES_NAME}.pages`));
    if (!isMapSet(set) || file === undefined) {
      const known = file === undefined ? "this snapshot has none" : `there are ${MAP_SETS.join(", ")}`;
      throw notFound(`no tiles of ${quoted(set)}; ${known}`);
    }
    const headers = {
      vary: "accept-encoding, origin",
      "cache-control": call.cacheControl(TABLES),
      ...snapshotHeaders(snapshotFacts(view.manifest), TABLES),
    };
    // No ETag for TileJSON: its sources may change while the tiles stay.
    const name = `mvt ${kind === "mvt" ? keyOf(set, asked) : set} ${file.sha256}`;
    const etag = encodedTag(tagOf(name), acceptsGzip(request) ? "gzip" : null);
    return call.admits(kind === "mvt" ? { headers, etag } : { headers }) ? answer(call, set) : reply;
  };
}

/** The key of the tile asked for; throws not_found outside the zooms. */
function keyOf(set: MapSet, { z = "", x = "", y = "" }: Asked): string {
  const numbers = [z, x, y].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
  const [zoom, column, row] = numbers;
  const { minzoom, maxzoom } = ZOOMS[set];
  if (!(zoom >= minzoom && zoom <= maxzoom)) {
    throw notFound(`zoom ${quoted(z)}: ${set} have ${minzoom} to ${maxzoom}`);
  }
  if (!(column < 2 ** zoom && row < 2 ** zoom)) {
    throw notFound(`no tile ${quoted(`${x}/${y}`)} at zoom ${zoom}`);
  }
  return tileKey(set, zoom, column, row);
}
