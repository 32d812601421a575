import { crc32 } from "node:zlib";
import { Deflate, deflateSync } from "fflate";
import type { PageContext } from "../../../../snapshot/pages/page-set.ts";
import type { PageDocument } from "../../../../snapshot/pages/write-pages.ts";
import { PART_BYTES, partKey } from "../../queries/outlines-of.ts";

/** A GeoJSON feature as JSON, from a geometry in JSON, which is its last member. */
export function featureText(id: string, properties: object, geometry: string): string {
  return `{"type":"Feature","id":"${id}","properties":${JSON.stringify(properties)},"geometry":${geometry}}`;
}

/** Features that are compressed once, for every collection that contains them. */
export interface PackedFeatures {
  readonly text: Buffer;
  /** DEFLATE blocks without a final one; byte-aligned at the end and without references to earlier data. */
  readonly blocks: Uint8Array;
}

export function packFeatures(features: readonly string[]): PackedFeatures {
  return packed(features.join(",\n"));
}

function packed(content: string): PackedFeatures {
  const text = Buffer.from(content);
  const pieces: Uint8Array[] = [];
  // fflate, as its output is the same on every machine. A higher level takes twice as long and saves nothing,
  // as coordinates repeat little.
  const stream = new Deflate(EFFORT, (piece) => pieces.push(piece));
  stream.push(text);
  stream.flush();
  stream.push(new Uint8Array(), true);
  return { text, blocks: withoutEnd(Buffer.concat(pieces)) };
}

/** Replaces the empty final block (10 bits, bits 0 and 1 set) by an empty, byte-aligned stored block. */
function withoutEnd(stream: Buffer): Buffer {
  const last = stream.findLastIndex((byte) => byte !== 0);
  const start = 8 * last + 30 - Math.clz32(stream[last]);
  for (const bit of [start, start + 1]) stream[bit >> 3] &= ~(1 << (bit & 7));
  return Buffer.concat([stream.subarray(0, (start + 10) >> 3), Buffer.from([0, 0, 0xff, 0xff])]);
}

const EFFORT = { level: 1, mem: 2 } as const;

/** Gzip header: deflate, no name, no date, fastest level, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);

/** A FeatureCollection as a gzip file, split into parts of PART_BYTES. */
export function* collectionParts(
  scope: string,
  members: Readonly<Record<string, string>>,
  features: readonly PackedFeatures[],
  context: PageContext,
): Generator<PageDocument, void, void> {
  const some = features.filter(({ text }) => text.byteLength > 0);
  const between = packed(",\n");
  const content = [
    packed(`${collectionHead(members, context)}\n`),
    ...some.flatMap((part, i) => (i === 0 ? [part] : [between, part])),
  ];
  const end = Buffer.from(some.length === 0 ? "]}\n" : "\n]}\n");
  const foot = Buffer.alloc(8);
  const texts = [...content.map(({ text }) => text), end];
  foot.writeUInt32LE(texts.reduce((sum, text) => crc32(text, sum), 0));
  foot.writeUInt32LE(texts.reduce((sum, { byteLength }) => sum + byteLength, 0) >>> 0, 4);
  const bytes = Buffer.concat([
    GZIP_HEAD,
    ...content.map(({ blocks }) => blocks),
    deflateSync(end, EFFORT),
    foot,
  ]);
  for (let part = 0; part * PART_BYTES < bytes.byteLength; part++) {
    const binary = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    yield { key: partKey(scope, part), elements: [{ binary }] };
  }
}

/** The JSON before the features. */
function collectionHead(
  members: Readonly<Record<string, string>>,
  { sources, synthetic }: PageContext,
): string {
  const publishers = sources
    .filter(({ tables, withheld }) => withheld !== true && tables.includes("suburb_outlines"))
    .map(({ id, publisher, title, licence, vintage, attribution, url }) => ({
      id,
      publisher,
      title,
      licence,
      vintage,
      ...(attribution === undefined ? {} : { attribution }),
      ...(url === undefined ? {} : { url }),
    }));
  const head = { type: "FeatureCollection", ...members, synthetic, sources: publishers };
  return `${JSON.stringify(head).slice(0, -1)},"features":[`;
}
