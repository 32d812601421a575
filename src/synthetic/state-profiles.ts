import type { StateCode } from "../dataset/states.ts";

/** Parameters of a state: round figures, not statistics. */
export type StateProfile = (typeof STATE_PROFILES)[number];

/**
 * Per state: suburbs at scale 1 and above, councils, federal and state seats, latitude and longitude of the
 * capital, share of suburbs around it, regional centres, latitude range, longitude range, postcode range,
 * typical house price today in AUD, share of the crawled suburbs, population of suburbs relative to the
 * average, share of national activity.
 */
const FIGURES = `
NSW 4544 129 46 93 -33.85 151.05 0.2  22 -37.5 -28.2  141    153.7  2000 2599 960000 0.3  0.92 0.31
VIC 2946  79 38 88 -37.8  145.02 0.2  16 -39.1 -34    141    150    3000 3996 790000 0.26 1.08 0.25
QLD 3235  77 30 93 -27.47 153.0  0.17 20 -29   -10.5  138    153.6  4000 4895 780000 0.2  0.95 0.2
SA  1698  70 10 47 -34.93 138.61 0.28 10 -38.1 -26    129    141    5000 5734 690000 0.09 0.48 0.06
WA  1701 137 16 59 -31.95 115.87 0.22 12 -35.2 -13.8  112.9  129    6000 6797 730000 0.09 0.78 0.14
TAS  778  29  5  5 -42.87 147.3  0.18  6 -43.7 -40.6  144.6  148.4  7000 7470 560000 0.03 0.36 0.018
NT   305  18  2 25 -12.44 130.9  0.3   5 -26   -10.9  129    138     800  886 510000 0.01 0.4  0.013
ACT  138   1  3  5 -35.3  149.12 0.9   1 -35.9 -35.13 148.78 149.38 2600 2618 880000 0.02 0.65 0.019
`;

const CONSERVATIVES: Readonly<Record<string, readonly [string, string]>> = {
  QLD: ["LNP", "Liberal National Party of Queensland"],
  NT: ["CLP", "Country Liberal Party (NT)"],
};

export const STATE_PROFILES = FIGURES.trim()
  .split("\n")
  .map((line) => {
    const [code, ...figures] = line.split(/\s+/);
    const [suburbs, councils, federalDivisions, stateDistricts, ...place] = figures.map(Number);
    const [lat, lon, metroShare, regionalCentres, south, north, west, east, ...rest] = place;
    const [firstPostcode, lastPostcode, housePrice, crawlShare, crowding, weight] = rest;
    return {
      code: code as StateCode,
      suburbs,
      councils,
      federalDivisions,
      stateDistricts,
      metroShare,
      regionalCentres,
      housePrice,
      crawlShare,
      crowding,
      weight,
      capital: [lat, lon] as const,
      box: [south, north, west, east] as const,
      postcodes: [firstPostcode, lastPostcode] as const,
      /** Abbreviation and name of the conservative federal party. */
      conservative: CONSERVATIVES[code] ?? (["LP", "Liberal"] as const),
    };
  });

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

/** True within the state's simplified land borders; ignores the coast. */
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
