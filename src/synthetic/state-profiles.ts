import type { StateCode } from "../dataset/states.ts";

/** What the generator needs to know about a state; round figures, not statistics. */
export interface StateProfile {
  readonly code: StateCode;
  /** Suburbs at scale 1 and above. */
  readonly suburbs: number;
  readonly councils: number;
  readonly federalDivisions: number;
  readonly stateDistricts: number;
  readonly capital: readonly [number, number];
  /** Share of suburbs around the capital. */
  readonly metroShare: number;
  readonly regionalCentres: number;
  /** Latitude from, to, longitude from, to. */
  readonly box: readonly [number, number, number, number];
  readonly postcodes: readonly [number, number];
  /** Typical house price today, AUD. */
  readonly housePrice: number;
  /** Share of the crawled suburbs. */
  readonly crawlShare: number;
  /** The conservative side's federal party: abbreviation and name. */
  readonly conservative: readonly [string, string];
  /** How populous its suburbs are next to the average. */
  readonly crowding: number;
  /** Share of national activity, for the economy. */
  readonly weight: number;
}

const LIBERAL = ["LP", "Liberal"] as const;

/** The figures of the states, each list in the order of the codes. */
const FIGURES = {
  code: ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT"],
  suburbs: [4544, 2946, 3235, 1698, 1701, 778, 305, 138],
  councils: [129, 79, 77, 70, 137, 29, 18, 1],
  federalDivisions: [46, 38, 30, 10, 16, 5, 2, 3],
  stateDistricts: [93, 88, 93, 47, 59, 5, 25, 5],
  capital: [
    [-33.85, 151.05],
    [-37.8, 145.02],
    [-27.47, 153.0],
    [-34.93, 138.61],
    [-31.95, 115.87],
    [-42.87, 147.3],
    [-12.44, 130.9],
    [-35.3, 149.12],
  ],
  metroShare: [0.2, 0.2, 0.17, 0.28, 0.22, 0.18, 0.3, 0.9],
  regionalCentres: [22, 16, 20, 10, 12, 6, 5, 1],
  box: [
    [-37.5, -28.2, 141, 153.7],
    [-39.1, -34, 141, 150],
    [-29, -10.5, 138, 153.6],
    [-38.1, -26, 129, 141],
    [-35.2, -13.8, 112.9, 129],
    [-43.7, -40.6, 144.6, 148.4],
    [-26, -10.9, 129, 138],
    [-35.9, -35.13, 148.78, 149.38],
  ],
  postcodes: [
    [2000, 2599],
    [3000, 3996],
    [4000, 4895],
    [5000, 5734],
    [6000, 6797],
    [7000, 7470],
    [800, 886],
    [2600, 2618],
  ],
  housePrice: [960000, 790000, 780000, 690000, 730000, 560000, 510000, 880000],
  crawlShare: [0.3, 0.26, 0.2, 0.09, 0.09, 0.03, 0.01, 0.02],
  conservative: [
    LIBERAL,
    LIBERAL,
    ["LNP", "Liberal National Party of Queensland"],
    LIBERAL,
    LIBERAL,
    LIBERAL,
    ["CLP", "Country Liberal Party (NT)"],
    LIBERAL,
  ],
  crowding: [0.92, 1.08, 0.95, 0.48, 0.78, 0.36, 0.4, 0.65],
  weight: [0.31, 0.25, 0.2, 0.06, 0.14, 0.018, 0.013, 0.019],
} as const satisfies { readonly [K in keyof StateProfile]: readonly StateProfile[K][] };

export const STATE_PROFILES: readonly StateProfile[] = FIGURES.code.map(
  (_, i) => Object.fromEntries(Object.entries(FIGURES).map(([name, list]) => [name, list[i]])) as never,
);

/** Border between VIC and NSW as longitude and latitude, west to east. */
const RIVER: readonly (readonly [number, number])[] = [
  [141, -34.0],
  [142.5, -34.8],
  [144.75, -36.1],
  [146, -36.0],
  [147, -36.05],
  [148.2, -36.8],
  [150, -37.5],
];

/** True when the point is within the state's simplified borders. Says nothing about the sea. */
export function isInState(profile: StateProfile, lat: number, lon: number): boolean {
  const [south, north, west, east] = profile.box;
  if (lat < south || lat > north || lon < west || lon > east) return false;
  if (profile.code === "VIC") return lat < riverLatitude(lon);
  if (profile.code === "NSW") {
    const territory = lat > -35.9 && lat < -35.13 && lon > 148.78 && lon < 149.38;
    return !territory && lat > riverLatitude(lon);
  }
  return profile.code !== "QLD" || lat > -26 || lon > 141;
}

function riverLatitude(lon: number): number {
  for (let i = 1; i < RIVER.length; i++) {
    const [lonA, latA] = RIVER[i - 1];
    const [lonB, latB] = RIVER[i];
    if (lon <= lonB) return latA + ((latB - latA) * (lon - lonA)) / (lonB - lonA);
  }
  return RIVER[RIVER.length - 1][1];
}

/** Suburbs of the state at a scale: the full count from 1 on, a sample of at least three below. */
export function suburbCount(profile: StateProfile, scale: number): number {
  return scale >= 1 ? profile.suburbs : Math.max(3, Math.round(profile.suburbs * scale));
}
