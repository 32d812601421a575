import { STATES, type StateCode } from "../../dataset/states.ts";
import { clamp, hashText, Random, round } from "../../runtime/random.ts";
import { isInState, STATE_PROFILES, type StateProfile } from "../state-profiles.ts";
import { coastDistanceKm, distanceKm, isLand } from "./coast.ts";
import { inventPlace, slug } from "./names.ts";

/** Position of a suburb, and its distances to towns and sea. */
type Place = ReturnType<typeof placeSuburbs>[number];

/** A suburb's identity, and the hidden traits from which its published figures derive. */
export type Suburb = ReturnType<typeof stateSuburbs>[number];

/** All suburbs in `sal_code` order. */
export function generateSuburbs(seed: number, scale: number): Suburb[] {
  return STATE_PROFILES.flatMap((profile) => stateSuburbs(seed, scale, profile));
}

function stateSuburbs(seed: number, scale: number, profile: StateProfile) {
  // Below scale 1 a sample of at least three.
  const count = scale >= 1 ? profile.suburbs : Math.max(3, Math.round(profile.suburbs * scale));
  const random = new Random(seed, `suburbs/${profile.code}`);
  const places = placeSuburbs(random, profile, count);
  // Published codes are alphabetical within a state.
  const named = nameSuburbs(seed, profile.code, places).sort((a, b) => (a.name < b.name ? -1 : 1));
  const digit = STATES.find((s) => s.code === profile.code)!.digit;
  let number = 0;
  return named.map(({ name, place }) => {
    number += random.chance(0.04) ? random.int(2, 4) : 1;
    return {
      ...place,
      code: `${digit}${String(number).padStart(4, "0")}`,
      name,
      state: profile.code,
      profile,
      postcode: random.chance(0.012) ? null : postcodeOf(profile, place, random),
      ...traits(seed, random, profile, place),
    };
  });
}

function nameSuburbs(seed: number, state: StateCode, places: Place[]): { name: string; place: Place }[] {
  // States share the stream "place-names", so that some names recur across borders.
  const shared = new Random(seed, "place-names");
  const own = new Random(seed, `place-names/${state}`);
  const taken = new Set<string>();
  return places.map((place) => {
    const coastal = place.coastKm < 8;
    const candidate = inventPlace(own.chance(0.03) ? shared : own, coastal);
    let name = candidate;
    // Two names with the same slug would share a region code.
    while (taken.has(slug(name))) {
      name = own.chance(0.3) ? `${candidate} (${inventPlace(own, false)})` : inventPlace(own, coastal);
    }
    taken.add(slug(name));
    return { name, place };
  });
}

function postcodeOf(profile: StateProfile, place: Place, random: Random): string {
  const [first, last] = profile.postcodes;
  const split = Math.round(first + (last - first) * 0.4);
  // Low numbers near the capital, then a block per regional centre: neighbours share postcodes.
  const number = place.metro
    ? first + Math.min(split - first - 1, Math.floor(place.capitalKm * 3) + random.int(0, 4))
    : split + ((place.centre * 13 + Math.floor(place.centreKm / 12)) % (last - split + 1));
  return String(number).padStart(4, "0");
}

function traits(seed: number, random: Random, profile: StateProfile, place: Place) {
  const cell = `${Math.floor(place.lat * 8)}:${Math.floor(place.lon * 8)}`;
  const neighbourhood = ((hashText(`${seed}/${cell}`) >>> 0) / 4294967296 - 0.5) * 3.2;
  const seaside = Math.exp(-place.coastKm / 5);
  const affluence = clamp(
    0.55 * neighbourhood +
      0.5 * random.normal() +
      0.5 * place.urban +
      0.35 * seaside -
      0.55 * place.remoteness,
    -3,
    3,
  );
  const logPrice =
    Math.log(profile.housePrice) +
    0.3 * affluence +
    0.24 * seaside +
    0.4 * (place.metro ? Math.exp(-place.capitalKm / 22) : -0.35) -
    0.65 * place.remoteness +
    0.1 * random.normal();
  return {
    /** Wealth and education, approximately standard normal. */
    affluence,
    /** Typical house price today, AUD. Every suburb has one, but not all are published. */
    housePrice: Math.round(clamp(Math.exp(logPrice), 90_000, 9_000_000)),
    population: populationOf(random, profile, place),
    areaSqkm: round(areaOf(random, place), 2),
  };
}

