import { neededCells } from "./census-derivations.ts";

/** A table of the General Community Profile DataPack, recognised by its columns. */
export type CensusTable = ReturnType<typeof table>;

/** Release dates: the second one for work and education. */
const FIRST_RELEASE = "2022-06-28";
export const SECOND_RELEASE = "2022-10-12";

/**
 * At least three columns must match `mark`, which matches those of this table only. `isSplit` when the DataPack
 * splits the table into files A, B, C …, each with only some of the cells.
 */
function table(id: string, title: string, mark: RegExp, { isSplit = false, vintage = FIRST_RELEASE } = {}) {
  /** Cells used by derived columns, in derivation order. */
  const cells = neededCells(id);
  return { id, title, mark, cells, isSplit, vintage };
}

export const CENSUS_TABLES: readonly CensusTable[] = [
  table("G01", "selected person characteristics", /^(Birthplace|Lang_used_home|Counted_Census)_/),
  table("G02", "selected medians and averages", /^(Median|Average)_/),
  table("G04", "age by sex", /^Age_yr_[0-9]/, { isSplit: true }),
  table("G13", "language used at home", /^[MFP]OL_/, { isSplit: true }),
  table("G14", "religious affiliation", /^(Christian|Christin|Christn|Buddhism|Hinduism|Islam|Judaism)/),
  table("G16", "highest year of school", /^[MFP]_(Y(12|11|10|9)e|Y8b|DNGTS|Hghst_yr_schl_ns)_/, {
    isSplit: true,
  }),
  table(
    "G17",
    "personal income by age",
    /^[MFP]_(Neg_Nil_income|PI_NS_ns|3500_more|3000_3499|2000_2999|1750_1999|1250_1499|650_799|400_499|1_149)_[0-9T]/,
    { isSplit: true },
  ),
  table("G29", "family composition", /^(CF|OPF)_(no_)?ChU15_/),
  table("G33", "household income by composition", /^HI_[0-9]/),
  table("G34", "motor vehicles by dwelling", /^Num_MVs_/),
  table("G35", "household composition by persons", /^Num_Psns_UR_/),
  table("G36", "dwelling structure", /^OPDs_/),
  table("G37", "tenure and landlord type", /^(O_OR|O_MTG|R_RE_Ag|R_Tot)_/),
  table("G38", "mortgage repayment by dwelling structure", /^M_[0-9]+_([0-9]+|over)_DS_/),
  table("G40", "rent by landlord type", /^R_[0-9]+_([0-9]+|over)_(LT|Tot)/),
  table("G43", "labour force, education and migration", /^(lfs|non_sch_qual|Percnt_LabForc|Migtn)_/, {
    vintage: SECOND_RELEASE,
  }),
];

/** Finds the table with the most matching columns. */
export function censusTableOf(columns: readonly string[]): CensusTable | undefined {
  let best: { table: CensusTable; hits: number } | undefined;
  for (const candidate of CENSUS_TABLES) {
    const hits = columns.filter((name) => candidate.mark.test(name)).length;
    if (hits >= 3 && hits > (best?.hits ?? 0)) best = { table: candidate, hits };
  }
  return best?.table;
}
