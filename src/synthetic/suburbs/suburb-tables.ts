import type { Row } from "../../dataset/csv-writer.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../dataset/states.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { DOMINANT_ZONE_FAMILIES } from "../../dataset/zone-families.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { choices, inventWord } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";
import { NON_COMMERCIAL_LICENCE, PUBLIC_LICENCE } from "../sources.ts";

/** Amenity counts that grow with residents and density; null for a few unmeasured suburbs. */
function amenitiesRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.006)) return null;
  const residents = suburb.population ?? 0;
  const count = (perThousand: number) => {
    const expected = (residents / 1000) * perThousand * Math.exp(0.35 * random.normal());
    return Math.floor(expected + random.unit());
  };
  const government = count(0.32);
  const catholic = count(0.1);
  const independent = count(0.09 + 0.05 * Math.max(0, suburb.affluence));
  const schools = government + catholic + independent;
  const secondary = Math.min(schools, Math.round(schools * random.between(0.2, 0.55)));
  const shops = [count(0.05), count(0.06), count(0.03), count(0.05)];
  const supermarkets = shops[0] + shops[1] + shops[2] + shops[3] + (random.chance(0.12) ? count(0.06) : 0);
  const hospitals = random.chance(Math.min(0.4, residents / 60_000)) ? random.int(1, 2) : 0;
  const away = (mean: number) => 0.2 + random.wait(mean * (0.4 + 6 * suburb.remoteness));
  const density = 100 * (1 - Math.exp(-(supermarkets * 6 + schools * 3) / 40)) * (0.4 + 0.6 * suburb.urban);
  return {
    schools_total: schools,
    supermarkets_total: supermarkets,
    coles_count: shops[0],
    woolworths_count: shops[1],
    aldi_count: shops[2],
    iga_count: shops[3],
    pubs_bars: count(0.35 + 0.8 * suburb.urban),
    parks_count: count(1.1),
    libraries_count: count(0.05),
    nearest_supermarket_km: supermarkets > 0 ? round(random.between(0.1, 1.2), 2) : round(away(5), 2),
    amenity_density_score: random.near(density, 3, 0, 100),
    hospitals_count: hospitals,
    gp_count: count(0.4),
    pharmacy_count: count(0.22),
    // No railway within reach in remote places.
    nearest_train_km: suburb.remoteness > 0.75 ? null : round(away(suburb.metro ? 1.6 : 12), 2),
    nearest_hospital_km: hospitals > 0 ? round(random.between(0.1, 1.5), 2) : round(away(7), 2),
    dist_to_coast_km: suburb.coastKm,
    schools_gov: government,
    schools_catholic: catholic,
    schools_independent: independent,
    schools_primary: schools - secondary,
    schools_secondary: secondary,
    nearest_secondary_km: secondary > 0 ? round(random.between(0.1, 1.4), 2) : round(away(6), 2),
  };
}

const FIXED_LINE = choices("FTTP 34, HFC 18, FTTC 14, FTTB 3, FTTN 28, Fixed Line 3");

const SCORES: Readonly<Record<string, number>> = { FTTP: 92, Satellite: 24, FW: 47, "Fixed Wireless": 47 };

/** Broadband by remoteness; some rows are deliberately implausible (satellite in a town), some unknown. */
function connectivityRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.01)) return null;
  const technology = technologyOf(random, suburb);
  const score = SCORES[technology] ?? (technology.startsWith("F") ? 74 : 50);
  return {
    dominant_nbn_tech: technology === "" ? null : technology,
    connectivity_quality_score: random.near(score, 5, 0, 100),
  };
}

function technologyOf(random: Random, suburb: Suburb): string {
  const fate = random.unit();
  if (fate < 0.008) return "";
  if (fate < 0.012) return "Unserved";
  const residents = suburb.population ?? 0;
  const reach = suburb.remoteness + (residents < 200 ? 0.25 : residents > 3000 ? -0.35 : 0);
  const roll = reach + 0.18 * random.normal();
  if (roll > 0.78 || fate > 0.988) return "Satellite";
  if (roll > 0.5 || fate > 0.97) return random.chance(0.8) ? "FW" : "Fixed Wireless";
  return random.weighted(FIXED_LINE);
}

/** Offences with the rate (if any) and the recorded count, per year and 100,000 residents. */
const OFFENCES: readonly (readonly [offence: string, rate: number | null, recorded: number])[] = [
  ["break_ins", 620, 480],
  ["violent", 410, 640],
  ["motor_vehicle", 250, 260],
  ["property_damage", 700, 610],
  ["theft", null, 1250],
  ["drugs", null, 420],
];
const CRIME_YEARS = [
  { fy_ending: 2024, pooled: true },
  { fy_ending: 2025, pooled: true },
  { fy_ending: 2025, pooled: false },
];

