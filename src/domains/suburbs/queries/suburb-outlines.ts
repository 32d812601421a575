import type { SnapshotView } from "../../../engine/view.ts";

/** Bytes of a part of a compressed collection: what an answer holds in memory at a time. */
export const PART_BYTES = 128 * 1024;

export function partKey(scope: string, part: number): string {
  return `${scope} ${part}`;
}

/** The GeoJSON feature of a suburb; undefined when neither its outline nor its place is known. */
export function suburbFeature({ pages }: SnapshotView, salCode: string): Uint8Array | undefined {
  return pages.find("suburb_outlines", salCode)?.binary(0);
}

/** The FeatureCollection of a state or the country as a gzip stream; a part is read when it is asked for. */
export function* compressedCollection(
  { pages }: SnapshotView,
  scope: string,
): Generator<Uint8Array, void, void> {
  for (let part = 0; ; part++) {
    const page = pages.find("outline_collections", partKey(scope, part));
    if (page === undefined) return;
    yield page.binary(0);
  }
}
