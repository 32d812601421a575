import { wordsOf } from "../../../runtime/words/words-of.ts";

/** What decides which articles tell one story. */
export interface ClusterInput {
  readonly id: string;
  readonly headline: string;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
}

const CLUSTER_MS = 12 * 3_600_000;
/** Share of word pairs in common, of all that either headline has. */
const ALIKE = 0.5;

/** Neighbouring words of a headline, each pair as one text; the word itself where there is only one. */
export function wordPairs(headline: string): ReadonlySet<string> {
  const words = wordsOf(headline);
  if (words.length < 2) return new Set(words);
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}

interface OpenCluster {
  readonly primaryId: string;
  readonly startMs: number;
  readonly pairs: ReadonlySet<string>;
}

/** The primary's id for each article of one stock, in their order; they come oldest first, then by id. */
export function clusterStories(articles: readonly ClusterInput[]): string[] {
  let open: OpenCluster[] = [];
  return articles.map(({ id, headline, publishedMs }) => {
    open = open.filter(({ startMs }) => publishedMs - startMs <= CLUSTER_MS);
    const pairs = wordPairs(headline);
    const joined = open.find((cluster) => areAlike(cluster.pairs, pairs));
    if (joined !== undefined) return joined.primaryId;
    open.push({ primaryId: id, startMs: publishedMs, pairs });
    return id;
  });
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return common > 0 && common >= ALIKE * (a.size + b.size - common);
}
