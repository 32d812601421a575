import type { Engine } from "../../engine/engine.ts";
import { type Highlight, highlightsOf } from "../../engine/word-index/highlights.ts";
import { shownKinds, wordIndexOf, wordSearchOf } from "../../engine/word-index/search-view.ts";
import type { WordQuery } from "../../engine/word-index/search-words.ts";
import type { IndexedEntry } from "../../engine/word-index/word-index.ts";
import {
  ExplorerService,
  type SearchRequest,
  SearchResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { joinedAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { rowEncoder } from "../../snapshot/pages/encode-message.ts";
import { type MethodOptions, SEARCH_KINDS } from "../domain.ts";

/** Search of ExplorerService, over the entries of all domains. */
export function wordMethods(engine: Engine, { switches }: Pick<MethodOptions, "switches">): UnaryMethod[] {
  return [
    pinnedMethod(engine, ExplorerService.method.search, (view, request) => {
      const index = wordIndexOf(view);
      const knownKinds = index === undefined ? [] : shownKinds(index, switches());
      const query = searchQuery(request, knownKinds);
      if (index === undefined) return searchAnswer({ hits: [], totalCount: 0, knownKinds });
      const { hits, totalCount, meant } = wordSearchOf(view, index).search(query);
      const found = hits.map(({ number, score }) => {
        const entry = index.entry(number);
        return { ...entry, score, highlights: highlightsOf(entry.title, query.words, meant) };
      });
      return searchAnswer({ hits: found, totalCount, knownKinds });
    }),
  ];
}

/** Validates kinds, limit (0 to 100) and offset (0 to 1000). Valid kinds that are hidden match nothing. */
function searchQuery(request: SearchRequest, shown: readonly string[]): WordQuery {
  for (const [i, kind] of request.kinds.entries()) {
    if (SEARCH_KINDS.some((one) => one === kind)) continue;
    const near = nearestNames(kind, SEARCH_KINDS, 3).map(quoted).join(", ");
    throw invalidArgument(`kinds[${i}]: unknown kind ${quoted(kind)}; did you mean ${near}?`);
  }
  return {
    ...searchWords(request.query),
    kinds: request.kinds.length === 0 ? shown : request.kinds.filter((kind) => shown.includes(kind)),
    shown,
    ...pageOf(request, 10),
  };
}

/** A found entry with the fields that only answers have. */
interface FoundEntry extends IndexedEntry {
  readonly score: number;
  readonly highlights: readonly Highlight[];
}

interface FoundEntries {
  readonly hits: readonly FoundEntry[];
  readonly totalCount: number;
  readonly knownKinds: readonly string[];
}

const encode = rowEncoder(SearchResponseSchema);

/** Encodes the answer directly: building a message first takes several times as long as the search. */
export function searchAnswer(found: FoundEntries): EncodedAnswer {
  return {
    // Copied, as `encode` writes to memory that later answers reuse.
    ...joinedAnswer(SearchResponseSchema, () => [encode(found).slice()]),
    json: () => Buffer.from(JSON.stringify(jsonOf(found))),
  };
}

/** The answer as proto JSON: empty and zero members are left out. */
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
