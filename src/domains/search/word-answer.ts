import { fromBinary } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Highlight } from "../../engine/word-index/highlights.ts";
import type { IndexedEntry } from "../../engine/word-index/word-index.ts";
import {
  SearchHighlightSchema,
  SearchHitSchema,
  SearchResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import type { EncodedAnswer } from "../../rpc/unary-method.ts";
import { varintSize, writeVarint } from "../../runtime/varint.ts";

/** An entry that was found, with what the answer tells of it. */
export interface FoundEntry extends IndexedEntry {
  readonly score: number;
  readonly highlights: readonly Highlight[];
}

export interface FoundEntries {
  readonly hits: readonly FoundEntry[];
  readonly totalCount: number;
  readonly knownKinds: readonly string[];
}

/** The answer to a search, written field by field: general encoding takes several times as long as finding. */
export function searchAnswer(found: FoundEntries): EncodedAnswer {
  const binary = () => binaryOf(found);
  return {
    binary,
    json: () => Buffer.from(JSON.stringify(jsonOf(found))),
    message: () => fromBinary(SearchResponseSchema, binary()),
  };
}

const ANSWER = SearchResponseSchema.field;
const HIT = SearchHitSchema.field;
const PART = SearchHighlightSchema.field;

/** Where answers are written before they are copied out; as large as the largest so far. */
let room = Buffer.allocUnsafe(1 << 14);

function binaryOf({ hits, totalCount, knownKinds }: FoundEntries): Uint8Array {
  room = roomFor(mostBytes(hits, knownKinds));
  let at = 0;
  for (const hit of hits) at = writeElement(ANSWER.hits.number, at, (start) => writeHit(hit, start));
  at = writeWhole(ANSWER.totalCount.number, totalCount, at);
  for (const kind of knownKinds) at = writeText(ANSWER.knownKinds.number, kind, at);
  return Buffer.copyBytesFrom(room, 0, at);
}

function roomFor(byteLength: number): Buffer<ArrayBuffer> {
  return room.byteLength >= byteLength ? room : Buffer.allocUnsafe(2 * byteLength);
}

/** No fewer bytes than the answer takes: a UTF-16 unit takes three at most, numbers and lengths a few. */
function mostBytes(hits: readonly FoundEntry[], knownKinds: readonly string[]): number {
  let units = 64;
  for (const { kind, id, title, detail, highlights } of hits) {
    units += kind.length + id.length + title.length + detail.length + 32 + 8 * highlights.length;
  }
  for (const kind of knownKinds) units += kind.length + 8;
  return 3 * units;
}

function writeHit(hit: FoundEntry, start: number): number {
  let at = writeText(HIT.kind.number, hit.kind, start);
  at = writeText(HIT.id.number, hit.id, at);
  at = writeText(HIT.title.number, hit.title, at);
  at = writeText(HIT.detail.number, hit.detail, at);
  if (hit.score !== 0) {
    room[at++] = (HIT.score.number << 3) | WireType.Bit64;
    at = room.writeDoubleLE(hit.score, at);
  }
  for (const part of hit.highlights) {
    at = writeElement(HIT.highlights.number, at, (from) =>
      writeWhole(PART.length.number, part.length, writeWhole(PART.start.number, part.start, from)),
    );
  }
  return at;
}

/** Writes a field whose length is known once its body is there: the body moves up when the length takes more than a byte. */
function writeElement(number: number, at: number, write: (start: number) => number): number {
  room[at++] = (number << 3) | WireType.LengthDelimited;
  const start = at + 1;
  const length = write(start) - start;
  const body = start - 1 + varintSize(length);
  if (body !== start) room.copyWithin(body, start, start + length);
  writeVarint(room, at, length);
  return body + length;
}

function writeText(number: number, text: string, at: number): number {
  if (text === "") return at;
  return writeElement(number, at, (start) => start + room.write(text, start));
}

function writeWhole(number: number, value: number, at: number): number {
  if (value === 0) return at;
  room[at] = number << 3;
  return writeVarint(room, at + 1, value);
}

/** The answer in JSON: what is empty or zero is left out. */
function jsonOf({ hits, totalCount, knownKinds }: FoundEntries): object {
  const some = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);
  return {
    hits: some(
      hits.map(({ kind, id, title, detail, score, highlights }) => ({
        kind,
        id,
        title: title || undefined,
        detail: detail || undefined,
        score,
        highlights: some(highlights.map(({ start, length }) => ({ start: start || undefined, length }))),
      })),
    ),
    totalCount: totalCount || undefined,
    knownKinds: some(knownKinds),
  };
}
