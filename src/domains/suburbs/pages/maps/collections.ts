import { crc32 } from "node:zlib";
import { Deflate, deflateSync } from "fflate";
import type { PageContext } from "../../../../snapshot/pages/page-set.ts";
import type { PageDocument } from "../../../../snapshot/pages/write-pages.ts";
import { PART_BYTES, partKey } from "../../queries/outlines-of.ts";

/** A feature as text, of a geometry that is text already; the geometry is its last member. */
export function featureText(id: string, properties: object, geometry: string): string {
  return `{"type":"Feature","id":"${id}","properties":${JSON.stringify(properties)},"geometry":${geometry}}`;
}

/** Features of a collection, compressed once for every collection that has them. */
export interface PackedFeatures {
  readonly text: Buffer;
  /** Blocks of DEFLATE, none of them the last, that end with a byte and refer to nothing before them. */
  readonly blocks: Uint8Array;
}

export function packFeatures(features: readonly string[]): PackedFeatures {
  return packed(features.join(",\n"));
}

function packed(content: string): PackedFeatures {
  const text = Buffer.from(content);
  const pieces: Uint8Array[] = [];
  // Compressed by JavaScript: the bytes are the same on every machine. More effort takes twice as long and saves nothing,
  // as coordinates repeat little.
  const stream = new Deflate(EFFORT, (piece) => pieces.push(piece));
  stream.push(text);
  stream.flush();
  stream.push(new Uint8Array(), true);
  return { text, blocks: withoutEnd(Buffer.concat(pieces)) };
}

/** Puts an empty stored block, which ends with a byte, in place of an empty last one: ten bits, of which 0 and 1 are set. */
function withoutEnd(stream: Buffer): Buffer {
  const last = stream.findLastIndex((byte) => byte !== 0);
  const start = 8 * last + 30 - Math.clz32(stream[last]);
  for (const bit of [start, start + 1]) stream[bit >> 3] &= ~(1 << (bit & 7));
  return Buffer.concat([stream.subarray(0, (start + 10) >> 3), Buffer.from([0, 0, 0xff, 0xff])]);
}

const EFFORT = { level: 1, mem: 2 } as const;

/** What a gzip file begins with: deflated, no name, no date, made with little effort on no system in particular. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);

/** A FeatureCollection as a gzip file, in parts that are read one after the other. */
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

/** The document up to its features. */
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
