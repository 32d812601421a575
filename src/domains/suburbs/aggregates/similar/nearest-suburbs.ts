import { standardDeviation } from "../../../../engine/statistics/compared-values.ts";

/** Features of suburbs by position (at most 8 features); NaN is a missing value. */
export interface SuburbFeatures {
  /** Arrays by feature, each with one value per suburb. */
  readonly features: readonly Float64Array[];
  /** By feature, 1 where the value is known; a missing value may be replaced by a default in `features`. */
  readonly isKnown: readonly Uint8Array[];
  /** 1 where the suburb counts for the standard deviation of features. */
  readonly isScaled: Uint8Array;
  /** 1 where the suburb may be returned as similar. */
  readonly isCandidate: Uint8Array;
}

/**
 * The `count` nearest candidates of each suburb by Euclidean distance over features in standard deviations. A
 * term is 0 if either value is missing or the feature does not vary. Candidates that lack the same features
 * share a k-d tree that ignores these. Pairs with fewer than `minCompared` known features in common are left
 * out.
 */
export function nearestSuburbs(suburbs: SuburbFeatures, count: number, minCompared: number) {
  const { features, isCandidate } = suburbs;
  const n = isCandidate.length;
  const width = features.length;
  /** Row-major, 0 for NaN. */
  const points = new Float64Array(n * width);
  /** Bit masks by suburb: features that are NaN, and features that are known; bit `f` is feature f. */
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
  /** `count` positions per suburb, nearest first, ties by position; -1 where there are fewer candidates. */
  const positions = new Int32Array(n * count).fill(-1);
  const distances = new Float64Array(n * count).fill(Number.POSITIVE_INFINITY);
  /** By entry of `positions`, the bit mask of features known of both suburbs. */
  const compared = new Uint8Array(n * count);
  /** 1 for features that both the target and the candidates of the current tree have. */
  const shared = new Float64Array(width);

  /** Lower bound of squared distances; summed like them, so rounding never lifts it above a point inside. */
  const leastSquares = ({ least, most }: FeatureTree, target: number): number => {
    let squares = 0;
    for (let f = 0; f < width; f++) {
      const at = points[target * width + f];
      const outside = at < least[f] ? least[f] - at : at > most[f] ? at - most[f] : 0;
      squares += outside * shared[f] * (outside * shared[f]);
    }
    return squares;
  };

  /** Whether the entry at index `place` sorts after the given row; an empty entry sorts after all. */
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

/** A k-d tree, split at the median of the widest feature. */
interface FeatureTree {
  readonly rows: Int32Array;
  /** Bounds by feature. */
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
  // Equal points cannot be split.
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
