import { fromBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Highlight } from "../../engine/word-index/highlights.ts";
import type { IndexedEntry } from "../../engine/word-index/word-index.ts";
import {
  SearchHighlightSchema,
  SearchHitSchema,
  SearchResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import type { EncodedAnswer } from "../../rpc/unary-method.ts";

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

function binaryOf({ hits, totalCount, knownKinds }: FoundEntries): Uint8Array {
  const writer = new BinaryWriter();
  const text = (number: number, value: string) => {
    if (value !== "") writer.tag(number, WireType.LengthDelimited).string(value);
  };
  const whole = (number: number, value: number) => {
    if (value !== 0) writer.tag(number, WireType.Varint).int32(value);
  };
  for (const hit of hits) {
    writer.tag(ANSWER.hits.number, WireType.LengthDelimited).fork();
    text(HIT.kind.number, hit.kind);
    text(HIT.id.number, hit.id);
    text(HIT.title.number, hit.title);
    text(HIT.detail.number, hit.detail);
    if (hit.score !== 0) writer.tag(HIT.score.number, WireType.Bit64).double(hit.score);
    for (const { start, length } of hit.highlights) {
      writer.tag(HIT.highlights.number, WireType.LengthDelimited).fork();
      whole(PART.start.number, start);
      whole(PART.length.number, length);
      writer.join();
    }
    writer.join();
  }
  whole(ANSWER.totalCount.number, totalCount);
  for (const kind of knownKinds) writer.tag(ANSWER.knownKinds.number, WireType.LengthDelimited).string(kind);
  return writer.finish();
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
