/** One table of the General Community Profile DataPack that is told apart by its columns. */
export interface CensusTable {
  readonly id: string;
  readonly title: string;
  /** Column names that occur in this table only; at least three of them decide. */
  readonly mark: RegExp;
  /** Cells that derivations need; see census-derivations.ts. */
  readonly cells: readonly string[];
  /** True when the pack spreads the table over files A, B, C …, so that one file holds only some of the cells. */
  readonly isSplit: boolean;
  /** Date of the release that first held it: June 2022, or October 2022 for work and education. */
  readonly vintage: string;
}

const FIRST_RELEASE = "2022-06-28";
export const SECOND_RELEASE = "2022-10-12";

/** Languages of G13 with the name that is shown; remainders such as "other Chinese languages" are not a language. */
export const LANGUAGES: readonly (readonly [cell: string, name: string])[] = [
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

const INCOME_BANDS = ["1_149", "150_299", "300_399", "400_499", "2000_2999", "3000_3499", "3500_more"];

const HOUSEHOLD_INCOME_BANDS = [
  ...["1_149", "150_299", "300_399", "400_499", "500_649"],
  ...["3000_3499", "3500_3999", "4000_more"],
];

function table(
  id: string,
  title: string,
  mark: RegExp,
  cells: readonly string[],
  more: Partial<CensusTable> = {},
): CensusTable {
  return { id, title, mark, cells, isSplit: false, vintage: FIRST_RELEASE, ...more };
}

/** The tables that metrics come from. */
export const CENSUS_TABLES: readonly CensusTable[] = [
  table("G01", "selected person characteristics", /^(Birthplace|Lang_used_home|Counted_Census)_/, [
    "Tot_P_P",
    "Birthplace_Elsewhere_P",
    "Lang_used_home_Eng_only_P",
    "High_yr_schl_comp_Yr_12_eq_P",
  ]),
  table("G02", "selected medians and averages", /^(Median|Average)_/, [
    "Median_age_persons",
    "Median_mortgage_repay_monthly",
    "Median_tot_prsnl_inc_weekly",
    "Median_rent_weekly",
    "Median_tot_hhd_inc_weekly",
    "Average_household_size",
  ]),
  table("G04", "age by sex", /^Age_yr_[0-9]/, ["Tot_P"], { isSplit: true }),
  table(
    "G13",
    "language used at home",
    /^[MFP]OL_/,
    ["P_Tot_Tot", "POL_Tot_Tot", "P_LUatH_NS_Tot", ...LANGUAGES.map(([cell]) => cell)],
    { isSplit: true },
  ),
  table("G14", "religious affiliation", /^(Christian|Christin|Christn|Buddhism|Hinduism|Islam|Judaism)/, [
    "Buddhism_P",
    "Christianity_Anglican_P",
    "Christianity_Catholic_P",
    "Christianity_Tot_P",
    "Hinduism_P",
    "Islam_P",
    "Judaism_P",
    "Other_Religions_Tot_P",
    "SB_OSB_NRA_Tot_P",
    "Tot_P",
  ]),
  table(
    "G16",
    "highest year of school",
    /^[MFP]_(Y(12|11|10|9)e|Y8b|DNGTS|Hghst_yr_schl_ns)_/,
    ["P_Y12e_Tot", "P_Tot_Tot"],
    {
      isSplit: true,
    },
  ),
  table(
    "G17",
    "personal income by age",
    /^[MFP]_(Neg_Nil_income|PI_NS_ns|3500_more|3000_3499|2000_2999|1750_1999|1250_1499|650_799|400_499|1_149)_[0-9T]/,
    [...INCOME_BANDS.map((band) => `P_${band}_Tot`), "P_Tot_Tot"],
    { isSplit: true },
  ),
  table("G29", "family composition", /^(CF|OPF)_(no_)?ChU15_/, [
    "CF_ChU15_a_Total_F",
    "CF_no_ChU15_a_Total_F",
    "Total_F",
  ]),
  table("G33", "household income by composition", /^HI_[0-9]/, [
    ...HOUSEHOLD_INCOME_BANDS.map((band) => `HI_${band}_Tot`),
    "Tot_Tot",
  ]),
  table("G34", "motor vehicles by dwelling", /^Num_MVs_/, [
    "Num_MVs_per_dweling_0_MVs",
    "Num_MVs_per_dweling_2_MVs",
    "Num_MVs_per_dweling_3_MVs",
    "Num_MVs_per_dweling_4mo_MVs",
    "Total_dwelings",
  ]),
  table("G35", "household composition by persons", /^Num_Psns_UR_/, ["Num_Psns_UR_1_Total", "Total_Total"]),
  table("G36", "dwelling structure", /^OPDs_/, [
    "OPDs_Separate_house_Dwellings",
    "OPDs_Flt_apart_Tot_Dwgs",
    "OPDs_Tot_OPDs_Dwellings",
  ]),
  table("G37", "tenure and landlord type", /^(O_OR|O_MTG|R_RE_Ag|R_Tot)_/, [
    "O_OR_Total",
    "O_MTG_Total",
    "R_Tot_Total",
    "Total_Total",
  ]),
  table("G38", "mortgage repayment by dwelling structure", /^M_[0-9]+_([0-9]+|over)_DS_/, [
    "M_3000_3999_Tot",
    "M_4000_over_Tot",
    "Tot_Tot",
  ]),
  table("G40", "rent by landlord type", /^R_[0-9]+_([0-9]+|over)_(LT|Tot)/, [
    ...["550_649", "650_749", "750_849", "850_949", "950_over"].map((band) => `R_${band}_Tot`),
    "Tot_Tot",
  ]),
  table(
    "G43",
    "labour force, education and migration",
    /^(lfs|non_sch_qual|Percnt_LabForc|Migtn)_/,
    [
      "P_15_yrs_over_P",
      "lfs_Tot_LF_P",
      "Percent_Unem_loyment_P",
      "Percnt_LabForc_prticipation_P",
      "non_sch_qual_PostGrad_Dgre_P",
      "non_sch_qual_Gr_Dip_Gr_Crt_P",
      "non_sch_qual_Bchelr_Degree_P",
    ],
    { vintage: SECOND_RELEASE },
  ),
];

/** The table whose columns these are, or undefined. */
export function censusTableOf(columns: readonly string[]): CensusTable | undefined {
  let best: { table: CensusTable; hits: number } | undefined;
  for (const candidate of CENSUS_TABLES) {
    const hits = columns.filter((name) => candidate.mark.test(name)).length;
    if (hits >= 3 && hits > (best?.hits ?? 0)) best = { table: candidate, hits };
  }
  return best?.table;
}
