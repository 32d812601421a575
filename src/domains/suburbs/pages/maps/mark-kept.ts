import type { PointTable } from "./point-table.ts";

/** The ends of an edge, by number. */
type Ends = readonly [from: number, to: number];

/**
 * Splits edges (each given once) into lines between junctions of three or more, and returns 1 for the points
 * that keep each line within `tolerance` degrees. Every line is simplified once, so the areas on both sides
 * keep the same points.
 */
export function markKept(points: PointTable, edges: readonly Ends[], tolerance: number): Uint8Array {
  const degrees = new Int32Array(points.count);
  // By point, the sum of its neighbours: with two of them, the sum minus one is the other.
  const sums = new Float64Array(points.count);
  for (const [from, to] of edges) {
    degrees[from]++;
    degrees[to]++;
    sums[from] += to;
    sums[to] += from;
  }
  const isKept = new Uint8Array(points.count);
  const isSeen = new Uint8Array(points.count);
  const follow = (start: number, next: number) => {
    const line = [start];
    for (let [before, at] = [start, next]; ; [before, at] = [at, sums[at] - before]) {
      line.push(at);
      if (at === start || degrees[at] !== 2 || isSeen[at] === 1) break;
      isSeen[at] = 1;
    }
    isSeen[start] = 1;
    markLine(points, line, tolerance, isKept);
  };
  const isEnd = (point: number) => degrees[point] !== 2;
  for (const [from, to] of edges) {
    if (isEnd(from) && (isEnd(to) || isSeen[to] === 0)) follow(from, to);
    else if (isEnd(to) && !isEnd(from) && isSeen[from] === 0) follow(to, from);
  }
  // The remaining edges form closed loops.
  for (const [from, to] of edges) if (!isEnd(from) && isSeen[from] === 0) follow(from, to);
  return isKept;
}

/** Douglas-Peucker: keeps both ends and, between kept points, the farthest while beyond the tolerance. */
function markLine(points: PointTable, line: readonly number[], tolerance: number, isKept: Uint8Array): void {
  isKept[line[0]] = isKept[line[line.length - 1]] = 1;
  const open: [first: number, last: number][] = [[0, line.length - 1]];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [first, last] = stretch;
    let farthest = -1;
    let most = tolerance;
    for (let i = first + 1; i < last; i++) {
      const distance = points.distance(line[i], line[first], line[last]);
      if (distance > most) [farthest, most] = [i, distance];
    }
    if (farthest < 0) continue;
    isKept[line[farthest]] = 1;
    open.push([first, farthest], [farthest, last]);
  }
}
