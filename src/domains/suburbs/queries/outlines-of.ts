import { setImmediate } from "node:timers/promises";
import type { SuburbIndex } from "../../../engine/columns/suburb-index.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { listOf } from "../../export-rules.ts";
import { isAreaSet, MAP_PAGES_NAME } from "./map-pages.ts";

/** Size of the parts of a compressed collection: an answer holds one in memory at a time. */
export const PART_BYTES = 128 * 1024;

export function partKey(scope: string, part: number): string {
  return `${scope} ${part}`;
}

/** GeoJSON feature of a suburb; undefined if neither outline nor centroid is known. */
export function suburbFeature(
  { pages }: Pick<SnapshotView, "pages">,
  salCode: string,
): Uint8Array | undefined {
  return pages.find("suburb_outlines", salCode)?.binary(0);
}

/** Page set of a scope's collection: suburbs of a state or the country, or all councils or states. */
export function collectionSet(scope: string): string {
  return isAreaSet(scope) ? MAP_PAGES_NAME : "outline_collections";
}

/** The gzipped FeatureCollection of a scope; each part is read lazily. */
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

/** GeoJSON geometry of each suburb: its outline, or its centroid as a point; null if neither is known. */
export function outlinesOf(
  view: Pick<SnapshotView, "pages">,
  salCodes: readonly string[],
): (string | null)[] {
  return salCodes.map((code) => {
    const feature = suburbFeature(view, code);
    return feature === undefined ? null : geometryOf(String(feature));
  });
}

/** Relies on the geometry being the last member of a feature. */
function geometryOf(feature: string): string {
  const name = '"geometry":';
  return feature.slice(feature.indexOf(name) + name.length, -1);
}

/** Degrees. */
type Box = readonly [west: number, south: number, east: number, north: number];

/** Whether two boxes intersect or touch. */
export function boxesIntersect(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}

/** Suburbs processed between yields to the event loop. */
const SUBURBS_PER_TURN = 10;

/** Parses a bounding box; undefined if it is missing. */
export function boxOf(text: string | undefined): Box | undefined {
  const numbers = listOf(text)?.map((part) => (part === "" ? Number.NaN : Number(part)));
  if (numbers === undefined) return undefined;
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || west > east || south > north) {
    throw invalidArgument(
      `bbox: ${quoted(text!)} is not west,south,east,north in degrees, such as 150.9,-34.1,151.4,-33.6`,
    );
  }
  return [west, south, east, north];
}

/** The positions whose outline's bounding box, or centroid if there is no outline, intersects the box. */
export async function suburbsInBox(
  view: SnapshotView,
  { salCodes }: SuburbIndex,
  positions: Uint32Array,
  wanted: Box,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const boxes = view.derived("suburb_boxes", () => new Map<string, Box | undefined>());
  const found: number[] = [];
  for (const [i, position] of positions.entries()) {
    const code = salCodes[position];
    if (!boxes.has(code)) {
      boxes.set(code, outlineBox(view, code));
      if (i % SUBURBS_PER_TURN === 0) await setImmediate();
      throwIfAborted(signal);
    }
    const box = boxes.get(code);
    if (box !== undefined && boxesIntersect(box, wanted)) found.push(position);
  }
  return Uint32Array.from(found);
}

/** Bounding box of a suburb's geometry; undefined if it has none. */
function outlineBox(view: SnapshotView, code: string): Box | undefined {
  const feature = suburbFeature(view, code);
  if (feature === undefined) return undefined;
  const text = Buffer.from(feature.buffer, feature.byteOffset, feature.byteLength).toString("latin1");
  return boxOfOutline(text.slice(text.indexOf('"geometry":')));
}

/** Bounding box of a geometry in JSON; undefined if it has no positions. */
export function boxOfOutline(text: string): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, lon, lat] of text.matchAll(/\[(-?[\d.]+),(-?[\d.]+)\]/g)) {
    const [x, y] = [Number(lon), Number(lat)];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return west > east ? undefined : [west, south, east, north];
}
