import type { RawFeature } from "geojson-vt";
import { remembered } from "../../../../runtime/lazy.ts";

/** Units along the side of a tile: twice the usual, which costs less than a zoom more. */
export const EXTENT = 8192;

/** Kinds of geometry and commands of the Mapbox Vector Tile specification 2.1. */
const POINT = 1;
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

/** A tile of one layer; properties that are null are left out of a feature. */
export function encodeTile(name: string, features: readonly RawFeature[]): Uint8Array {
  const keys = new Map<string, number>();
  const values = new Map<unknown, number>();
  const [tags, geometry, one, layer] = [new Message(), new Message(), new Message(), new Message()];
  layer.number(15, 2);
  layer.field(1, Buffer.from(name));
  for (const feature of features) {
    one.clear();
    if (typeof feature.id === "number") one.number(1, feature.id);
    tags.clear();
    for (const key in feature.tags) {
      const value = feature.tags[key];
      if (value === null) continue;
      tags.varint(remembered(keys, key, () => keys.size));
      tags.varint(remembered(values, value, () => values.size));
    }
    one.field(2, tags.content());
    one.number(3, feature.type === 4 ? POINT : feature.type);
    geometry.clear();
    writeCommands(geometry, feature);
    one.field(4, geometry.content());
    layer.field(2, one.content());
  }
  for (const key of keys.keys()) layer.field(3, Buffer.from(key));
  for (const value of values.keys()) {
    one.clear();
    if (typeof value !== "number") one.field(1, Buffer.from(String(value)));
    else if (Number.isSafeInteger(value) && value >= 0) one.number(5, value);
    else one.float(2, value);
    layer.field(4, one.content());
  }
  layer.number(5, EXTENT);
  one.clear();
  one.field(3, layer.content());
  return one.content();
}

function writeCommands(message: Message, feature: RawFeature): void {
  let [x, y] = [0, 0];
  const draw = (command: number, line: ArrayLike<number>, from: number, to: number) => {
    if (to > from) message.varint((((to - from) / 2) << 3) | command);
    for (let i = from; i < to; i += 2) {
      message.zigzag(line[i] - x);
      message.zigzag(line[i + 1] - y);
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
      message.varint((1 << 3) | CLOSE_PATH);
    }
  }
}

/** A protobuf message that is written from its beginning on, into bytes that are used again. */
class Message {
  #bytes = Buffer.allocUnsafe(1 << 12);
  #size = 0;

  clear(): void {
    this.#size = 0;
  }

  /** Valid until it is cleared. */
  content(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) this.#bytes[this.#size++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#size++] = rest;
  }

  /** Small numbers of either sign take few bytes. */
  zigzag(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  number(field: number, value: number): void {
    this.varint(field << 3);
    this.varint(value);
  }

  float(field: number, value: number): void {
    this.varint((field << 3) | 5);
    this.#reserve(4);
    this.#size = this.#bytes.writeFloatLE(value, this.#size);
  }

  field(field: number, bytes: Uint8Array): void {
    this.varint((field << 3) | 2);
    this.varint(bytes.byteLength);
    this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.byteLength;
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafe(2 * (this.#size + more));
    larger.set(this.content());
    this.#bytes = larger;
  }
}
