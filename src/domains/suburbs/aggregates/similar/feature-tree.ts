/** Points in a space of features, divided again and again at the median of their widest feature. */
export interface FeatureTree {
  /** Row-major coordinates of all points, `width` a row. */
  readonly points: Float64Array;
  readonly width: number;
  /** Rows of `points`, each leaf's together. */
  readonly order: Int32Array;
  /** By node: its range of `order`. */
  readonly from: number[];
  readonly to: number[];
  /** By node: its children, or -1 in a leaf. */
  readonly lower: number[];
  readonly upper: number[];
  /** By node and feature: the smallest and the largest coordinate. */
  readonly least: number[];
  readonly most: number[];
}

const LEAF_SIZE = 24;

/** A tree over the given rows of `points`; the root is node 0, and an empty tree has none. */
export function buildFeatureTree(points: Float64Array, width: number, rows: Int32Array): FeatureTree {
  const tree: FeatureTree = {
    points,
    width,
    order: rows.slice(),
    from: [],
    to: [],
    lower: [],
    upper: [],
    least: [],
    most: [],
  };
  if (rows.length > 0) addNode(tree, 0, rows.length);
  return tree;
}

function addNode(tree: FeatureTree, from: number, to: number): number {
  const { points, width, order } = tree;
  const node = tree.from.length;
  tree.from.push(from);
  tree.to.push(to);
  tree.lower.push(-1);
  tree.upper.push(-1);
  let widest = 0;
  let extent = 0;
  for (let f = 0; f < width; f++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const value = points[order[i] * width + f];
      if (value < least) least = value;
      if (value > most) most = value;
    }
    tree.least.push(least);
    tree.most.push(most);
    if (most - least > extent) {
      extent = most - least;
      widest = f;
    }
  }
  // Equal points cannot be divided further.
  if (to - from <= LEAF_SIZE || extent === 0) return node;
  order.subarray(from, to).sort((a, b) => points[a * width + widest] - points[b * width + widest] || a - b);
  const middle = (from + to) >>> 1;
  tree.lower[node] = addNode(tree, from, middle);
  tree.upper[node] = addNode(tree, middle, to);
  return node;
}

/**
 * Smallest possible squared distance from a target to the points of a node; weights of 0 leave a feature out. Summed
 * like a real distance, so rounding never makes it exceed the distance to a point inside.
 */
export function squaredDistanceToNode(
  tree: FeatureTree,
  node: number,
  target: Float64Array,
  weights: Float64Array,
): number {
  let squares = 0;
  for (let f = 0; f < tree.width; f++) {
    const least = tree.least[node * tree.width + f];
    const most = tree.most[node * tree.width + f];
    const outside = target[f] < least ? least - target[f] : target[f] > most ? target[f] - most : 0;
    squares += outside * weights[f] * (outside * weights[f]);
  }
  return squares;
}
