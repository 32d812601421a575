import type { WordQuery } from "../../engine/word-index/search-words.ts";
import type { SearchRequest } from "../../gen/terrace/v1/explorer_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { pageOf, searchWords } from "../../rpc/search-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";

/** Words, kinds that there are, a limit within 0..100 and an offset within 0..1000. */
export function searchQuery(request: SearchRequest, known: readonly string[]): WordQuery {
  for (const [i, kind] of request.kinds.entries()) {
    if (known.includes(kind)) continue;
    const near = nearestNames(kind, known, 3).map(quoted).join(", ");
    throw invalidArgument(
      `kinds[${i}]: unknown kind ${quoted(kind)}; ${near === "" ? "the snapshot has none" : `did you mean ${near}?`}`,
    );
  }
  return {
    words: searchWords(request.query),
    kinds: request.kinds.length === 0 ? known : request.kinds,
    shown: known,
    ...pageOf(request, 10),
  };
}
