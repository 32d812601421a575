import type { Row } from "../../dataset/csv-writer.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { DOMINANT_ZONE_FAMILIES } from "../../dataset/zone-families.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

const SOURCE = "synthetic-planning";

/** Chance that a state's zoning of a suburb is published; the Northern Territory has none. */
const PUBLISHED: Readonly<Record<string, number>> = {
  NSW: 0.98,
  VIC: 0.98,
  QLD: 0.7,
  SA: 0.95,
  WA: 0.85,
  TAS: 0.9,
  NT: 0,
  ACT: 1,
};

/** Zoning and heritage of a suburb, with height, floor space and lot standards in NSW. */
export function planningRow(random: Random, suburb: Suburb): Row | null {
  if (!random.chance(PUBLISHED[suburb.state])) return null;
  const coverage = random.chance(0.07) ? random.between(0, 62) : random.between(88, 100);
  const shares = zoneShares(random, suburb, coverage);
  const largest = DOMINANT_ZONE_FAMILIES.reduce((best, _, i) => (shares[i] > shares[best] ? i : best), 0);
  const zones: Record<string, number> = {};
  DOMINANT_ZONE_FAMILIES.forEach(({ family }, i) => {
    zones[`zone_${family}_share_pct`] = shares[i];
  });
  const heritage = random.chance(0.3 - 0.2 * suburb.urban) ? 0 : random.wait(2 + 14 * suburb.urban);
  return {
    sal_code: suburb.code,
    ...zones,
    zoning_coverage_pct: round(coverage, 2),
    dominant_zone_family: coverage < 1 ? null : DOMINANT_ZONE_FAMILIES[largest].family,
    heritage_share_pct: round(clamp(heritage, 0, 100), 2),
    heritage_item_count: heritage === 0 ? 0 : random.int(1, 4 + Math.round(60 * suburb.urban)),
    ...(suburb.state === "NSW" ? standards(random, suburb) : {}),
    instruments: random.chance(0.9) ? JSON.stringify(instruments(random, suburb)) : null,
    zoning_source: SOURCE,
    heritage_source: SOURCE,
    source_licence: random.chance(0.012) ? RESTRICTED_LICENCE : PUBLIC_LICENCE,
  };
}

/** Shares of the ten families in registry order, summing to the coverage. */
function zoneShares(random: Random, suburb: Suburb, coverage: number): number[] {
  const { urban, metro, remoteness } = suburb;
  const weights = [
    metro ? 45 * (1 - urban) + 5 : 8,
    metro ? 10 + 45 * urban : 3,
    1 + 14 * urban,
    metro ? 5 * random.unit() : 1,
    metro ? 12 * (1 - urban) : 62,
    4 + 18 * remoteness,
    metro ? 9 : 3,
    metro ? 5 : 2,
    suburb.coastKm < 4 ? 5 : 0.6,
    random.chance(0.1) ? 6 : 0.2,
  ].map((w) => w * (random.chance(0.12) ? 0 : Math.exp(0.6 * random.normal())));
  const total = weights.reduce((sum, w) => sum + w, 0) || 1;
  return weights.map((w) => Math.floor((w / total) * coverage * 100) / 100);
}

function standards(random: Random, suburb: Suburb): Row {
  const mapped = () =>
    round(random.chance(suburb.metro ? 0.08 : 0.35) ? random.between(0, 60) : random.between(60, 100), 1);
  const height = 8.5 + (suburb.urban > 0.7 ? random.int(0, 20) : random.chance(0.2) ? 1 : 0);
  const known = random.chance(suburb.metro ? 0.98 : 0.75);
  if (!known) return {};
  return {
    nsw_height_median_m: height,
    nsw_height_max_m: round(height + random.int(0, 40) * suburb.urban, 1),
    nsw_fsr_median: round(0.45 + 1.6 * suburb.urban * random.unit(), 2),
    nsw_min_lot_median_m2: suburb.metro
      ? random.pick([350, 450, 500, 550, 600, 700])
      : random.pick([700, 2000, 40_000, 400_000]),
    nsw_height_mapped_pct: mapped(),
    nsw_fsr_mapped_pct: mapped(),
    nsw_min_lot_mapped_pct: mapped(),
  };
}

function instruments(random: Random, suburb: Suburb): string[] {
  const main = `Synthetic ${suburb.state} Plan ${random.int(2008, 2024)}`;
  return random.chance(0.2) ? [main, `Synthetic Precinct Plan ${random.int(1, 40)}`] : [main];
}
