import { standardDeviation } from "../../../../engine/statistics/compared-values.ts";

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

/**
 * The nearest candidates of every suburb by Euclidean distance over the features in standard deviations; a term in
 * which either value is missing, or whose feature does not vary, adds 0. Candidates that lack the same values have a tree
 * of their own, in which these count for nothing. A suburb is offered only when it shares at least `minCompared` features.
 */
export function nearestSuburbs(suburbs: SuburbFeatures, count: number, minCompared: number) {
  const { features, isCandidate } = suburbs;
  const n = isCandidate.length;
  const width = features.length;
  /** Row-major; 0 where there is no value. */
  const points = new Float64Array(n * width);
  /** By suburb the features without a value, and those that are known, bit `f` for the f-th. */
  const missing = new Uint8Array(n);
  const known = new Uint8Array(n);
  features.forEach((values, f) => {
    const deviation = standardDeviation(values, (i) => suburbs.isScaled[i] === 1 && !Number.isNaN(values[i]));
    for (let i = 0; i < n; i++) {
      if (Number.isNaN(values[i])) missing[i] |= 1 << f;
      else if (deviation !== 0) points[i * width + f] = values[i] / deviation;
      known[i] |= suburbs.isKnown[f][i] << f;
    }
  });
  const candidates = Int32Array.from(Array(n).keys()).filter((i) => isCandidate[i] === 1);
  const trees = [...new Set(candidates.map((i) => missing[i]))].map((lacks) => {
    const own = candidates.filter((i) => missing[i] === lacks);
    return { lacks, root: featureTree(points, width, own) };
  });
  /** For each suburb `count` positions, nearest first, ties by position; -1 where there are fewer candidates. */
  const positions = new Int32Array(n * count).fill(-1);
  const distances = new Float64Array(n * count).fill(Number.POSITIVE_INFINITY);
  /** For each of the positions the features known of both suburbs. */
  const compared = new Uint8Array(n * count);
  /** 1 for the features that the target and the candidates of a tree have. */
  const shared = new Float64Array(width);

  /** Smallest possible square: summed like a real one, so rounding never makes it exceed that of a point inside. */
  const leastSquares = ({ least, most }: FeatureTree, target: number): number => {
    let squares = 0;
    for (let f = 0; f < width; f++) {
      const at = points[target * width + f];
      const outside = at < least[f] ? least[f] - at : at > most[f] ? at - most[f] : 0;
      squares += outside * shared[f] * (outside * shared[f]);
    }
    return squares;
  };

  /** True when the entry at a place of a list comes after the given row; an empty place comes after all. */
  const isAfter = (place: number, squares: number, other: number): boolean =>
    distances[place] > squares || (distances[place] === squares && positions[place] > other);

  const consider = (target: number, other: number): void => {
    const both = known[target] & known[other];
    if (other === target || bitCount(both) < minCompared) return;
    let squares = 0;
    for (let f = 0; f < width; f++) {
      const difference = (points[target * width + f] - points[other * width + f]) * shared[f];
      squares += difference * difference;
    }
    const first = target * count;
    let at = first + count - 1;
    if (!isAfter(at, squares, other)) return;
    for (; at > first && isAfter(at - 1, squares, other); at--) {
      distances[at] = distances[at - 1];
      positions[at] = positions[at - 1];
      compared[at] = compared[at - 1];
    }
    distances[at] = squares;
    positions[at] = other;
    compared[at] = both;
  };

  const visit = (tree: FeatureTree, target: number): void => {
    if (leastSquares(tree, target) > distances[(target + 1) * count - 1]) return;
    if (tree.halves === undefined) {
      for (const other of tree.rows) consider(target, other);
      return;
    }
    const [lower, upper] = tree.halves;
    const isLowerNearer = leastSquares(lower, target) <= leastSquares(upper, target);
    visit(isLowerNearer ? lower : upper, target);
    visit(isLowerNearer ? upper : lower, target);
  };

  for (let target = 0; target < n; target++) {
    for (const { lacks, root } of trees) {
      for (let f = 0; f < width; f++) shared[f] = 1 - (((missing[target] | lacks) >> f) & 1);
      visit(root, target);
    }
  }
  return { positions, distances: distances.map(Math.sqrt), compared };
}

/** Points in a space of features, divided again and again at the median of their widest feature. */
interface FeatureTree {
  readonly rows: Int32Array;
  /** By feature the smallest and the largest coordinate. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Undefined in a leaf. */
  readonly halves?: readonly [lower: FeatureTree, upper: FeatureTree];
}

const LEAF_SIZE = 24;

function featureTree(points: Float64Array, width: number, rows: Int32Array): FeatureTree {
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (const row of rows) {
    for (let f = 0; f < width; f++) {
      least[f] = Math.min(least[f], points[row * width + f]);
      most[f] = Math.max(most[f], points[row * width + f]);
    }
  }
  const extents = most.map((end, f) => end - least[f]);
  const extent = Math.max(...extents);
  // Equal points cannot be divided further.
  if (rows.length <= LEAF_SIZE || extent === 0) return { rows, least, most };
  const widest = extents.indexOf(extent);
  const sorted = rows.toSorted((a, b) => points[a * width + widest] - points[b * width + widest] || a - b);
  const middle = sorted.length >>> 1;
  const half = (from: number, to?: number) => featureTree(points, width, sorted.subarray(from, to));
  return { rows, least, most, halves: [half(0, middle), half(middle)] };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
