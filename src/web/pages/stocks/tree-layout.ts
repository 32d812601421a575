export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Squarified tree map: divides an area in proportion to weights, with pieces as close to squares as rows
 * allow. Weights must be descending; those not above 0 get an empty piece.
 */
export function treeLayout(weights: readonly number[], area: Area): Area[] {
  const total = sumOf(weights.map((weight) => Math.max(0, weight)));
  const nothing = { x: area.x, y: area.y, width: 0, height: 0 };
  if (total <= 0 || area.width <= 0 || area.height <= 0) return weights.map(() => nothing);
  const scale = (area.width * area.height) / total;
  const sizes = weights.filter((weight) => weight > 0).map((weight) => weight * scale);
  const pieces: Area[] = [];
  let left = area;
  while (pieces.length < sizes.length) {
    const [start, side] = [pieces.length, Math.min(left.width, left.height)];
    const worst = (end: number) => worstOf(sizes.slice(start, end), side);
    let end = start + 1;
    // Grows the row while its worst proportion does not get worse.
    while (end < sizes.length && worst(end + 1) <= worst(end)) end++;
    left = putRow(sizes.slice(start, end), left, pieces);
  }
  return weights.map((_, i) => pieces[i] ?? nothing);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Worst proportion of a row's pieces along a side: 1 is a square. */
function worstOf(row: readonly number[], side: number): number {
  const thickness = sumOf(row) / side;
  return Math.max(...row.flatMap((size) => [size / thickness ** 2, thickness ** 2 / size]));
}

/** Places a row along the shorter side and returns the rest of the area. */
function putRow(row: readonly number[], area: Area, pieces: Area[]): Area {
  const { x, y, width, height } = area;
  const isWide = width >= height;
  const thickness = sumOf(row) / (isWide ? height : width);
  let offset = 0;
  for (const size of row) {
    const length = size / thickness;
    pieces.push(
      isWide
        ? { x, y: y + offset, width: thickness, height: length }
        : { x: x + offset, y, width: length, height: thickness },
    );
    offset += length;
  }
  return isWide
    ? { ...area, x: x + thickness, width: Math.max(0, width - thickness) }
    : { ...area, y: y + thickness, height: Math.max(0, height - thickness) };
}
