import type { WordQuery } from "../../engine/word-index/search-words.ts";
import type { SearchRequest } from "../../gen/terrace/v1/explorer_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { SEARCH_KINDS } from "../domain.ts";

/** Words, kinds of the API, a limit within 0..100 and an offset within 0..1000. Kinds that are not shown find nothing. */
export function searchQuery(request: SearchRequest, shown: readonly string[]): WordQuery {
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
