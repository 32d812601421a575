import { pixelAt } from "./rasterise.ts";

/** Whether a point is within a closed line of x and y in turn, by the even-odd rule. */
export function isInside(line: readonly number[], x: number, y: number): boolean {
  let isIn = false;
  for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
    const [fromX, fromY, toX, toY] = [line[i], line[i + 1], line[j], line[j + 1]];
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn;
  }
  return isIn;
}

/** Positions whose centre a line about pixels of the map encloses. */
export function enclosed(
  line: readonly number[],
  positions: Iterable<number>,
  places: Float32Array,
  map: Parameters<typeof pixelAt>[0],
): number[] {
  return [...positions].filter((position) =>
    isInside(line, ...pixelAt(map, places[2 * position], places[2 * position + 1])),
  );
}
