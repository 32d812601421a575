import type { RawRow, RawSuburbs } from "../data/raw-tables.ts";
import { plainSuburbPrices } from "./plain-prices.ts";
import {
  compareBy,
  member,
  midnight,
  numberOf,
  numbers,
  RESTRICTED,
  sum,
  textOf,
  texts,
} from "./plain-steps.ts";

/** Reliable crime rates by suburb with percentiles, each by a sum over its state. */
export function plainCrime(raw: RawSuburbs) {
  const stateOf = new Map(raw.suburbs.map((s) => [textOf(s, "sal_code"), textOf(s, "state_code")]));
  const reliable = raw.crime.filter((row) => {
    const licence = textOf(row, "source_licence");
    const error = numberOf(row, "anchor_rse_pct");
    return (
      row.pooled === true &&
      Number(row.population) >= 2000 &&
      error !== null &&
      error <= 25 &&
      row.unreliable !== true &&
      licence !== RESTRICTED &&
      !licence.split("-").includes("NC")
    );
  });
  const groups = Map.groupBy(
    reliable,
    (row) => `${stateOf.get(textOf(row, "sal_code"))}|${row.crime_type}|${row.fy_ending}`,
  );
  const residents = (rows: readonly RawRow[]) => sum(rows.map((row) => Number(row.population)));
  const ranked = [...groups.values()].flatMap((rows) => {
    const total = residents(rows);
    return rows.map((row) => {
      const lower = residents(rows.filter((other) => other.rate_per_100k < row.rate_per_100k));
      return {
        crimeType: textOf(row, "crime_type"),
        ratePer100k: Number(row.rate_per_100k),
        pctRank: ((lower + Number(row.population) / 2) / total) * 100,
        fyEnding: Number(row.fy_ending),
        row,
      };
    });
  });
  const bySuburb = Map.groupBy(ranked, (stat) => textOf(stat.row, "sal_code"));
  for (const [salCode, stats] of bySuburb) {
    stats.sort(compareBy("crimeType", "fyEnding"));
    bySuburb.set(
      salCode,
      stats.filter((stat, i) => stat.crimeType !== stats[i - 1]?.crimeType),
    );
  }
  return bySuburb;
}

const PEOPLE =
  "population median_age median_weekly_hhd_income federal_tpp_alp pct_born_overseas pct_top_language";
const AMENITIES =
  "schools_total supermarkets_total coles_count woolworths_count aldi_count iga_count pubs_bars parks_count " +
  "libraries_count nearest_supermarket_km amenity_density_score hospitals_count gp_count pharmacy_count " +
  "nearest_train_km nearest_hospital_km dist_to_coast_km schools_gov schools_catholic schools_independent " +
  "schools_primary schools_secondary nearest_secondary_km";

/** Nulls the rates and culture fields that small places must not have. */
export function withCensusGates(suburb: RawRow): RawRow {
  const gated: Record<string, RawRow[string]> = { ...suburb };
  const isSmall = (numberOf(suburb, "population") ?? 0) < 100;
  const isEmpty = suburb.dwelling_count === 0;
  const dwellingShares =
    /^pct_(owned_outright|owned_mortgage|rented|separate_house|flat_apartment|lone_person_household)$/;
  for (const column of Object.keys(gated)) {
    const isRate = /^pct_|_rate$/.test(column) || column === "top_religion" || column === "top_language";
    if ((isSmall && isRate) || (isEmpty && dwellingShares.test(column))) gated[column] = null;
  }
  return gated;
}

/** Technology family of a suburb, and whether it is plausible there. */
function broadband(row: RawRow | undefined, population: number): { tech: string; score: number } {
  const name = textOf(row, "dominant_nbn_tech").toLowerCase();
  const family = ["fttp", "hfc", "fttc", "fttb", "fttn", "fixed line"].includes(name)
    ? "Fixed Line"
    : ["fw", "fixed wireless"].includes(name)
      ? "Fixed Wireless"
      : name === "satellite"
        ? "Satellite"
        : "";
  const isImplausible =
    (family === "Satellite" && population > 1000) || (family === "Fixed Wireless" && population > 5000);
  const score = numberOf(row, "connectivity_quality_score") ?? 0;
  return isImplausible ? { tech: "", score: 0 } : { tech: family, score };
}

