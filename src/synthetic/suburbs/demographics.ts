import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { REMOTENESS } from "../../dataset/tables/demographics.ts";
import { clamp, hashText, Random, round, roundTo } from "../../runtime/random.ts";
import { choices } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";
import { electorateColumns } from "./electorates.ts";

/** Minimum of residents for rates and culture columns. */
const RATE_FLOOR = 100;

/** Returns the generator of a suburb's `suburb_demographics` row. */
export function demographicsRows(seed: number, suburbs: readonly Suburb[]): (suburb: Suburb) => Row {
  const electoratesOf = electorateColumns(seed);
  const seifa = seifaScores(seed, suburbs);
  return (suburb) => {
    const { code, population } = suburb;
    const random = new Random(seed, `demographics/${code}`);
    const residents = population ?? 0;
    return {
      sal_code: code,
      sal_name: suburb.name,
      state_code: suburb.state,
      postcode: suburb.postcode,
      centroid_lat: suburb.lat,
      centroid_lon: suburb.lon,
      area_sqkm: suburb.areaSqkm,
      census_year: 2021,
      population,
      ...medians(random, suburb, residents),
      ...(residents >= RATE_FLOOR
        ? {
            ...rates(random, suburb),
            ...culture(random, suburb),
            ...households(new Random(seed, `households/${code}`), suburb),
          }
        : {}),
      ...electoratesOf(suburb),
      ...areas(suburb),
      ...seifa.get(code),
      ...elevation(new Random(seed, `elevation/${code}`), suburb),
      ...banner(new Random(seed, `banner/${code}`), suburb),
    };
  };
}

/** Medians are published for places of about ten residents and more. */
function medians(random: Random, suburb: Suburb, residents: number): Row {
  const { affluence, urban, remoteness, housePrice } = suburb;
  if (residents < 10) return { dwelling_count: residents === 0 ? 0 : 1 };
  const weekly =
    1620 * Math.exp(0.24 * affluence + 0.12 * urban - 0.18 * remoteness + 0.06 * random.normal());
  const dwellings = Math.max(1, Math.round(residents / clamp(2.55 + 0.18 * random.normal(), 1.8, 3.6)));
  return {
    median_age: random.near(41 - 6 * urban + 5 * remoteness, 4, 19, 74, 0),
    median_weekly_hhd_income: Math.round(weekly),
    median_weekly_per_income: Math.round(weekly * clamp(0.48 + 0.04 * random.normal(), 0.35, 0.65)),
    median_weekly_rent: Math.max(5, roundTo(0.00046 * housePrice + 95 + 20 * random.normal(), 5)),
    median_monthly_mortgage: Math.max(5, roundTo(0.0017 * housePrice + 520 + 90 * random.normal(), 5)),
    dwelling_count: dwellings,
  };
}

function rates(random: Random, { affluence, urban, remoteness }: Suburb): Row {
  const rented = random.near(24 + 26 * urban - 2 * affluence, 6, 1, 95);
  const outright = round(clamp((100 - rented) * clamp(0.46 + 0.1 * remoteness, 0.2, 0.8), 0, 100), 1);
  const flats = random.near(2 + 58 * urban * urban + 4 * urban, 3 + 6 * urban, 0, 96);
  return {
    pct_bachelor_or_higher: random.near(19 + 9.5 * affluence + 18 * urban - 8 * remoteness, 3, 1, 82),
    pct_owned_outright: outright,
    pct_owned_mortgage: round(clamp(98.2 - rented - outright, 0, 100), 1),
    pct_rented: rented,
    pct_low_personal_income: random.near(33 - 5 * affluence, 3, 5, 80),
    pct_high_personal_income: random.near(11 + 5.2 * affluence + 5 * urban, 1.8, 0.1, 62),
    unemployment_rate: random.near(5 - 1.3 * affluence + 1.1 * remoteness, 1, 0.2, 32),
    labour_force_participation_rate: random.near(62 + 3 * affluence + 4 * urban, 3.5, 22, 88),
    pct_separate_house: round(clamp(96 - flats - 22 * urban * random.unit(), 0, 100), 1),
    pct_flat_apartment: flats,
    pct_couple_with_children: random.near(43 - 9 * urban + 2 * affluence, 5, 4, 82),
    pct_lone_person_household: random.near(22 + 16 * urban + 3 * remoteness, 4, 3, 75),
  };
}

