import type { ImportCell } from "../importer.ts";

/** Looks up an area's cell by `table.shortHeader`; undefined when no file supplied it. */
export type CellLookup = (cell: string) => number | undefined;

/** Formula for a column of `suburb_demographics` from published cells, each named `table.shortHeader`. */
interface Derivation {
  readonly column: string;
  readonly kind: "count" | "median" | "rate" | "share";
  readonly cells: readonly string[];
  /** Human-readable form; data/tables/derivations.md is generated from these. */
  readonly formula: string;
  /** Undefined when cells are missing, null when the cells mean that there is no figure. */
  readonly value: (cell: CellLookup) => number | null | undefined;
}

/** Ratio: (sum of `numerator` − sum of `less`) / `denominator`. */
interface Ratio {
  readonly numerator: readonly string[];
  readonly less?: readonly string[];
  readonly denominator: string;
}

/** Minimum of usual residents: below it shares, rates and culture columns are null. */
export const RATE_POPULATION_FLOOR = 100;

const count = (column: string, ...cells: string[]): Derivation => ({
  column,
  kind: "count",
  cells,
  formula: cells.join(", else "),
  value: (cell) => cells.map(cell).find((value) => value !== undefined),
});

/** Copies the cell; a published 0 means no figure and becomes null. */
const median = (column: string, name: string): Derivation => ({
  column,
  kind: "median",
  cells: [name],
  formula: `${name}; 0 means no figure`,
  value: (cell) => (cell(name) === 0 ? null : cell(name)),
});

/** Copies the published percentage; null when its denominator is zero. */
const rate = (column: string, name: string, denominator: string): Derivation => ({
  column,
  kind: "rate",
  cells: [name, denominator],
  formula: `${name}; null where ${denominator} is 0 or below 100 residents`,
  value: (cell) => {
    const [value, whole] = [cell(name), cell(denominator)];
    if (value === undefined || whole === undefined) return undefined;
    return whole > 0 ? value : null;
  },
});

/** 100 × sum of the numerator cells / denominator; falls back to `otherwise` when those cells are missing. */
function share(
  column: string,
  numerator: readonly string[],
  denominator: string,
  otherwise: readonly Ratio[] = [],
): Derivation {
  const ratios: readonly Ratio[] = [{ numerator, denominator }, ...otherwise];
  const text = ({ numerator, less = [], denominator }: Ratio) =>
    `100 × (${numerator.join(" + ")}${less.map((cell) => ` − ${cell}`).join("")}) / ${denominator}`;
  const shareIn = ({ numerator, less = [], denominator }: Ratio, cell: CellLookup) =>
    percentage(difference(numerator, less, cell), cell(denominator));
  return {
    column,
    kind: "share",
    cells: ratios.flatMap(({ numerator, less = [], denominator }) => [...numerator, ...less, denominator]),
    formula: `${ratios.map(text).join(", else ")}; null where that is 0 or below 100 residents`,
    value: (cell) => ratios.map((ratio) => shareIn(ratio, cell)).find((value) => value !== undefined),
  };
}

/** Sum of `plus` − sum of `minus`, at least 0: the ABS perturbs small cells; parts can exceed a whole. */
export function difference(
  plus: readonly string[],
  minus: readonly string[],
  cell: CellLookup,
): number | undefined {
  const sum = (cells: readonly string[]) => cells.reduce((all, name) => all + (cell(name) ?? Number.NaN), 0);
  const result = sum(plus) - sum(minus);
  return Number.isNaN(result) ? undefined : Math.max(0, result);
}

/** Capped at 100: the ABS perturbs small cells, so a part can exceed its whole. */
export function percentage(part: number | undefined, whole: number | undefined): number | null | undefined {
  if (part === undefined || whole === undefined) return undefined;
  return whole > 0 ? Math.min(100, (100 * part) / whole) : null;
}

