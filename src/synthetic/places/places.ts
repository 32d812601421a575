import { clamp, type Random, round } from "../../runtime/random.ts";
import { isInState, type StateProfile } from "../state-profiles.ts";
import { coastDistanceKm, distanceKm, isLand } from "./coast.ts";

/** Where a suburb lies, and how near to people and sea. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
  readonly coastKm: number;
  readonly capitalKm: number;
  /** The regional centre it belongs to (position in the state's list); 0 is the capital. */
  readonly centre: number;
  readonly centreKm: number;
  readonly metro: boolean;
  /** 1 in the middle of the capital, 0 in the country. */
  readonly urban: number;
  /** 0 in town, 1 at the end of the road. */
  readonly remoteness: number;
}

/** Positions around the capital and the state's regional centres. */
export function placeSuburbs(random: Random, profile: StateProfile, count: number): Place[] {
  const centres = [profile.capital, ...regionalCentres(random, profile)];
  // The sample of a small scale still has a capital city and a country.
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
      centre,
      centreKm,
      metro,
      urban: metro ? Math.exp(-capitalKm / 25) : 0.5 * Math.exp(-centreKm / 9),
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
