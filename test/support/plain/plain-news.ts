import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { plainWords } from "./plain-steps.ts";

export type PlainArticle = CsvRow;

export const plainArticles = (): readonly PlainArticle[] => opinionRows("news_articles");

function pairsOf(headline: string): string[] {
  const words = plainWords(headline);
  const pairs = words.length === 1 ? words : words.map((word, i) => `${word}|${words[i + 1]}`).slice(0, -1);
  return [...new Set(pairs)];
}

function alike(a: string, b: string): boolean {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const common = first.filter((pair) => second.includes(pair)).length;
  const either = new Set([...first, ...second]).size;
  return either > 0 && common / either >= 0.5;
}

const older = (a: PlainArticle, b: PlainArticle) =>
  Date.parse(a.published_at) - Date.parse(b.published_at) || (a.id < b.id ? -1 : 1);

/** The primary of each article, found by comparing it with all earlier primaries of its stock. */
export function plainPrimaries(articles: readonly PlainArticle[]): Map<PlainArticle, PlainArticle> {
  const primaryOf = new Map<PlainArticle, PlainArticle>();
  const byStock = Map.groupBy(articles, ({ stock_code }) => stock_code);
  for (const own of byStock.values()) {
    for (const article of own.toSorted(older)) {
      const earlier = [...primaryOf.values()].filter(
        (primary) =>
          primary.stock_code === article.stock_code &&
          Date.parse(article.published_at) - Date.parse(primary.published_at) <= 12 * 3600 * 1000 &&
          alike(primary.headline, article.headline),
      );
      primaryOf.set(article, earlier.toSorted(older)[0] ?? article);
    }
  }
  return primaryOf;
}

export interface PlainVector {
  readonly article: PlainArticle;
  readonly weights: ReadonlyMap<string, number>;
}

/** The weights of every article, not normalized. */
export function plainVectors(articles: readonly PlainArticle[], common: ReadonlySet<string>): PlainVector[] {
  const texts = articles.map((article) =>
    plainWords(`${article.headline} ${article.headline} ${article.summary}`).filter(
      (word) => word.length > 1 && !common.has(word),
    ),
  );
  const documents = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text)) documents.set(word, (documents.get(word) ?? 0) + 1);
  return articles.map((article, i) => {
    const weights = [...new Set(texts[i])]
      .filter((word) => !(documents.get(word)! > 50 && documents.get(word)! > articles.length / 50))
      .map((word): [string, number] => {
        const count = texts[i].filter((other) => other === word).length;
        return [word, (1 + Math.log(count)) * Math.log(1 + articles.length / documents.get(word)!)];
      })
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, 16);
    return { article, weights: new Map(weights) };
  });
}

export function plainCosine(a: PlainVector, b: PlainVector): number {
  let dot = 0;
  for (const [word, weight] of a.weights) dot += weight * (b.weights.get(word) ?? 0);
  const length = ({ weights }: PlainVector) => Math.hypot(...weights.values());
  return dot === 0 ? 0 : Math.round((dot / length(a) / length(b)) * 1e9);
}
