import type { Row } from "../../dataset/csv-writer.ts";
import { NATIONAL_REGION_CODE, STATES } from "../../dataset/states.ts";
import { Random } from "../../runtime/random.ts";
import { type CrawledSuburb, regionCodeOf } from "../listings/crawl.ts";
import { slug } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";

/** States that publish suburb medians. */
const FEED_STATES = new Set(["NSW", "VIC", "SA"]);

/** How a suburb region is priced: by a public feed, by restricted rows only, or not at all. */
export type Feed = "quarterly" | "annual" | "restricted" | "none";

export interface SuburbRegion {
  readonly code: string;
  readonly suburb: Suburb;
  readonly feed: Feed;
}

export interface PriceRegions {
  readonly rows: readonly Row[];
  readonly suburbs: readonly SuburbRegion[];
  readonly councils: readonly { code: string; price: number; state: string }[];
}

/** Every region, from the country down to suburbs; all crawled suburbs are among them. */
export function generatePriceRegions(
  seed: number,
  suburbs: readonly Suburb[],
  crawled: readonly CrawledSuburb[],
  councilRows: readonly Row[],
): PriceRegions {
  const random = new Random(seed, "price-regions");
  const rows: Row[] = [
    { region_code: NATIONAL_REGION_CODE, region_type: "national", region_name: "Australia" },
    ...STATES.map((s) => region(s.code, "state", s.name, s.code)),
    ...STATES.map((s) => region(s.capitalRegion.code, "gccsa", s.capitalRegion.name, s.code)),
    ...STATES.flatMap((s) =>
      s.restRegion === null ? [] : [region(s.restRegion.code, "rest_of_state", s.restRegion.name, s.code)],
    ),
  ];
  const crawledCodes = new Set(crawled.map((c) => c.salCode));
  const taken = new Set<string>();
  const priced: SuburbRegion[] = [];
  for (const suburb of suburbs) {
    const feed = feedOf(random, suburb);
    const needed = feed !== "none" || crawledCodes.has(suburb.code) || random.chance(0.03);
    if (!needed) continue;
    const codes = [regionCodeOf(suburb.state, suburb.name)];
    // A second region for the same suburb: an old spelling that the feed still carries.
    if (feed === "annual" && random.chance(0.02)) codes.push(`${codes[0]}-OLD`);
    for (const code of codes) {
      if (taken.has(code)) continue;
      taken.add(code);
      rows.push(region(code, "suburb", suburb.name, suburb.state, suburb.postcode, suburb.code));
      priced.push({ code, suburb, feed });
    }
  }
  for (const place of crawled) {
    if (place.salCode !== null) continue;
    rows.push(region(place.regionCode, "suburb", place.name, place.state, place.postcode));
  }
  const councils = councilRows.filter((_, i) => i % 45 === 0);
  const councilRegions = councils.map((c) => ({
    code: `LGA:${c.state_code}-${slug(String(c.lga_name)).toUpperCase()}`,
    name: String(c.display_name),
    price: Number(c.council_house_median ?? 600_000),
    state: String(c.state_code),
  }));
  for (const c of councilRegions) rows.push(region(c.code, "lga", c.name, c.state));
  return { rows, suburbs: priced, councils: councilRegions };
}

function feedOf(random: Random, suburb: Suburb): Feed {
  const residents = suburb.population ?? 0;
  if (residents < 250 || random.chance(0.06)) return "none";
  if (FEED_STATES.has(suburb.state)) {
    if (random.chance(0.02)) return "restricted";
    return random.chance(suburb.state === "VIC" ? 0.45 : 0.75) ? "quarterly" : "annual";
  }
  return random.chance(0.03) ? "restricted" : "none";
}

function region(
  code: string,
  type: string,
  name: string,
  state: string,
  postcode: string | null = null,
  salCode: string | null = null,
): Row {
  return {
    region_code: code,
    region_type: type,
    region_name: name,
    state_code: state,
    postcode,
    sal_code: salCode,
  };
}
