import { clamp, type Random, round, roundTo } from "../../runtime/random.ts";
import { inventStreet, slug } from "../places/names.ts";
import type { CrawledSuburb } from "./crawl.ts";

export interface Address {
  readonly display: string;
  /** Empty when the advert hides the street or the postcode is unknown. */
  readonly key: string;
  readonly propertyType: string;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly carSpaces: number | null;
  readonly landSqm: number | null;
  /** What the market would pay, AUD. */
  readonly worth: number;
}

const TYPES = [
  ["house", 58],
  ["unit", 18],
  ["apartment", 12],
  ["townhouse", 8],
  ["land", 3],
  ["acreage", 1],
] as const;

/** A maker of addresses of one suburb; never gives the same street number twice. */
export function addressMaker(random: Random, place: CrawledSuburb): (hidden?: boolean) => Address {
  const streets = Array.from({ length: 14 + Math.ceil(place.adverts / 12) }, () => inventStreet(random));
  const suburbSlug = `${slug(place.name)}-${place.state.toLowerCase()}-${place.postcode}`;
  const used = new Set<string>();
  return (hidden = false) => {
    const propertyType = random.weighted(TYPES);
    const strata = propertyType === "unit" || propertyType === "apartment";
    let street = "";
    do {
      const unit = strata && random.chance(0.8) ? `${random.int(1, 48)}/` : "";
      street = `${unit}${random.int(1, 260)} ${random.pick(streets)}`;
    } while (used.has(street));
    used.add(street);
    return {
      display: hidden
        ? `${place.name}`
        : `${street}, ${place.name} ${place.state} ${place.postcode ?? ""}`.trim(),
      key: hidden || place.postcode === null ? "" : `${slug(street)}-${suburbSlug}`,
      propertyType,
      ...dwelling(random, place, propertyType),
    };
  };
}

function dwelling(random: Random, place: CrawledSuburb, type: string) {
  const strata = type === "unit" || type === "apartment";
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