/** States where police publish, with the licence; other states have no rows. */
const COVERAGE: Readonly<Record<string, { licence: string; rse: number; unreliable: number }>> = {
  NSW: { licence: PUBLIC_LICENCE, rse: 11, unreliable: 0.004 },
  VIC: { licence: PUBLIC_LICENCE, rse: 13, unreliable: 0.004 },
  QLD: { licence: PUBLIC_LICENCE, rse: 15, unreliable: 0.01 },
  SA: { licence: PUBLIC_LICENCE, rse: 19, unreliable: 0.02 },
  WA: { licence: NON_COMMERCIAL_LICENCE, rse: 16, unreliable: 0 },
  ACT: { licence: PUBLIC_LICENCE, rse: 31, unreliable: 0.3 },
};

/** Undefined where nothing is published or too few people live. */
const crimeCoverage = ({ state, population }: Suburb) =>
  (population ?? 0) < 400 ? undefined : COVERAGE[state];

/** Crime rates of a suburb, some under a non-commercial licence. */
function crimeRows(random: Random, suburb: Suburb): Row[] {
  const cover = crimeCoverage(suburb);
  if (cover === undefined || random.chance(0.03)) return [];
  const residents = suburb.population!;
  const population = Math.round(residents * random.between(0.98, 1.14));
  const licence = random.chance(0.02) ? NON_COMMERCIAL_LICENCE : cover.licence;
  return OFFENCES.flatMap(([crime_type, middle]) => {
    if (middle === null) return [];
    const level = middle * Math.exp(-0.28 * suburb.affluence + 0.35 * suburb.urban + 0.4 * random.normal());
    const unreliable = random.chance(cover.unreliable);
    const anchor_rse_pct = random.chance(0.02) ? null : random.near(cover.rse, 5, 2, 60);
    return CRIME_YEARS.map((year) => ({
      crime_type,
      ...year,
      rate_per_100k:
        residents < 3500 && random.chance(0.03) ? 0 : round(level * random.between(0.85, 1.15), 1),
      population,
      anchor_rse_pct,
      unreliable,
      source_jurisdiction: suburb.state,
      source_licence: licence,
    }));
  });
}

/** Recorded offences of a suburb in one year, for the states with coverage; the ACT has no drug offences. */
function offenceRows(random: Random, suburb: Suburb): Row[] {
  const cover = crimeCoverage(suburb);
  if (cover === undefined) return [];
  return OFFENCES.flatMap(([offence, , middle]) => {
    const level = middle * Math.exp(-0.25 * suburb.affluence + 0.4 * suburb.urban + 0.4 * random.normal());
    if (offence === "drugs" && suburb.state === "ACT") return [];
    return {
      offence,
      year: 2025,
      year_ends: 6,
      offences: Math.round((level * suburb.population!) / 100_000),
      source_jurisdiction: suburb.state,
      source_licence: cover.licence,
    };
  });
}

const FLOOD_STATES = new Set(["NSW", "VIC", "QLD", "SA"]);
const BUSHFIRE_STATES = new Set(["NSW", "VIC", "QLD", "SA", "WA", "TAS"]);

/** Hazard shares: null without a source, 0 when measured as none; a few rows are restricted. */
function hazardRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.03)) return null;
  const share = (mean: number, none: number) =>
    random.chance(none) ? 0 : round(clamp(random.wait(mean), 0.01, 100), 2);
  const hasWater = random.chance(0.97);
  const hasFlood = FLOOD_STATES.has(suburb.state) && random.chance(0.8);
  const hasFire = BUSHFIRE_STATES.has(suburb.state);
  const fireMean = clamp(6 + 70 * (1 - suburb.urban) * (suburb.metro ? 0.4 : 1), 1, 76);
  return {
    water_observed_share_pct: hasWater ? share(1.6, 0.35) : null,
    permanent_water_share_pct: hasWater ? share(suburb.coastKm < 3 ? 5 : 0.6, 0.55) : null,
    flood_planning_share_pct: hasFlood ? share(7, 0.4) : null,
    bushfire_prone_share_pct: hasFire ? share(fireMean, suburb.urban > 0.7 ? 0.85 : 0.05) : null,
    water_source: hasWater ? "synthetic-hazards" : null,
    flood_source: hasFlood ? "synthetic-hazards" : null,
    bushfire_source: hasFire ? "synthetic-hazards" : null,
    source_licence: random.chance(0.015) ? RESTRICTED_LICENCE : PUBLIC_LICENCE,
  };
}

/** Probability that a suburb's zoning is published; the Northern Territory has none. */
const PUBLISHED = { NSW: 0.98, VIC: 0.98, QLD: 0.7, SA: 0.95, WA: 0.85, TAS: 0.9, NT: 0, ACT: 1 };

