/**
 * Albers' equal-area conic with parallels at 18° and 36° south about 132° east, on a sphere of radius 1:
 * areas are comparable, and the country looks as on Australian maps. y grows southwards, as on a screen.
 */
const RADIANS = Math.PI / 180;
const CENTRE = 132 * RADIANS;
const ORIGIN = -27 * RADIANS;
const [SOUTH, NORTH] = [Math.sin(-36 * RADIANS), Math.sin(-18 * RADIANS)];
const N = (SOUTH + NORTH) / 2;
const C = Math.cos(-18 * RADIANS) ** 2 + 2 * N * NORTH;
const radius = (sine: number) => Math.sqrt(C - 2 * N * sine) / N;
const RHO = radius(Math.sin(ORIGIN));

/** Degrees to plane coordinates. */
export function project(lon: number, lat: number): [x: number, y: number] {
  const rho = radius(Math.sin(lat * RADIANS));
  const theta = N * (lon * RADIANS - CENTRE);
  return [rho * Math.sin(theta), rho * Math.cos(theta) - RHO];
}

/** Plane coordinates to degrees. */
export function unproject(x: number, y: number): [lon: number, lat: number] {
  const down = y + RHO;
  const rho = Math.sign(N) * Math.hypot(x, down);
  const theta = Math.atan2(Math.sign(N) * x, Math.sign(N) * down);
  const sine = (C - (rho * N) ** 2) / (2 * N);
  return [(theta / N + CENTRE) / RADIANS, Math.asin(Math.min(1, Math.max(-1, sine))) / RADIANS];
}

/** View of a map: the plane coordinates of its centre, and pixels per unit of the plane. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Zoom 0 is 256 pixels per unit of the plane; each step doubles. */
export const scaleOfZoom = (zoom: number) => 256 * 2 ** zoom;
export const zoomOfScale = (scale: number) => Math.log2(scale / 256);
