import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";
import { wordsOf } from "../../../runtime/words/words-of.ts";

/** English stop words. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    "about after again against all also am an and any are as at be because been before being below between both but by can " +
    "could did do does doing down during each few for from further had has have having he her here hers him his how if in " +
    "into is it its itself just me more most my no nor not now of off on once only or other our out over own per said same " +
    "says she should so some such than that the their them then there these they this those through to too under until up " +
    "very was we were what when where which while who whom why will with would you your"
  ).split(" "),
);

/** Articles must be in the order that resolves ties. */
interface ComparedArticle {
  readonly headline: string;
  readonly summary: string | null;
  readonly isPrimary: boolean;
}

/** The largest limit of GetRelatedNews. */
export const MAX_NEIGHBOURS = 50;

const HEADLINE_COUNTS = 2;
const KEPT_WORDS = 16;
const SHORTEST_WORD = 2;
/** Words in more than this share of the articles, and in more than SHARE_FLOOR, are ignored. */
const MAX_SHARE = 0.02;
const SHARE_FLOOR = 50;
/** Cosines are compared in whole billionths, so that the order of additions does not matter. */
const STEPS = 1e9;

/** TF-IDF vector of unit length, words ascending. */
interface Vector {
  readonly words: Uint32Array;
  readonly weights: Float64Array;
}

/** Returns a lookup from an article's index to those of its nearest primaries, nearest first. */
export function nearestArticles(articles: readonly ComparedArticle[]): (place: number) => number[] {
  const vectors = vectorsOf(articles);
  const [placesOf, weightsOf] = invert(vectors, articles);
  const score = new Float64Array(articles.length);
  const touched = new Uint32Array(articles.length);
  return (place) => {
    const { words, weights } = vectors[place];
    let count = 0;
    for (let w = 0; w < words.length; w++) {
      const places = placesOf[words[w]];
      const theirs = weightsOf[words[w]];
      const weight = weights[w];
      for (let i = 0; i < places.length; i++) {
        const other = places[i];
        if (score[other] === 0) touched[count++] = other;
        score[other] += weight * theirs[i];
      }
    }
    // Articles with a positive cosine; keys are negated, so the nearest are the smallest.
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const other = touched[i];
      const steps = other === place ? 0 : Math.round(score[other] * STEPS);
      score[other] = -steps;
      if (steps > 0) touched[kept++] = other;
    }
    const nearest = Array.from(smallestKeys(score, kept, MAX_NEIGHBOURS, touched));
    for (let i = 0; i < kept; i++) score[touched[i]] = 0;
    return nearest;
  };
}

function vectorsOf(articles: readonly ComparedArticle[]): Vector[] {
  const counts = articles.map(wordCounts);
  const having = new Map<string, number>();
  for (const words of counts) for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  const most = Math.max(SHARE_FLOOR, MAX_SHARE * articles.length);
  // Words are numbered alphabetically, so that weights are added in a fixed order.
  const numbers = new Map([...having.keys()].sort().map((word, i) => [word, i]));
  return counts.map((words) => {
    const weighted = Array.from(words, ([word, count]) => ({
      number: numbers.get(word)!,
      n: having.get(word)!,
      count,
    }))
      .filter(({ n }) => n <= most)
      .map(({ number, n, count }) => ({
        number,
        weight: (1 + Math.log(count)) * Math.log(1 + articles.length / n),
      }))
      .sort((a, b) => b.weight - a.weight || a.number - b.number)
      .slice(0, KEPT_WORDS)
      .sort((a, b) => a.number - b.number);
    const length = Math.sqrt(weighted.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1;
    return {
      words: Uint32Array.from(weighted, ({ number }) => number),
      weights: Float64Array.from(weighted, ({ weight }) => weight / length),
    };
  });
}

function wordCounts({ headline, summary }: ComparedArticle): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, times: number) => {
    for (const word of wordsOf(text)) {
      if (word.length >= SHORTEST_WORD && !COMMON_WORDS.has(word))
        counts.set(word, (counts.get(word) ?? 0) + times);
    }
  };
  add(headline, HEADLINE_COUNTS);
  add(summary ?? "", 1);
  return counts;
}

/** Inverted index: the primaries that have a word, and its weight in each. */
function invert(
  vectors: readonly Vector[],
  articles: readonly ComparedArticle[],
): [Uint32Array[], Float64Array[]] {
  const places: number[][] = [];
  const weights: number[][] = [];
  vectors.forEach((vector, place) => {
    vector.words.forEach((word, i) => {
      places[word] ??= [];
      weights[word] ??= [];
      if (!articles[place].isPrimary) return;
      places[word].push(place);
      weights[word].push(vector.weights[i]);
    });
  });
  return [
    Array.from(places, (list) => Uint32Array.from(list ?? [])),
    Array.from(weights, (list) => Float64Array.from(list ?? [])),
  ];
}
