import { buildFeatureTree, type FeatureTree, squaredDistanceToNode } from "./feature-tree.ts";

/** Suburbs by position, with the six features that similarity is measured on; NaN is a missing value. */
export interface SuburbFeatures {
  /** Feature arrays, each as long as there are suburbs. */
  readonly features: readonly Float64Array[];
  /** By feature, 1 where the value is known; a feature may stand for an unknown value with a number of its own. */
  readonly isKnown: readonly Uint8Array[];
  /** 1 where the suburb counts for the scale of the features. */
  readonly isScaled: Uint8Array;
  /** 1 where the suburb may be offered as similar. */
  readonly isCandidate: Uint8Array;
}

/** Population standard deviation of the scaled suburbs' known values; 0 when there are none. */
export function standardDeviation(values: Float64Array, isScaled: Uint8Array): number {
  let count = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    if (isScaled[i] === 0 || Number.isNaN(values[i])) continue;
    count++;
    sum += values[i];
  }
  if (count === 0) return 0;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    if (isScaled[i] === 0 || Number.isNaN(values[i])) continue;
    squares += (values[i] - mean) ** 2;
  }
  return Math.sqrt(squares / count);
}

/**
 * The nearest candidates of every suburb by Euclidean distance over the features in standard deviations; a term in
 * which either value is missing, or whose feature does not vary, adds 0. Candidates that lack the same values have a tree
 * of their own, in which these count for nothing. A suburb is offered only when it shares at least `minCompared` features.
 */
export function nearestSuburbs(suburbs: SuburbFeatures, count: number, minCompared: number): Search {
  const n = suburbs.isCandidate.length;
  const width = suburbs.features.length;
  const points = new Float64Array(n * width);
  const weights = new Float64Array(n * width);
  /** By suburb the features without a value, bit `f` for the f-th. */
  const missing = new Uint8Array(n);
  const known = new Uint8Array(n);
  suburbs.features.forEach((values, f) => {
    const deviation = standardDeviation(values, suburbs.isScaled);
    for (let i = 0; i < n; i++) {
      if (Number.isNaN(values[i])) missing[i] |= 1 << f;
      known[i] |= suburbs.isKnown[f][i] << f;
      if (deviation === 0 || Number.isNaN(values[i])) continue;
      points[i * width + f] = values[i] / deviation;
      weights[i * width + f] = 1;
    }
  });
  const candidates = Int32Array.from(Array(n).keys()).filter((i) => suburbs.isCandidate[i] === 1);
  const groups = [...new Set(candidates.map((i) => missing[i]))].map((lacks) => ({
    tree: buildFeatureTree(
      points,
      width,
      candidates.filter((i) => missing[i] === lacks),
    ),
    has: Float64Array.from({ length: width }, (_, f) => 1 - ((lacks >> f) & 1)),
  }));
  const search = new Search(points, weights, known, { count, minCompared });
  for (let target = 0; target < n; target++) {
    search.begin(target);
    for (const { tree, has } of groups) search.visitAll(tree, has);
  }
  for (let i = 0; i < search.distances.length; i++) search.distances[i] = Math.sqrt(search.distances[i]);
  return search;
}

/** The running search: one target at a time, its best rows in a short list kept sorted. */
class Search {
  /** For each suburb `count` positions, nearest first, ties by position; -1 where there are fewer candidates. */
  readonly positions: Int32Array;
  readonly distances: Float64Array;
  /** For each of the positions the features known of both suburbs, bit `i` for the i-th. */
  readonly compared: Uint8Array;
  readonly #points: Float64Array;
  readonly #width: number;
  readonly #weights: Float64Array;
  readonly #known: Uint8Array;
  readonly #count: number;
  readonly #minCompared: number;
  #target = 0;
  #first = 0;
  #last = 0;
  #point: Float64Array = new Float64Array(0);
  #pointWeights: Float64Array = new Float64Array(0);
  /** The weights of the target's features that the candidates of a tree have as well. */
  readonly #sharedWeights: Float64Array;

  constructor(
    points: Float64Array,
    weights: Float64Array,
    known: Uint8Array,
    { count, minCompared }: { readonly count: number; readonly minCompared: number },
  ) {
    const n = known.length;
    this.#points = points;
    this.#width = points.length / n;
    this.#sharedWeights = new Float64Array(this.#width);
    this.#weights = weights;
    this.#known = known;
    this.#count = count;
    this.#minCompared = minCompared;
    this.compared = new Uint8Array(n * count);
    this.positions = new Int32Array(n * count).fill(-1);
    this.distances = new Float64Array(n * count).fill(Number.POSITIVE_INFINITY);
  }

  begin(target: number): void {
    const width = this.#width;
    this.#target = target;
    this.#first = target * this.#count;
    this.#last = this.#first + this.#count - 1;
    this.#point = this.#points.subarray(target * width, (target + 1) * width);
    this.#pointWeights = this.#weights.subarray(target * width, (target + 1) * width);
  }

  /** Tries the candidates of a tree, which have values of these features. */
  visitAll(tree: FeatureTree, has: Float64Array): void {
    for (let f = 0; f < has.length; f++) this.#sharedWeights[f] = this.#pointWeights[f] * has[f];
    this.#visit(tree, 0);
  }

  #visit(tree: FeatureTree, node: number): void {
    if (squaredDistanceToNode(tree, node, this.#point, this.#sharedWeights) > this.distances[this.#last])
      return;
    const lower = tree.lower[node];
    if (lower < 0) {
      for (let i = tree.from[node]; i < tree.to[node]; i++) this.#consider(tree.order[i]);
      return;
    }
    const upper = tree.upper[node];
    const isLowerNearer =
      squaredDistanceToNode(tree, lower, this.#point, this.#sharedWeights) <=
      squaredDistanceToNode(tree, upper, this.#point, this.#sharedWeights);
    this.#visit(tree, isLowerNearer ? lower : upper);
    this.#visit(tree, isLowerNearer ? upper : lower);
  }

  #consider(other: number): void {
    if (other === this.#target) return;
    const compared = this.#known[this.#target] & this.#known[other];
    if (bitCount(compared) < this.#minCompared) return;
    const [points, width] = [this.#points, this.#width];
    const otherAt = other * width;
    let squares = 0;
    for (let f = 0; f < width; f++) {
      const weight = this.#pointWeights[f] * this.#weights[otherAt + f];
      const difference = (this.#point[f] - points[otherAt + f]) * weight;
      squares += difference * difference;
    }
    let at = this.#last;
    if (!this.#isAfter(at, squares, other)) return;
    while (at > this.#first && this.#isAfter(at - 1, squares, other)) {
      this.distances[at] = this.distances[at - 1];
      this.positions[at] = this.positions[at - 1];
      this.compared[at] = this.compared[at - 1];
      at--;
    }
    this.compared[at] = compared;
    this.distances[at] = squares;
    this.positions[at] = other;
  }

  /** True when the entry at a place of the list comes after the given row; an empty place comes after all. */
  #isAfter(at: number, squares: number, other: number): boolean {
    const distance = this.distances[at];
    return distance > squares || (distance === squares && this.positions[at] > other);
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
