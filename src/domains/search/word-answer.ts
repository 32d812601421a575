import type { Highlight } from "../../engine/word-index/highlights.ts";
import type { IndexedEntry } from "../../engine/word-index/word-index.ts";
import { SearchResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { joinedAnswer } from "../../rpc/encoding/assembled-answer.ts";
import type { EncodedAnswer } from "../../rpc/unary-method.ts";
import { rowEncoder } from "../../snapshot/pages/encode-message.ts";

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

const encode = rowEncoder(SearchResponseSchema);

/** The answer to a search, written without a message: that takes several times as long as finding. */
export function searchAnswer(found: FoundEntries): EncodedAnswer {
  return {
    // A copy: what is written is in memory that later answers share.
    ...joinedAnswer(SearchResponseSchema, () => [encode(found).slice()]),
    json: () => Buffer.from(JSON.stringify(jsonOf(found))),
  };
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
