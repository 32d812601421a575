import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import { AREA_SETS, isAreaSet } from "../../domains/suburbs/queries/map-pages.ts";
import { collectionSet, compressedCollection } from "../../domains/suburbs/queries/outlines-of.ts";
import { notFound } from "../../runtime/errors.ts";
import { type Answer, acceptsGzip } from "../admission/route.ts";
import { encodedTag, tagOf } from "../wire/http/entity-tags.ts";
import { pieceStream } from "./exports/file-stream.ts";

/** `GET /v1/outlines/{state}.geojson`, also `AU`, `councils`, `states`: GeoJSON compressed at build time. */
export const answerOutlines: Answer = (call) => {
  const { request, reply, view } = call;
  const { state: given } = request.params as { state: string };
  const scope = isAreaSet(given) ? given : stateCodeIn(given);
  const isKnown = isAreaSet(scope)
    ? view.pages.has(collectionSet(scope))
    : scope === NATIONAL_SCOPE || isStateCode(scope);
  if (!isKnown) {
    const allowed = [...STATE_CODES, NATIONAL_SCOPE, ...AREA_SETS].join(", ");
    throw notFound(`no outlines of "${given}"; allowed are ${allowed}`);
  }
  const gzip = acceptsGzip(request);
  // Changes when any outline or its sources do.
  const collections = view.manifest.files.find(({ path }) => path.endsWith(`/${collectionSet(scope)}.pages`));
  const etag = encodedTag(tagOf(`${scope} ${collections?.sha256}`), gzip ? "gzip" : null);
  const headers = { vary: "accept-encoding, origin", "x-terrace-snapshot": view.manifest.snapshotId };
  if (!call.admits({ etag, headers })) return reply;
  reply.type("application/geo+json; charset=utf-8");
  if (gzip) reply.header("content-encoding", "gzip");
  return call.stream(async () => {
    const body = await pieceStream({
      async *write() {
        yield* compressedCollection(view, scope);
      },
      ...call.reading,
    });
    return gzip ? body : pipeline(body, createGunzip(), () => {});
  });
};
