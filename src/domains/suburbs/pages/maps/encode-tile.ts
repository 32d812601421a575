import type { DescField } from "@bufbuild/protobuf";
import type { RawFeature } from "geojson-vt";
import { remembered } from "../../../../runtime/lazy.ts";
import { LENGTH_DELIMITED } from "../../../../runtime/wire-bytes.ts";
import { UNTAGGED, WRITERS, written } from "../../../../snapshot/pages/write-fields.ts";

/** Units per tile side: twice the usual, which costs less than another zoom level. */
export const EXTENT = 8192;

/** Geometry type and commands of the Mapbox Vector Tile specification 2.1. */
const POINT = 1;
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

/** MVT has no descriptors. Writers name the field only if a value cannot be written, which never occurs. */
const NO_FIELD = undefined as unknown as DescField;

const number = (field: number, value: number) => WRITERS.whole(field << 3, value, NO_FIELD);
const text = (field: number, value: string) => WRITERS.text((field << 3) | LENGTH_DELIMITED, value, NO_FIELD);
const packed = (value: number) => WRITERS.uint32(UNTAGGED, value, NO_FIELD);
/** Zigzag encoding: small numbers of either sign take few bytes. */
const zigzag = (value: number) => packed(((value << 1) ^ (value >> 31)) >>> 0);

/** Writes a length-delimited field. */
function within(field: number, write: () => void): void {
  const place = WRITERS.open((field << 3) | LENGTH_DELIMITED);
  write();
  WRITERS.close(place);
}

/** Encodes a tile of one layer; null properties are left out. */
export function encodeTile(name: string, features: readonly RawFeature[]): Uint8Array {
  const keys = new Map<string, number>();
  const values = new Map<unknown, number>();
  const writeFeature = (feature: RawFeature) => {
    if (typeof feature.id === "number") number(1, feature.id);
    within(2, () => {
      for (const key in feature.tags) {
        const value = feature.tags[key];
        if (value === null) continue;
        packed(remembered(keys, key, () => keys.size));
        packed(remembered(values, value, () => values.size));
      }
    });
    number(3, feature.type === 4 ? POINT : feature.type);
    within(4, () => writeCommands(feature));
  };
  const writeValue = (value: unknown) => {
    if (typeof value !== "number") text(1, String(value));
    else if (Number.isSafeInteger(value) && value >= 0) number(5, value);
    else WRITERS.float((2 << 3) | 5, value, NO_FIELD);
  };
  const writeLayer = () => {
    number(15, 2);
    text(1, name);
    for (const feature of features) within(2, () => writeFeature(feature));
    for (const key of keys.keys()) text(3, key);
    for (const value of values.keys()) within(4, () => writeValue(value));
    number(5, EXTENT);
  };
  return written(() => within(3, writeLayer));
}

function writeCommands(feature: RawFeature): void {
  let [x, y] = [0, 0];
  const draw = (command: number, line: ArrayLike<number>, from: number, to: number) => {
    if (to > from) packed((((to - from) / 2) << 3) | command);
    for (let i = from; i < to; i += 2) {
      zigzag(line[i] - x);
      zigzag(line[i + 1] - y);
      x = line[i];
      y = line[i + 1];
    }
  };
  if (feature.type === 4) draw(MOVE_TO, [feature.x, feature.y], 0, 2);
  else if (feature.type === 1) draw(MOVE_TO, feature.geometry, 0, feature.geometry.length);
  else {
    for (const ring of feature.geometry) {
      draw(MOVE_TO, ring, 0, 2);
      // The last point of a ring repeats its first.
      draw(LINE_TO, ring, 2, ring.length - 2);
      packed((1 << 3) | CLOSE_PATH);
    }
  }
}
