import { hash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  compressedTile,
  isMapSet,
  MAP_PAGES_NAME,
  MAP_SETS,
  type MapSet,
  TILE_FIELDS,
  tileKey,
  ZOOMS,
} from "../../../domains/suburbs/queries/map-pages.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { snapshotFacts } from "../../../rpc/pinned-method.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { sourcesOfTables } from "../../../snapshot/manifest/metric-sources.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import { plainError } from "../../wire/http/plain-error.ts";
import type { Handler } from "../../wire/http/read-routes.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";

export interface TileOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  /** Public address of the server. */
  readonly webUrl: () => string;
  readonly cacheControl: string;
  readonly onError: (error: unknown) => void;
}

/** The dataset tables that tiles are made from; no switch withholds any of them. */
const TABLES = ["suburb_outlines", "suburb_demographics", "suburb_lga", "lga"];

interface Asked {
  readonly set: string;
  readonly z?: string;
  readonly x?: string;
  readonly y?: string;
}

/** `GET /v1/tiles/{set}/{z}/{x}/{y}.mvt`: a tile that was cut and compressed when the snapshot was built; 204 without land. */
export function tileHandler(options: TileOptions): Handler {
  return answering(options, "mvt", (view, set, asked, request, reply) => {
    const bytes = compressedTile(view, keyOf(set, asked));
    if (bytes === undefined) return reply.code(204).send();
    reply.type("application/vnd.mapbox-vector-tile");
    if (!acceptsGzip(request)) return reply.send(gunzipSync(bytes));
    return reply.header("content-encoding", "gzip").send(Buffer.from(bytes));
  });
}

/** `GET /v1/tiles/{set}.json`: where a set's tiles are and what they hold, as TileJSON 3.0. */
export function tileJsonHandler(options: TileOptions): Handler {
  return answering(options, "json", (view, set, _asked, request, reply) => {
    const { sources, synthetic, snapshotId } = view.manifest;
    const credits = sourcesOfTables(TABLES, sources).map(
      ({ attribution, publisher }) => attribution ?? publisher,
    );
    const base = `${options.webUrl()}${request.terraceAddress?.prefix ?? ""}/v1/tiles/${set}`;
    return reply.type("application/json; charset=utf-8").send({
      ...{ tilejson: "3.0.0", scheme: "xyz", name: `Terrace: ${set}`, version: "1.0.0" },
      description: `${synthetic ? "SYNTHETIC: no real place or figure. " : ""}Snapshot ${snapshotId}.`,
      attribution: [...new Set(credits)].join("; "),
      synthetic,
      tiles: [`${base}/{z}/{x}/{y}.mvt`],
      ...ZOOMS[set],
      bounds: [96, -44, 168, -9],
      vector_layers: [{ id: set, fields: TILE_FIELDS[set], ...ZOOMS[set] }],
    });
  });
}

type Answer = (
  view: SnapshotView,
  set: MapSet,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/** Answers for a set that the snapshot has, with the headers that tiles and their description share. */
function answering(
  { engine, accessControl, cacheControl, onError }: TileOptions,
  kind: string,
  answer: Answer,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await identifyPlain(request, reply, accessControl, "any");
    if (caller === undefined) return reply;
    const pin = engine.pin();
    try {
      const { view } = pin;
      const asked = request.params as Asked;
      const { set } = asked;
      const file = view.manifest.files.find(({ path }) => path.endsWith(`/${MAP_PAGES_NAME}.pages`));
      if (!isMapSet(set) || file === undefined) {
        const known = file === undefined ? "this snapshot has none" : `there are ${MAP_SETS.join(", ")}`;
        throw new TerraceError("not_found", `no tiles of ${quoted(set)}; ${known}`);
      }
      const name = kind === "json" ? set : keyOf(set, asked);
      const encoding = kind === "mvt" && acceptsGzip(request) ? "-gzip" : "";
      const etag = `"${hash("sha256", `${kind} ${name} ${file.sha256}`).slice(0, 32)}${encoding}"`;
      reply
        .header("vary", "accept-encoding, origin")
        .header("cache-control", request.terraceAddress?.cacheControl(TABLES) ?? cacheControl)
        .headers({ ...snapshotHeaders(snapshotFacts(view.manifest), TABLES) });
      // What a description says of sources may change while the tiles stay.
      const isHeld = kind === "mvt" && isTagMatch(request.headers["if-none-match"], etag);
      if (isHeld) return reply.header("etag", etag).code(304).send();
      if (!admitPlain(reply, accessControl, caller, COSTS.rpc)) return reply;
      if (kind === "mvt") reply.header("etag", etag);
      return answer(view, set, asked, request, reply);
    } catch (error) {
      return plainError(reply.removeHeader("etag"), error, onError);
    } finally {
      pin.release();
    }
  };
}

/** The key of the tile asked for, if such a tile may be. */
function keyOf(set: MapSet, { z = "", x = "", y = "" }: Asked): string {
  const numbers = [z, x, y].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
  const [zoom, column, row] = numbers;
  const { minzoom, maxzoom } = ZOOMS[set];
  if (!(zoom >= minzoom && zoom <= maxzoom)) {
    throw new TerraceError("not_found", `zoom ${quoted(z)}: ${set} have ${minzoom} to ${maxzoom}`);
  }
  if (!(column < 2 ** zoom && row < 2 ** zoom)) {
    throw new TerraceError("not_found", `no tile ${quoted(`${x}/${y}`)} at zoom ${zoom}`);
  }
  return tileKey(set, zoom, column, row);
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
}