/** Zoning and heritage of a suburb, with height, floor space and lot standards in NSW. */
function planningRow(random: Random, suburb: Suburb): Row | null {
  if (!random.chance(PUBLISHED[suburb.state])) return null;
  const coverage = random.chance(0.07) ? random.between(0, 62) : random.between(88, 100);
  const shares = zoneShares(random, suburb, coverage);
  const largest = shares.indexOf(Math.max(...shares));
  const zones = DOMINANT_ZONE_FAMILIES.map(({ family }, i) => [`zone_${family}_share_pct`, shares[i]]);
  const heritage = random.chance(0.3 - 0.2 * suburb.urban) ? 0 : random.wait(2 + 14 * suburb.urban);
  const instruments = [`Synthetic ${suburb.state} Plan ${random.int(2008, 2024)}`];
  if (random.chance(0.2)) instruments.push(`Synthetic Precinct Plan ${random.int(1, 40)}`);
  return {
    ...Object.fromEntries(zones),
    zoning_coverage_pct: round(coverage, 2),
    dominant_zone_family: coverage < 1 ? null : DOMINANT_ZONE_FAMILIES[largest].family,
    heritage_share_pct: round(clamp(heritage, 0, 100), 2),
    heritage_item_count: heritage === 0 ? 0 : random.int(1, 4 + Math.round(60 * suburb.urban)),
    ...(suburb.state === "NSW" ? standards(random, suburb) : {}),
    instruments: random.chance(0.9) ? JSON.stringify(instruments) : null,
    zoning_source: "synthetic-planning",
    heritage_source: "synthetic-planning",
    source_licence: random.chance(0.012) ? RESTRICTED_LICENCE : PUBLIC_LICENCE,
  };
}

/** Shares of the ten zone families in registry order; they sum to the coverage. */
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
  if (!random.chance(suburb.metro ? 0.98 : 0.75)) return {};
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

/** Declared properties of politicians; null for most suburbs. */
export function registerRow(seed: number, suburb: Suburb): Row | null {
  const random = new Random(seed, `register/${suburb.code}`);
  const likelihood = 0.012 + 0.08 * suburb.urban + 0.02 * Math.max(0, suburb.affluence);
  if (!random.chance(likelihood)) return null;
  return { sal_code: suburb.code, declared_property_count: 1 + Math.floor(random.wait(0.9)) };
}

/** One suburb in EVERY has a station, up to this remoteness. */
const EVERY = 7;
const LAST_STATION = 0.75;

export function stationRows(suburbs: readonly Suburb[]): Row[] {
  return suburbs
    .filter(({ code, remoteness }) => remoteness <= LAST_STATION && Number(code) % EVERY === 0)
    .map(({ state, name, lat, lon }) => ({
      state_code: state,
      name,
      lat,
      lon,
      operator: `Synthetic trains ${state}`,
    }));
}

const LANDMARKS = ["lookout", "park", "bridge", "hall", "museum", "lighthouse", "garden"];

/** Up to three landmarks; none for most suburbs. */
function landmarkRows(random: Random): Row[] {
  if (!random.chance(0.22)) return [];
  return Array.from({ length: random.int(1, 3) }, (_, i) => {
    const kind = random.pick(LANDMARKS);
    const name = `${inventWord(random)} ${kind[0].toUpperCase()}${kind.slice(1)}`;
    return { position: i + 1, name, kind };
  });
}

const MIDDLES = choices(`pct_owned_outright 31, pct_owned_mortgage 35, pct_rented 31, pct_separate_house 72,
  pct_flat_apartment 14, pct_couple_with_children 44, pct_lone_person_household 26, unemployment_rate 5,
  labour_force_participation_rate 61, pct_bachelor_or_higher 26, pct_low_personal_income 24,
  pct_high_personal_income 13`);

/** A state without a published table, and one whose table lacks income shares. */
const WITHOUT_TABLE = "TAS";
const WITHOUT_INCOME_SHARES = "NT";

/** Published census figures of the country and of every state but one. */
export function stateCensusRows(seed: number): Row[] {
  const codes = [NATIONAL_SCOPE, ...STATE_CODES].filter((code) => code !== WITHOUT_TABLE);
  return codes.map((code) => {
    const random = new Random(seed, `state-census/${code}`);
    const share = ([name, middle]: readonly [string, number]) => {
      const value = random.near(middle, 0.08 * middle, 0, 100);
      const isMissing = code === WITHOUT_INCOME_SHARES && name.endsWith("_personal_income");
      return [name, isMissing ? null : value] as const;
    };
    return {
      state_code: code,
      census_year: 2021,
      median_weekly_hhd_income: random.near(1750, 175, 0, 5000, 0),
      ...Object.fromEntries(MIDDLES.map(share)),
    };
  });
}

type SuburbRows = (random: Random, suburb: Suburb) => Row | Row[] | null;

/** What each suburb has in a table, with the stream that it is drawn from by the suburb's code. */
export const SUBURB_ROWS: readonly (readonly [table: string, stream: string, rowsOf: SuburbRows])[] = [
  ["suburb_landmarks", "landmarks", landmarkRows],
  ["suburb_amenities", "amenities", amenitiesRow],
  ["suburb_connectivity", "connectivity", connectivityRow],
  ["suburb_crime_stats", "crime", crimeRows],
  ["suburb_offences", "offences", offenceRows],
  ["suburb_hazard_exposure", "hazard", hazardRow],
  ["suburb_planning", "planning", planningRow],
];
