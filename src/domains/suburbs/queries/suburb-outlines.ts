import type { SnapshotView } from "../../../engine/view.ts";
import { isAreaSet, MAP_PAGES_NAME } from "./map-pages.ts";

/** Bytes of a part of a compressed collection: what an answer holds in memory at a time. */
export const PART_BYTES = 128 * 1024;

export function partKey(scope: string, part: number): string {
  return `${scope} ${part}`;
}

/** The GeoJSON feature of a suburb; undefined when neither its outline nor its place is known. */
export function suburbFeature(
  { pages }: Pick<SnapshotView, "pages">,
  salCode: string,
): Uint8Array | undefined {
  return pages.find("suburb_outlines", salCode)?.binary(0);
}

/** Set of pages with the collection of a scope: a state or the country of suburbs, or all councils or states. */
export function collectionSet(scope: string): string {
  return isAreaSet(scope) ? MAP_PAGES_NAME : "outline_collections";
}

/** The FeatureCollection of a scope as a gzip stream; a part is read when it is asked for. */
export function* compressedCollection(
  { pages }: SnapshotView,
  scope: string,
): Generator<Uint8Array, void, void> {
  for (let part = 0; ; part++) {
    const page = pages.find(collectionSet(scope), partKey(scope, part));
    if (page === undefined) return;
    yield page.binary(0);
  }
}
