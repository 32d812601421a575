import type { PointTable } from "./point-table.ts";

/** The ends of an edge, by number. */
type Ends = readonly [from: number, to: number];

/**
 * Divides edges, each given once, into lines that end where three or more meet, and returns 1 for the points that keep
 * each line within `tolerance` degrees. A line is looked at once, whichever areas it bounds, so all keep the same points.
 */
export function markKept(points: PointTable, edges: readonly Ends[], tolerance: number): Uint8Array {
  const degrees = new Int32Array(points.count);
  // Of a point between two others the sum of these: less the one before it, it is the one after it.
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
  // What is left runs in circles.
  for (const [from, to] of edges) if (!isEnd(from) && isSeen[from] === 0) follow(from, to);
  return isKept;
}

/** Douglas and Peucker: keeps the ends and, between two kept points, the farthest until all are near enough. */
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
