/** A rectangle of the drawing, in its own units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides an area among weights, each piece as large as its weight and as close to a square as rows allow. Weights come
 * largest first; those that are not above 0 get nothing.
 */
export function treeLayout(weights: readonly number[], area: Area): Area[] {
  const total = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0);
  const pieces: Area[] = weights.map(() => ({ x: area.x, y: area.y, width: 0, height: 0 }));
  if (total <= 0 || area.width <= 0 || area.height <= 0) return pieces;
  const scale = (area.width * area.height) / total;
  let left = area;
  for (let at = 0; at < weights.length && weights[at] > 0; ) {
    const side = Math.min(left.width, left.height);
    let end = at + 1;
    while (end < weights.length && weights[end] > 0 && isSquarer(weights, at, end, side, scale)) end++;
    left = putRow(weights, at, end, left, scale, pieces);
    at = end;
  }
  return pieces;
}

/** Whether one more piece makes the worst proportion of a row better. */
function isSquarer(
  weights: readonly number[],
  at: number,
  end: number,
  side: number,
  scale: number,
): boolean {
  return worst(weights.slice(at, end + 1), side, scale) <= worst(weights.slice(at, end), side, scale);
}

function worst(row: readonly number[], side: number, scale: number): number {
  const sum = row.reduce((total, weight) => total + weight, 0) * scale;
  return Math.max(
    ...row.map((weight) => {
      const size = weight * scale;
      return Math.max((side * side * size) / (sum * sum), (sum * sum) / (side * side * size));
    }),
  );
}

/** Lays a row along the shorter side and returns what is left of the area. */
function putRow(
  weights: readonly number[],
  at: number,
  end: number,
  area: Area,
  scale: number,
  pieces: Area[],
): Area {
  const sum = weights.slice(at, end).reduce((total, weight) => total + weight, 0) * scale;
  const isWide = area.width >= area.height;
  const thickness = sum / (isWide ? area.height : area.width);
  let offset = 0;
  for (let i = at; i < end; i++) {
    const length = (weights[i] * scale) / thickness;
    pieces[i] = isWide
      ? { x: area.x, y: area.y + offset, width: thickness, height: length }
      : { x: area.x + offset, y: area.y, width: length, height: thickness };
    offset += length;
  }
  return isWide
    ? { ...area, x: area.x + thickness, width: Math.max(0, area.width - thickness) }
    : { ...area, y: area.y + thickness, height: Math.max(0, area.height - thickness) };
}