/** All numeric Census columns. Denominators include "not stated", as in the published tables. */
export const CENSUS_DERIVATIONS: readonly Derivation[] = [
  count("population", "G01.Tot_P_P", "G04.Tot_P"),
  count("dwelling_count", "G36.OPDs_Tot_OPDs_Dwellings"),
  median("median_age", "G02.Median_age_persons"),
  median("median_weekly_hhd_income", "G02.Median_tot_hhd_inc_weekly"),
  median("median_weekly_per_income", "G02.Median_tot_prsnl_inc_weekly"),
  median("median_weekly_rent", "G02.Median_rent_weekly"),
  median("median_monthly_mortgage", "G02.Median_mortgage_repay_monthly"),
  share("pct_owned_outright", ["G37.O_OR_Total"], "G37.Total_Total"),
  share("pct_owned_mortgage", ["G37.O_MTG_Total"], "G37.Total_Total"),
  share("pct_rented", ["G37.R_Tot_Total"], "G37.Total_Total"),
  share("pct_born_overseas", ["G01.Birthplace_Elsewhere_P"], "G01.Tot_P_P"),
  share("pct_english_only", ["G01.Lang_used_home_Eng_only_P"], "G01.Tot_P_P", [
    {
      numerator: ["G13.P_Tot_Tot"],
      less: ["G13.POL_Tot_Tot", "G13.P_LUatH_NS_Tot"],
      denominator: "G13.P_Tot_Tot",
    },
  ]),
  share("pct_no_religion", ["G14.SB_OSB_NRA_Tot_P"], "G14.Tot_P"),
  share(
    "pct_low_personal_income",
    ["G17.P_1_149_Tot", "G17.P_150_299_Tot", "G17.P_300_399_Tot", "G17.P_400_499_Tot"],
    "G17.P_Tot_Tot",
  ),
  share(
    "pct_high_personal_income",
    ["G17.P_2000_2999_Tot", "G17.P_3000_3499_Tot", "G17.P_3500_more_Tot"],
    "G17.P_Tot_Tot",
  ),
  rate("unemployment_rate", "G43.Percent_Unem_loyment_P", "G43.lfs_Tot_LF_P"),
  rate("labour_force_participation_rate", "G43.Percnt_LabForc_prticipation_P", "G43.P_15_yrs_over_P"),
  share(
    "pct_bachelor_or_higher",
    [
      "G43.non_sch_qual_PostGrad_Dgre_P",
      "G43.non_sch_qual_Gr_Dip_Gr_Crt_P",
      "G43.non_sch_qual_Bchelr_Degree_P",
    ],
    "G43.P_15_yrs_over_P",
  ),
  share("pct_separate_house", ["G36.OPDs_Separate_house_Dwellings"], "G36.OPDs_Tot_OPDs_Dwellings"),
  share("pct_flat_apartment", ["G36.OPDs_Flt_apart_Tot_Dwgs"], "G36.OPDs_Tot_OPDs_Dwellings"),
  share("pct_couple_with_children", ["G29.CF_ChU15_a_Total_F", "G29.CF_no_ChU15_a_Total_F"], "G29.Total_F"),
  share("pct_lone_person_household", ["G35.Num_Psns_UR_1_Total"], "G35.Total_Total"),
  share("pct_no_motor_vehicle", ["G34.Num_MVs_per_dweling_0_MVs"], "G34.Total_dwelings"),
  share(
    "pct_two_or_more_motor_vehicles",
    ["G34.Num_MVs_per_dweling_2_MVs", "G34.Num_MVs_per_dweling_3_MVs", "G34.Num_MVs_per_dweling_4mo_MVs"],
    "G34.Total_dwelings",
  ),
  share("pct_year_12", ["G16.P_Y12e_Tot"], "G16.P_Tot_Tot", [
    { numerator: ["G01.High_yr_schl_comp_Yr_12_eq_P"], denominator: "G16.P_Tot_Tot" },
  ]),
  share(
    "pct_low_household_income",
    ["1_149", "150_299", "300_399", "400_499", "500_649"].map((band) => `G33.HI_${band}_Tot`),
    "G33.Tot_Tot",
  ),
  share(
    "pct_high_household_income",
    ["3000_3499", "3500_3999", "4000_more"].map((band) => `G33.HI_${band}_Tot`),
    "G33.Tot_Tot",
  ),
  share("pct_high_mortgage", ["G38.M_3000_3999_Tot", "G38.M_4000_over_Tot"], "G38.Tot_Tot"),
  share(
    "pct_high_rent",
    ["550_649", "650_749", "750_849", "850_949", "950_over"].map((band) => `G40.R_${band}_Tot`),
    "G40.Tot_Tot",
  ),
];

/** Columns with the largest of several groups: its name and its share of the denominator. */
interface LargestGroup {
  readonly nameColumn: string;
  readonly shareColumn: string;
  readonly denominator: string;
  /** Size of a group: sum of `add` minus sum of `subtract`, at least 0. */
  readonly groups: readonly {
    readonly name: string;
    readonly add: readonly string[];
    readonly subtract?: readonly string[];
  }[];
}

/** Languages of G13 and their display names. Remainders such as "other Chinese languages" are left out. */
const LANGUAGES: readonly (readonly [cell: string, name: string])[] = [
  ["POL_Afrikaans_Tot", "Afrikaans"],
  ["POL_Arabic_Tot", "Arabic"],
  ["POL_AIndLng_Tot", "Australian Indigenous Languages"],
  ["POL_CL_Canton_Tot", "Cantonese"],
  ["POL_CL_Mandarin_Tot", "Mandarin"],
  ["POL_Croatian_Tot", "Croatian"],
  ["POL_French_Tot", "French"],
  ["POL_German_Tot", "German"],
  ["POL_Greek_Tot", "Greek"],
  ["POL_IAL_Bengali_Tot", "Bengali"],
  ["POL_IAL_Guj_Tot", "Gujarati"],
  ["POL_IAL_Hindi_Tot", "Hindi"],
  ["POL_IAL_Nepali_Tot", "Nepali"],
  ["POL_IAL_Punjabi_Tot", "Punjabi"],
  ["POL_IAL_Sinhal_Tot", "Sinhalese"],
  ["POL_IAL_Urdu_Tot", "Urdu"],
  ["POL_Italian_Tot", "Italian"],
  ["POL_Japan_Tot", "Japanese"],
  ["POL_Khmer_Tot", "Khmer"],
  ["POL_Korean_Tot", "Korean"],
  ["POL_Macedon_Tot", "Macedonian"],
  ["POL_Malayalam_Tot", "Malayalam"],
  ["POL_Persian_ED_Tot", "Persian"],
  ["POL_Polish_Tot", "Polish"],
  ["POL_Portuguese_Tot", "Portuguese"],
  ["POL_Russian_Tot", "Russian"],
  ["POL_Samoan_Tot", "Samoan"],
  ["POL_Serbian_Tot", "Serbian"],
  ["POL_SAL_Filipin_Tot", "Filipino"],
  ["POL_SAL_Indon_Tot", "Indonesian"],
  ["POL_SAL_Tagalog_Tot", "Tagalog"],
  ["POL_Spanish_Tot", "Spanish"],
  ["POL_Tamil_Tot", "Tamil"],
  ["POL_Thai_Tot", "Thai"],
  ["POL_Turkish_Tot", "Turkish"],
  ["POL_Vietnamese_Tot", "Vietnamese"],
];

