/** Degrees that hold Australia with its islands and territories; metres, or swapped axes, fall outside. */
export const AUSTRALIA_BOX = { west: 90, east: 170, south: -60, north: -5 } as const;

export function isInAustralia(lon: number, lat: number): boolean {
  const { west, east, south, north } = AUSTRALIA_BOX;
  return lon > west && lon < east && lat > south && lat < north;
}
