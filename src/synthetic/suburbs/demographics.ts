import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { elevation } from "../places/elevation.ts";
import type { Suburb } from "../places/suburbs.ts";
import { areaColumns } from "./areas.ts";
import { banner } from "./banners.ts";
import { culture } from "./culture.ts";
import type { Electorates } from "./electorates.ts";
import type { SeifaScores } from "./seifa.ts";

/** Residents below which rates and culture are not published. */
export const RATE_FLOOR = 100;

/** The spine's row of a suburb. */
export function demographicsRow(
  seed: number,
  suburb: Suburb,
  electorates: Electorates,
  seifa: SeifaScores,
): Row {
  const random = new Random(seed, `demographics/${suburb.code}`);
  const residents = suburb.population ?? 0;
  return {
    sal_code: suburb.code,
    sal_name: suburb.name,
    state_code: suburb.state,
    postcode: suburb.postcode,
    centroid_lat: suburb.lat,
    centroid_lon: suburb.lon,
    area_sqkm: suburb.areaSqkm,
    census_year: 2021,
    population: suburb.population,
    ...medians(random, suburb, residents),
    ...(residents >= RATE_FLOOR ? rates(random, suburb) : {}),
    ...(residents >= RATE_FLOOR ? culture(random, suburb) : {}),
    ...(residents >= RATE_FLOOR ? households(new Random(seed, `households/${suburb.code}`), suburb) : {}),
    ...electorates.columns(suburb),
    ...areaColumns(suburb),
    ...seifa.columns(suburb),
    ...elevation(seed, suburb),
    ...banner(seed, suburb),
  };
}

/** Medians are published for small places too, down to about ten residents. */
function medians(random: Random, suburb: Suburb, residents: number): Row {
  const { affluence, urban, remoteness, housePrice } = suburb;
  if (residents < 10) return { dwelling_count: residents === 0 ? 0 : 1 };
  const weekly =
    1620 * Math.exp(0.24 * affluence + 0.12 * urban - 0.18 * remoteness + 0.06 * random.normal());
  const dwellings = Math.max(1, Math.round(residents / clamp(2.55 + 0.18 * random.normal(), 1.8, 3.6)));
  return {
    median_age: clamp(Math.round(41 - 6 * urban + 5 * remoteness + 4 * random.normal()), 19, 74),
    median_weekly_hhd_income: Math.round(weekly),
    median_weekly_per_income: Math.round(weekly * clamp(0.48 + 0.04 * random.normal(), 0.35, 0.65)),
    median_weekly_rent: roundFive(0.00046 * housePrice + 95 + 20 * random.normal()),
    median_monthly_mortgage: roundFive(0.0017 * housePrice + 520 + 90 * random.normal()),
    dwelling_count: dwellings,
  };
}

function roundFive(value: number): number {
  return Math.max(5, Math.round(value / 5) * 5);
}

function rates(random: Random, suburb: Suburb): Row {
  const { affluence, urban, remoteness } = suburb;
  const percent = (middle: number, spread: number, lo = 0, hi = 100) =>
    round(clamp(middle + spread * random.normal(), lo, hi), 1);
  const rented = percent(24 + 26 * urban - 2 * affluence, 6, 1, 95);
  const outright = round(clamp((100 - rented) * clamp(0.46 + 0.1 * remoteness, 0.2, 0.8), 0, 100), 1);
  const flats = percent(2 + 58 * urban * urban + 4 * urban, 3 + 6 * urban, 0, 96);
  const bachelor = percent(19 + 9.5 * affluence + 18 * urban - 8 * remoteness, 3, 1, 82);
  return {
    pct_owned_outright: outright,
    pct_owned_mortgage: round(clamp(98.2 - rented - outright, 0, 100), 1),
    pct_rented: rented,
    pct_low_personal_income: percent(33 - 5 * affluence, 3, 5, 80),
    pct_high_personal_income: percent(11 + 5.2 * affluence + 5 * urban, 1.8, 0.1, 62),
    unemployment_rate: percent(5 - 1.3 * affluence + 1.1 * remoteness, 1, 0.2, 32),
    labour_force_participation_rate: percent(62 + 3 * affluence + 4 * urban, 3.5, 22, 88),
    pct_bachelor_or_higher: bachelor,
    pct_separate_house: round(clamp(96 - flats - 22 * urban * random.unit(), 0, 100), 1),
    pct_flat_apartment: flats,
    pct_couple_with_children: percent(43 - 9 * urban + 2 * affluence, 5, 4, 82),
    pct_lone_person_household: percent(22 + 16 * urban + 3 * remoteness, 4, 3, 75),
  };
}

/** Shares of households and dwellings by what they own, earn and pay. */
function households(random: Random, { affluence, urban, remoteness, housePrice }: Suburb): Row {
  const percent = (middle: number, spread: number, lo: number, hi: number) =>
    round(clamp(middle + spread * random.normal(), lo, hi), 1);
  const without = percent(3 + 17 * urban * urban, 1.5, 0, 60);
  const dear = Math.log(Math.max(housePrice, 100_000) / 750_000);
  return {
    pct_no_motor_vehicle: without,
    pct_two_or_more_motor_vehicles: round(
      clamp(88 - 40 * urban - without * random.between(1, 1.6), 2, 96),
      1,
    ),
    pct_year_12: percent(46 + 8 * affluence + 20 * urban - 6 * remoteness, 3, 8, 92),
    pct_low_household_income: percent(19 - 5 * affluence + 3 * remoteness, 2.5, 1, 70),
    pct_high_household_income: percent(22 + 9 * affluence + 4 * urban, 3, 0.5, 75),
    pct_high_mortgage: percent(20 + 22 * dear, 3, 0, 85),
    pct_high_rent: percent(22 + 30 * dear, 4, 0, 92),
  };
}