/** Residents; null where the census published no count. */
function populationOf(random: Random, profile: StateProfile, place: Place): number | null {
  const fate = random.unit();
  if (fate < 0.003) return null;
  if (fate < 0.028 && !place.metro) return 0;
  const [median, spread] = place.metro ? [5400, 0.75] : place.urban > 0.25 ? [2300, 1.0] : [330, 1.25];
  const size = median * profile.crowding * Math.exp(spread * random.normal() - 0.9 * place.remoteness);
  return Math.round(clamp(size, 3, 52_000));
}

function areaOf(random: Random, place: Place): number {
  if (place.metro) return clamp(3.2 * Math.exp(0.8 * random.normal() + place.capitalKm / 40), 0.15, 400);
  return clamp(45 * Math.exp(1.1 * random.normal() + 3.2 * place.remoteness), 0.4, 60_000);
}

/** Positions around the capital and the state's regional centres. */
function placeSuburbs(random: Random, profile: StateProfile, count: number) {
  const centres = [profile.capital, ...regionalCentres(random, profile)];
  // Even a small sample has metropolitan and country suburbs.
  const metroCount = clamp(Math.round(count * profile.metroShare), 1, count - 1);
  return Array.from({ length: count }, (_, i) => {
    const metro = i < metroCount;
    const centre = metro ? 0 : 1 + Math.floor(random.unit() * random.unit() * (centres.length - 1));
    const reach = metro ? (profile.code === "ACT" ? 7 : 15) : 38;
    const [lat, lon] = pointNear(random, profile, centres[centre], reach);
    const capitalKm = distanceKm(lat, lon, ...profile.capital);
    const centreKm = distanceKm(lat, lon, ...centres[centre]);
    return {
      lat,
      lon,
      coastKm: round(coastDistanceKm(lat, lon), 1),
      capitalKm,
      /** Index of its regional centre; 0 is the capital. */
      centre,
      centreKm,
      metro,
      /** 1 in the middle of the capital, 0 in the country. */
      urban: metro ? Math.exp(-capitalKm / 25) : 0.5 * Math.exp(-centreKm / 9),
      /** 0 in town, up to 1. */
      remoteness: metro
        ? clamp(capitalKm / 400, 0, 0.2)
        : clamp(0.1 + 0.5 * Math.min(1, capitalKm / 900) + 0.4 * Math.min(1, centreKm / 130), 0, 1),
    };
  });
}

function regionalCentres(random: Random, profile: StateProfile): (readonly [number, number])[] {
  const [south, north, west, east] = profile.box;
  const centres: (readonly [number, number])[] = [];
  for (let tries = 0; centres.length < profile.regionalCentres && tries < 4000; tries++) {
    const lat = random.between(south, north);
    const lon = random.between(west, east);
    if (!isInState(profile, lat, lon) || !isLand(lat, lon)) continue;
    // Most towns are near the sea.
    if (random.chance(Math.min(0.85, coastDistanceKm(lat, lon) / 250))) continue;
    centres.push([lat, lon]);
  }
  return centres;
}

function pointNear(
  random: Random,
  profile: StateProfile,
  centre: readonly [number, number],
  reachKm: number,
): [number, number] {
  for (let tries = 0; tries < 60; tries++) {
    const km = random.wait(reachKm);
    const angle = random.unit() * 2 * Math.PI;
    const lat = round(centre[0] + (km * Math.cos(angle)) / 111.2, 5);
    const lon = round(centre[1] + (km * Math.sin(angle)) / 92, 5);
    if (isInState(profile, lat, lon) && isLand(lat, lon)) return [lat, lon];
  }
  return [round(centre[0] + random.normal() * 0.002, 5), round(centre[1] + random.normal() * 0.002, 5)];
}
