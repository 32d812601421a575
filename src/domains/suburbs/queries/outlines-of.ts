import { setImmediate } from "node:timers/promises";
import type { SuburbIndex } from "../../../engine/columns/suburb-index.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { listOf } from "../../export-rules.ts";
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

/** The geometry of each suburb as text, its outline or the point at its centroid; null where neither is known. */
export function outlinesOf(
  view: Pick<SnapshotView, "pages">,
  salCodes: readonly string[],
): (string | null)[] {
  return salCodes.map((code) => {
    const feature = suburbFeature(view, code);
    return feature === undefined ? null : geometryOf(String(feature));
  });
}

/** The geometry is the last member of a feature. */
function geometryOf(feature: string): string {
  const name = '"geometry":';
  return feature.slice(feature.indexOf(name) + name.length, -1);
}

/** West, south, east and north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Whether two boxes have a point in common. */
export function doMeet(one: Box, other: Box): boolean {
  return one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
}

/** Outlines looked at before others have their turn. */
const STRETCH = 10;

/** The box of a query; undefined without one. */
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

/** Those of the positions whose outline, or whose point where there is no outline, reaches into the box. */
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
      if (i % STRETCH === 0) await setImmediate();
      throwIfAborted(signal);
    }
    const box = boxes.get(code);
    if (box !== undefined && doMeet(box, wanted)) found.push(position);
  }
  return Uint32Array.from(found);
}

/** The box around a suburb's geometry; undefined when it has none. */
function outlineBox(view: SnapshotView, code: string): Box | undefined {
  const feature = suburbFeature(view, code);
  if (feature === undefined) return undefined;
  const text = Buffer.from(feature.buffer, feature.byteOffset, feature.byteLength).toString("latin1");
  return boxOfOutline(text.slice(text.indexOf('"geometry":')));
}

/** The box around the positions of a geometry's text; undefined without any. */
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