const RELIGIONS = choices(`No religion 52, Catholic 22, Anglican 14, Other Christian 4, Islam 2, Hinduism 1.5,
  Buddhism 1.2, Judaism 0.4, Sikhism 0.5`);
const LANGUAGES =
  choices(`Mandarin 20, Cantonese 7, Italian 9, Greek 7, Vietnamese 9, Arabic 9, Punjabi 8, Hindi 6,
  Spanish 4, German 6, Filipino 3, Tagalog 3, Nepali 3, Kriol 1`);

function culture(random: Random, suburb: Suburb): Row {
  const overseas = clamp(9 + 30 * suburb.urban + (suburb.metro ? 9 : 0) + 6 * random.normal(), 1, 78);
  const englishOnly = clamp(97 - 0.95 * overseas + 4 * random.normal(), 10, 99);
  const religion = random.weighted(RELIGIONS);
  const topShare = random.near(36, 7, 18, 78);
  const hasLanguage = random.chance(0.93);
  return {
    pct_born_overseas: round(overseas, 1),
    pct_english_only: round(englishOnly, 1),
    top_religion: random.chance(0.995) ? religion : null,
    pct_top_religion: topShare,
    pct_no_religion: religion === "No religion" ? topShare : round(topShare * random.between(0.55, 0.98), 1),
    top_language: hasLanguage ? random.weighted(LANGUAGES) : null,
    pct_top_language: hasLanguage ? round((100 - englishOnly) * random.between(0.12, 0.5), 1) : null,
  };
}

/** Shares of households and dwellings by vehicles, income, mortgage and rent. */
function households(random: Random, { affluence, urban, remoteness, housePrice }: Suburb): Row {
  const without = random.near(3 + 17 * urban * urban, 1.5, 0, 60);
  const several = clamp(88 - 40 * urban - without * random.between(1, 1.6), 2, 96);
  const dear = Math.log(Math.max(housePrice, 100_000) / 750_000);
  return {
    pct_no_motor_vehicle: without,
    pct_two_or_more_motor_vehicles: round(several, 1),
    pct_year_12: random.near(46 + 8 * affluence + 20 * urban - 6 * remoteness, 3, 8, 92),
    pct_low_household_income: random.near(19 - 5 * affluence + 3 * remoteness, 2.5, 1, 70),
    pct_high_household_income: random.near(22 + 9 * affluence + 4 * urban, 3, 0.5, 75),
    pct_high_mortgage: random.near(20 + 22 * dear, 3, 0, 85),
    pct_high_rent: random.near(22 + 30 * dear, 4, 0, 92),
  };
}

const digits = (value: number, count: number) => String(value % 10 ** count).padStart(count, "0");

function areas(suburb: Suburb): Row {
  const state = STATES.find(({ code }) => code === suburb.state)!.digit;
  const sa4 = `${state}${digits(suburb.metro ? 0 : 1 + suburb.centre, 2)}`;
  const sa3 = `${sa4}${digits(Math.floor(suburb.centreKm / 15), 2)}`;
  const rank = clamp(Math.floor(suburb.remoteness * REMOTENESS.length), 0, REMOTENESS.length - 1);
  const sa2 = `${sa3}${digits(hashText(suburb.code) >>> 0, 4)}`;
  return { sa2_code: sa2, sa3_code: sa3, sa4_code: sa4, remoteness: REMOTENESS[rank] };
}

const INDEXES = ["irsd", "irsad", "ier", "ieo"] as const;

