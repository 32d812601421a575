import { gzipSync } from "fflate";
import type { Feature, FeatureCollection } from "geojson";
import GeoJSONVT from "geojson-vt";
import type { PageDocument } from "../../../../snapshot/pages/write-pages.ts";
import { type MapSet, tileKey, ZOOMS } from "../../queries/map-pages.ts";
import { EXTENT, encodeTile } from "./encode-tile.ts";

/** The tiles of a set at every zoom that it has, each compressed once. */
export function* tilePages(set: MapSet, features: readonly Feature[]): Generator<PageDocument, void, void> {
  const { minzoom, maxzoom } = ZOOMS[set];
  const collection: FeatureCollection = { type: "FeatureCollection", features: [...features] };
  const index = new GeoJSONVT(collection, {
    ...{ maxZoom: maxzoom, indexMaxZoom: maxzoom, indexMaxPoints: 0 },
    // Of the side of a tile what is usual: a 64th beyond it, and points that are less than 3 of 4096 off are left out.
    ...{ extent: EXTENT, buffer: EXTENT / 64, tolerance: (3 * EXTENT) / 4096 },
  });
  for (const { z, x, y } of index.tileCoords) {
    const tile = z < minzoom ? null : index.getTileRaw(z, x, y);
    if (tile === null || tile.features.length === 0) continue;
    const binary = gzipSync(encodeTile(set, tile.features), { level: 1, mem: 2, mtime: 0 });
    yield { key: tileKey(set, z, x, y), elements: [{ binary }] };
  }
}
