import { clamp, Random, round, roundTo } from "../../runtime/random.ts";
import { choices, inventAgency, inventStreet, slug } from "../places/names.ts";
import type { CrawledSuburb } from "./crawl.ts";

export type Address = ReturnType<ReturnType<typeof addressMaker>>;

const TYPES = choices("house 58, unit 18, apartment 12, townhouse 8, land 3, acreage 1");

export const isStrata = (type: string) => type === "unit" || type === "apartment";

/** Returns a generator of a suburb's addresses that never repeats a street address. */
export function addressMaker(random: Random, place: CrawledSuburb) {
  const streets = Array.from({ length: 14 + Math.ceil(place.adverts / 12) }, () => inventStreet(random));
  const suburbSlug = `${slug(place.name)}-${place.state.toLowerCase()}-${place.postcode}`;
  const used = new Set<string>();
  return (hidden = false) => {
    const propertyType = random.weighted(TYPES);
    let street = "";
    do {
      const unit = isStrata(propertyType) && random.chance(0.8) ? `${random.int(1, 48)}/` : "";
      street = `${unit}${random.int(1, 260)} ${random.pick(streets)}`;
    } while (used.has(street));
    used.add(street);
    return {
      display: hidden
        ? `${place.name}`
        : `${street}, ${place.name} ${place.state} ${place.postcode ?? ""}`.trim(),
      /** "" when the advert hides the street or the postcode is unknown. */
      key: hidden || place.postcode === null ? "" : `${slug(street)}-${suburbSlug}`,
      propertyType,
      ...dwelling(random, place, propertyType),
    };
  };
}

/** Features of the dwelling, and its market value in AUD. */
function dwelling(random: Random, place: CrawledSuburb, type: string) {
  const strata = isStrata(type);
  if (type === "land") {
    const landSqm = roundTo(350 * Math.exp(0.5 * random.normal()), 10);
    const worth = place.housePrice * 0.42 * Math.exp(0.2 * random.normal());
    return { bedrooms: null, bathrooms: null, carSpaces: null, landSqm, worth };
  }
  const bedrooms = clamp(Math.round((strata ? 2 : 3.4) + 0.8 * random.normal()), strata ? 1 : 2, 7);
  const size = (strata ? 0.62 : type === "townhouse" ? 0.82 : 1) * (0.72 + 0.085 * bedrooms);
  const known = !random.chance(0.05);
  return {
    bedrooms: known ? bedrooms : null,
    bathrooms: known ? clamp(bedrooms - random.int(0, 2), 1, 5) : null,
    carSpaces: known && random.chance(0.92) ? random.int(strata ? 0 : 1, 3) : null,
    landSqm: strata || random.chance(0.15) ? null : round(520 * Math.exp(0.45 * random.normal())),
    worth: place.housePrice * size * Math.exp(0.22 * random.normal()),
  };
}

export interface Agency {
  readonly name: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly agents: readonly string[];
}

/** Number of state-wide agencies per state, and of local ones per area. */
const STATEWIDE = 4;
const LOCAL = 11;

/** Chooses the agency of an advert: usually a local one, sometimes a state-wide one, a one-off, or null. */
export function agencyChooser(seed: number): (random: Random, place: CrawledSuburb) => Agency | null {
  const known = new Map<string, readonly Agency[]>();
  let count = 0;
  const found = (random: Random): Agency => {
    const number = ++count;
    const first = random.int(1, 900);
    return {
      name: inventAgency(random),
      ids: { rea: `R${1000 + number}`, domain: `D${40_000 + number}` },
      agents: Array.from({ length: random.int(1, 6) }, (_, i) => `Agent ${first + i}`),
    };
  };
  const agenciesOf = (area: string, length: number) => {
    if (!known.has(area)) {
      const random = new Random(seed, `agencies/${area}`);
      known.set(
        area,
        Array.from({ length }, () => found(random)),
      );
    }
    return known.get(area)!;
  };
  return (random, { state, agencyArea }) => {
    const fate = random.unit();
    if (fate < 0.04) return null;
    if (fate < 0.055) return found(random);
    if (fate < 0.16) return random.pick(agenciesOf(`${state}/statewide`, STATEWIDE));
    // Squaring favours the first ones, so that some agencies are large and some rare.
    return agenciesOf(agencyArea, LOCAL)[Math.floor(random.unit() ** 2 * LOCAL)];
  };
}