/** Scores of suburbs with enough residents, and their deciles in the country and the state. */
function seifaScores(seed: number, suburbs: readonly Suburb[]): ReadonlyMap<string, Row> {
  const scored = suburbs.filter((s) => (s.population ?? 0) >= 60);
  const rows = new Map<string, Record<string, number>>();
  for (const { code, affluence, urban } of scored) {
    const random = new Random(seed, `seifa/${code}`);
    const row: Record<string, number> = {};
    for (const index of INDEXES) {
      // IER measures ownership and IEO degrees, so they differ for city flats.
      const city = index === "ier" ? -45 : index === "ieo" ? 40 : 0;
      row[`seifa_${index}_score`] = random.near(985 + 68 * affluence + city * urban, 18, 380, 1230, 0);
    }
    rows.set(code, row);
  }
  const byState = Map.groupBy(scored, (s) => s.state);
  for (const index of INDEXES) {
    for (const [within, group] of [
      ["aus", scored] as const,
      ...[...byState.values()].map((g) => ["state", g] as const),
    ]) {
      const ranked = group
        .map(({ code }) => ({ code, row: rows.get(code)!, score: rows.get(code)![`seifa_${index}_score`] }))
        .sort((a, b) => a.score - b.score || (a.code < b.code ? -1 : 1));
      for (const [rank, { row }] of ranked.entries())
        row[`seifa_${index}_decile_${within}`] = 1 + Math.floor((rank * 10) / ranked.length);
    }
  }
  return rows;
}

/** Heights and low-lying land; empty for the few suburbs without a survey. */
function elevation(random: Random, { coastKm }: Suburb): Row {
  if (random.chance(0.015)) return {};
  // A few dry lake beds are below sea level.
  const sunken = coastKm > 150 && random.chance(0.01);
  const median = sunken ? -8 : clamp(4 + coastKm * 2.4, 4, 420) * Math.exp(0.55 * random.normal());
  const relief = clamp(12 + median * 0.45, 5, 700) * Math.exp(0.5 * random.normal());
  const lowest = sunken ? median - relief * 0.1 : Math.max(-2, median - relief * random.between(0.4, 0.9));
  const below = (metres: number) =>
    round(clamp(((metres - lowest) / Math.max(1, median - lowest)) * 34, 0, 100), 2);
  return {
    elevation_min_m: round(lowest, 1),
    elevation_median_m: round(median, 1),
    elevation_max_m: round(median + relief, 1),
    land_share_below_1m: below(1),
    land_share_below_2m: below(2),
    land_share_below_5m: below(5),
  };
}

const PHRASES: Readonly<Record<string, string>> = {
  "coastal-beach": "where the streets end in sand",
  harbour: "gathered around a quiet harbour",
  "river-valley": "along a slow river",
  "urban-skyline": "under the towers of the city",
  "inner-terraces": "rows of terraces and corner shops",
  "leafy-suburban": "shaded streets and deep gardens",
  parkland: "between two wide parks",
  "hills-ranges": "folded into the ranges",
  bushland: "at the edge of the bush",
  farmland: "paddocks to the horizon",
};

/** Banner columns; a third of the suburbs have no sentence and some no landscape. */
function banner(random: Random, suburb: Suburb): Row {
  const archetype = random.chance(0.08) ? null : archetypeOf(random, suburb);
  const phrase = archetype === null ? "an ordinary place" : PHRASES[archetype];
  return {
    banner_archetype: archetype,
    banner_blurb: random.chance(0.66) ? `${suburb.name}: ${phrase} (synthetic).` : null,
    banner_bg_key: random.chance(0.3) ? archetype : null,
    banner_bg_url: null,
  };
}

function archetypeOf(random: Random, suburb: Suburb): string {
  if (suburb.coastKm < 2.5) return random.chance(0.8) ? "coastal-beach" : "harbour";
  if (suburb.urban > 0.8) return "urban-skyline";
  if (suburb.urban > 0.6) return random.chance(0.5) ? "inner-terraces" : "parkland";
  if (suburb.metro) return random.chance(0.7) ? "leafy-suburban" : "parkland";
  return random.pick(["river-valley", "hills-ranges", "bushland", "farmland", "farmland"]);
}