/** The columns that are null in a row. */
export const lacking = (row: RawRow | undefined, columns: string): string[] =>
  columns.split(" ").filter((column) => numberOf(row, column) === null);

/** Field names of a summary's numbers that are null in the rows. */
export function unknownOfSummary(raw: RawSuburbs, suburb: RawRow, summary: PlainSummary): string[] {
  const rowOf = (rows: readonly RawRow[]) => rows.find((row) => row.sal_code === suburb.sal_code);
  // A non-null value of these is never 0, except an unchanged price over a year.
  const zero = ["latest_median_price", "yoy_pct", "connectivity_quality_score"];
  const ranks = ["crime_break_ins_rank", "crime_violent_rank", "crime_motor_vehicle_rank"];
  return [
    ...[...zero, ...ranks].filter((name) => summary[member(name)] === 0),
    ...lacking(suburb, PEOPLE),
    ...lacking(rowOf(raw.amenities), AMENITIES).map((name) => `amenities.${name}`),
    ...(raw.declared.length === 0 ? ["politician_property_count"] : []),
  ].map((name) => `summary.${name}`);
}

export type PlainSummary = Record<string, unknown> & { salCode: string; salName: string; stateCode: string };

/** Every suburb as ListStateSuburbs returns it, in JSON, by suburb code. */
export function plainSummaries(raw: RawSuburbs): Map<string, PlainSummary> {
  const prices = plainSuburbPrices(raw);
  const crime = plainCrime(raw);
  const only = (rows: readonly RawRow[]) => new Map(rows.map((row) => [textOf(row, "sal_code"), row]));
  const [amenities, connectivity, declared] = [raw.amenities, raw.connectivity, raw.declared].map(only);
  const summaries = new Map<string, PlainSummary>();
  for (const stored of raw.suburbs) {
    const suburb = withCensusGates(stored);
    const salCode = textOf(suburb, "sal_code");
    const stateCode = textOf(suburb, "state_code");
    const price = prices.get(salCode);
    const isMultiMember = stateCode === "TAS" || stateCode === "ACT";
    const { tech, score } = broadband(connectivity.get(salCode), numberOf(suburb, "population") ?? 0);
    const rank = (type: string) => {
      const stat = crime.get(salCode)?.find((s) => s.crimeType === type);
      return stat === undefined ? 0 : Math.max(Math.round(stat.pctRank * 10) / 10, 0.1);
    };
    summaries.set(salCode, {
      salCode,
      stateCode,
      salName: textOf(suburb, "sal_name"),
      postcode: textOf(suburb, "postcode"),
      latestMedianPrice: price?.price ?? 0,
      ...(price === undefined ? {} : { latestPeriod: midnight(price.period) }),
      yoyPct: price?.yoyPct ?? 0,
      latestIsPreliminary: price?.isPreliminary ?? false,
      ...(price?.saleCount === undefined ? {} : { latestSaleCount: price.saleCount }),
      regionCode: price?.regionCode ?? "",
      ...numbers(suburb, PEOPLE),
      ...texts(suburb, "top_religion top_language federal_division federal_member federal_party"),
      ...texts(suburb, "federal_party_ab state_district"),
      ...texts(isMultiMember ? undefined : suburb, "state_member state_party state_party_ab"),
      amenities: numbers(amenities.get(salCode), AMENITIES),
      dominantNbnTech: tech,
      connectivityQualityScore: score,
      crimeBreakInsRank: rank("break_ins"),
      crimeViolentRank: rank("violent"),
      crimeMotorVehicleRank: rank("motor_vehicle"),
      politicianPropertyCount: numberOf(declared.get(salCode), "declared_property_count") ?? 0,
    });
  }
  return summaries;
}

/** A member with this name, or none if the block is empty. */
export function block(name: string, members: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}
