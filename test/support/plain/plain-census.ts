import { join } from "node:path";
import { plainRecords, plainText } from "./plain-csv.ts";

/** A DataPack table read without the importer: cells by five-digit code and column. */
export type PlainTable = ReadonlyMap<string, Readonly<Record<string, number>>>;

export const plainLines = (folder: string, name: string): string[][] =>
  plainRecords(plainText(join(folder, name)));

export function plainTable(folder: string, name: string): PlainTable {
  const [header, ...lines] = plainLines(folder, name);
  return new Map(
    lines.map((cells) => [
      cells[0].replace("SAL", ""),
      Object.fromEntries(header.slice(1).map((column, i) => [column, Number(cells[i + 1])])),
    ]),
  );
}

export interface PlainCensus {
  readonly population: PlainTable;
  readonly medians: PlainTable;
  readonly dwellings: PlainTable;
  readonly tenure: PlainTable;
  readonly work: PlainTable;
}

const share = (part: number, whole: number) => Math.min(100, (100 * part) / whole);
const figure = (median: number) => (median === 0 ? null : median);

/** Census metrics of a suburb from the publisher's cells, spelled out one by one. */
export function plainCensusMetrics(census: PlainCensus, salCode: string): Record<string, number | null> {
  const population = census.population.get(salCode)!.Tot_P;
  const medians = census.medians.get(salCode)!;
  const homes = census.dwellings.get(salCode)!;
  const work = census.work.get(salCode)!;
  const isLarge = population >= 100;
  const occupied = homes.OPDs_Tot_OPDs_Dwellings;
  const adults = work.P_15_yrs_over_P;
  const degrees =
    work.non_sch_qual_PostGrad_Dgre_P + work.non_sch_qual_Gr_Dip_Gr_Crt_P + work.non_sch_qual_Bchelr_Degree_P;
  return {
    population,
    age: figure(medians.Median_age_persons),
    income: figure(medians.Median_tot_hhd_inc_weekly),
    unemployment_rate: isLarge && work.lfs_Tot_LF_P > 0 ? work.Percent_Unem_loyment_P : null,
    labour_force_participation_rate: isLarge && adults > 0 ? work.Percnt_LabForc_prticipation_P : null,
    pct_bachelor_or_higher: isLarge && adults > 0 ? share(degrees, adults) : null,
    pct_separate_house: isLarge && occupied > 0 ? share(homes.OPDs_Separate_house_Dwellings, occupied) : null,
    pct_flat_apartment: isLarge && occupied > 0 ? share(homes.OPDs_Flt_apart_Tot_Dwgs, occupied) : null,
  };
}

/** Census figures of a suburb's profile, which has 0 for null. */
export function plainProfileCensus(census: PlainCensus, salCode: string): Record<string, number> {
  const { population, ...metrics } = plainCensusMetrics(census, salCode);
  const medians = census.medians.get(salCode)!;
  const tenure = census.tenure.get(salCode)!;
  const occupied = census.dwellings.get(salCode)!.OPDs_Tot_OPDs_Dwellings;
  const isShown = population! >= 100 && tenure.Total_Total > 0 && occupied > 0;
  const ofHomes = (homes: number) => (isShown ? share(homes, tenure.Total_Total) : 0);
  return {
    population: population!,
    medianAge: metrics.age ?? 0,
    medianWeeklyHhdIncome: metrics.income ?? 0,
    medianWeeklyPerIncome: medians.Median_tot_prsnl_inc_weekly,
    medianWeeklyRent: medians.Median_rent_weekly,
    medianMonthlyMortgage: medians.Median_mortgage_repay_monthly,
    dwellingCount: occupied,
    pctOwnedOutright: ofHomes(tenure.O_OR_Total),
    pctOwnedMortgage: ofHomes(tenure.O_MTG_Total),
    pctRented: ofHomes(tenure.R_Tot_Total),
    unemploymentRate: metrics.unemployment_rate ?? 0,
    labourForceParticipationRate: metrics.labour_force_participation_rate ?? 0,
    pctBachelorOrHigher: metrics.pct_bachelor_or_higher ?? 0,
    pctSeparateHouse: metrics.pct_separate_house ?? 0,
    pctFlatApartment: metrics.pct_flat_apartment ?? 0,
  };
}