/** Culture columns. In a tie the first group in the list wins; null when all groups are empty. */
export const CENSUS_LARGEST: readonly LargestGroup[] = [
  {
    nameColumn: "top_religion",
    shareColumn: "pct_top_religion",
    denominator: "G14.Tot_P",
    groups: [
      { name: "No religion", add: ["G14.SB_OSB_NRA_Tot_P"] },
      { name: "Catholic", add: ["G14.Christianity_Catholic_P"] },
      { name: "Anglican", add: ["G14.Christianity_Anglican_P"] },
      {
        name: "Other Christian",
        add: ["G14.Christianity_Tot_P"],
        subtract: ["G14.Christianity_Catholic_P", "G14.Christianity_Anglican_P"],
      },
      { name: "Islam", add: ["G14.Islam_P"] },
      { name: "Hinduism", add: ["G14.Hinduism_P"] },
      { name: "Buddhism", add: ["G14.Buddhism_P"] },
      { name: "Judaism", add: ["G14.Judaism_P"] },
      { name: "Other", add: ["G14.Other_Religions_Tot_P"] },
    ],
  },
  {
    nameColumn: "top_language",
    shareColumn: "pct_top_language",
    denominator: "G13.P_Tot_Tot",
    groups: LANGUAGES.map(([cell, name]) => ({ name, add: [`G13.${cell}`] })),
  },
];

/** Council columns and the cells of table G02 that fill them. */
export const COUNCIL_FIGURES = {
  median_age: "Median_age_persons",
  median_hhd_income: "Median_tot_hhd_inc_weekly",
  median_weekly_rent: "Median_rent_weekly",
  median_mortgage_monthly: "Median_mortgage_repay_monthly",
  avg_household_size: "Average_household_size",
} as const;

/** Cells of one table used by any suburb or council column, without duplicates. */
export function neededCells(table: string): string[] {
  const cells = [
    ...CENSUS_DERIVATIONS.flatMap((derivation) => derivation.cells),
    ...CENSUS_LARGEST.flatMap(({ denominator, groups }) => [
      ...groups.flatMap(({ add, subtract = [] }) => [...add, ...subtract]),
      denominator,
    ]),
    ...Object.values(COUNCIL_FIGURES).map((cell) => `G02.${cell}`),
  ];
  const own = cells.filter((cell) => cell.startsWith(`${table}.`));
  return [...new Set(own.map((cell) => cell.slice(table.length + 1)))];
}

/** Census columns of one suburb, where cells exist. Rates are null below RATE_POPULATION_FLOOR. */
export function deriveRow(cell: CellLookup): Record<string, ImportCell> {
  const row: Record<string, ImportCell> = {};
  for (const derivation of CENSUS_DERIVATIONS) {
    const value = derivation.value(cell);
    if (value !== undefined) row[derivation.column] = value;
  }
  const isOpen = Number(row.population ?? 0) >= RATE_POPULATION_FLOOR;
  for (const { column, kind } of CENSUS_DERIVATIONS) {
    const isRate = kind === "share" || kind === "rate";
    if (isRate && !isOpen && row[column] !== undefined) row[column] = null;
  }
  for (const group of CENSUS_LARGEST) Object.assign(row, largest(group, cell, isOpen));
  return row;
}

function largest(group: LargestGroup, cell: CellLookup, isOpen: boolean): Record<string, ImportCell> {
  const denominator = cell(group.denominator);
  if (denominator === undefined) return {};
  let best: { name: string; size: number } | undefined;
  for (const { name, add, subtract = [] } of group.groups) {
    const size = difference(add, subtract, cell);
    if (size === undefined) return {};
    if (size > (best?.size ?? 0)) best = { name, size };
  }
  if (!isOpen || denominator === 0) return { [group.nameColumn]: null, [group.shareColumn]: null };
  // All groups are empty: a share of 0 is a known figure, while null would mean unknown.
  return {
    [group.nameColumn]: best?.name ?? null,
    [group.shareColumn]: percentage(best?.size ?? 0, denominator)!,
  };
}
