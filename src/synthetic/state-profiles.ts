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

export const STATE_PROFILES: readonly StateProfile[] = [
  {
    code: "NSW",
    suburbs: 4544,
    councils: 129,
    federalDivisions: 46,
    stateDistricts: 93,
    capital: [-33.85, 151.05],
    metroShare: 0.2,
    regionalCentres: 22,
    box: [-37.5, -28.2, 141, 153.7],
    postcodes: [2000, 2599],
    housePrice: 960000,
    crawlShare: 0.3,
    conservative: LIBERAL,
    crowding: 0.92,
    weight: 0.31,
  },
  {
    code: "VIC",
    suburbs: 2946,
    councils: 79,
    federalDivisions: 38,
    stateDistricts: 88,
    capital: [-37.8, 145.02],
    metroShare: 0.2,
    regionalCentres: 16,
    box: [-39.1, -34, 141, 150],
    postcodes: [3000, 3996],
    housePrice: 790000,
    crawlShare: 0.26,
    conservative: LIBERAL,
    crowding: 1.08,
    weight: 0.25,
  },
  {
    code: "QLD",
    suburbs: 3235,
    councils: 77,
    federalDivisions: 30,
    stateDistricts: 93,
    capital: [-27.47, 153.0],
    metroShare: 0.17,
    regionalCentres: 20,
    box: [-29, -10.5, 138, 153.6],
    postcodes: [4000, 4895],
    housePrice: 780000,
    crawlShare: 0.2,
    conservative: ["LNP", "Liberal National Party of Queensland"],
    crowding: 0.95,
    weight: 0.2,
  },
  {
    code: "SA",
    suburbs: 1698,
    councils: 70,
    federalDivisions: 10,
    stateDistricts: 47,
    capital: [-34.93, 138.61],
    metroShare: 0.28,
    regionalCentres: 10,
    box: [-38.1, -26, 129, 141],
    postcodes: [5000, 5734],
    housePrice: 690000,
    crawlShare: 0.09,
    conservative: LIBERAL,
    crowding: 0.48,
    weight: 0.06,
  },
  {
    code: "WA",
    suburbs: 1701,
    councils: 137,
    federalDivisions: 16,
    stateDistricts: 59,
    capital: [-31.95, 115.87],
    metroShare: 0.22,
    regionalCentres: 12,
    box: [-35.2, -13.8, 112.9, 129],
    postcodes: [6000, 6797],
    housePrice: 730000,
    crawlShare: 0.09,
    conservative: LIBERAL,
    crowding: 0.78,
    weight: 0.14,
  },
  {
    code: "TAS",
    suburbs: 778,
    councils: 29,
    federalDivisions: 5,
    stateDistricts: 5,
    capital: [-42.87, 147.3],
    metroShare: 0.18,
    regionalCentres: 6,
    box: [-43.7, -40.6, 144.6, 148.4],
    postcodes: [7000, 7470],
    housePrice: 560000,
    crawlShare: 0.03,
    conservative: LIBERAL,
    crowding: 0.36,
    weight: 0.018,
  },
  {
    code: "NT",
    suburbs: 305,
    councils: 18,
    federalDivisions: 2,
    stateDistricts: 25,
    capital: [-12.44, 130.9],
    metroShare: 0.3,
    regionalCentres: 5,
    box: [-26, -10.9, 129, 138],
    postcodes: [800, 886],
    housePrice: 510000,
    crawlShare: 0.01,
    conservative: ["CLP", "Country Liberal Party (NT)"],
    crowding: 0.4,
    weight: 0.013,
  },
  {
    code: "ACT",
    suburbs: 138,
    councils: 1,
    federalDivisions: 3,
    stateDistricts: 5,
    capital: [-35.3, 149.12],
    metroShare: 0.9,
    regionalCentres: 1,
    box: [-35.9, -35.13, 148.78, 149.38],
    postcodes: [2600, 2618],
    housePrice: 880000,
    crawlShare: 0.02,
    conservative: LIBERAL,
    crowding: 0.65,
    weight: 0.019,
  },
];

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

/** True when the point lies within the state's simplified borders. Says nothing about the sea. */
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
