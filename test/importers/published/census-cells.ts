import { plainLines, plainTable } from "../../support/plain/plain-census.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

const MEDIANS = {
  Median_age_persons: "median_age",
  Median_tot_hhd_inc_weekly: "median_weekly_hhd_income",
  Median_tot_prsnl_inc_weekly: "median_weekly_per_income",
  Median_rent_weekly: "median_weekly_rent",
  Median_mortgage_repay_monthly: "median_monthly_mortgage",
} as const;
const COLUMNS = Object.keys(MEDIANS) as (keyof typeof MEDIANS)[];
const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];

/** Shares of a suburb: the table's file, the column, the numerator and the denominator, cell by cell. */
const SHARES: readonly (readonly [table: string, column: string, of: readonly string[], whole: string])[] = [
  [
    "G33",
    "pct_high_household_income",
    ["HI_3000_3499_Tot", "HI_3500_3999_Tot", "HI_4000_more_Tot"],
    "Tot_Tot",
  ],
  ["G36", "pct_separate_house", ["OPDs_Separate_house_Dwellings"], "OPDs_Tot_OPDs_Dwellings"],
  ["G37", "pct_rented", ["R_Tot_Total"], "Total_Total"],
  ["G38", "pct_high_mortgage", ["M_3000_3999_Tot", "M_4000_over_Tot"], "Tot_Tot"],
  [
    "G40",
    "pct_high_rent",
    ["R_550_649_Tot", "R_650_749_Tot", "R_750_849_Tot", "R_850_949_Tot", "R_950_over_Tot"],
    "Tot_Tot",
  ],
];

/** Census tables by suburb, council and state, and the scores made from them. */
export function censusCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const folder = path("census-2021");
  const suburbs = rows("suburb_demographics", "sal_code");
  const codes = [...suburbs.keys()];
  const medians = plainTable(folder, "2021Census_G02_AUST_SAL.csv.gz");
  const residents = plainTable(folder, "2021Census_G04B_AUST_SAL.csv.gz");
  const councils = plainLines(folder, "2021Census_G02_AUST_LGA.csv.gz");
  const states = plainLines(folder, "2021Census_G02_AUST_STE.csv.gz");
  const observed = rows("economic_observations", "series_key", "period");
  const scores = plainLines(path("seifa-2021"), "seifa_2021_sal_scores.column-subset.csv.gz");
  const scoreOf = new Map(scores.slice(1).map((cells) => [cells[0], cells]));
  const shares = SHARES.map(([table, column, numerator, whole]): Draws => {
    const cells = plainTable(folder, `2021Census_${table}_AUST_SAL.csv.gz`);
    return drawsOf("abs-census-2021", `${table} by suburb`, 40, () => {
      const code = draw(codes);
      const own = cells.get(code)!;
      if (residents.get(code)!.Tot_P < 100 || own[whole] === 0) return undefined;
      const part = numerator.reduce((sum, name) => sum + own[name], 0);
      return [`${code} ${column}`, Math.min(100, (100 * part) / own[whole]), suburbs.get(code)![column]];
    });
  });
  return [
    ...shares,
    drawsOf("abs-census-2021", "G02 by suburb", 160, () => {
      const [code, column] = [draw(codes), draw(COLUMNS)];
      const value = medians.get(code)![column];
      return value === 0 ? undefined : [`${code} ${column}`, value, suburbs.get(code)![MEDIANS[column]]];
    }),
    drawsOf("abs-census-2021", "G02 by council", 60, () => {
      const cells = draw(councils.slice(1));
      const value = Number(cells[councils[0].indexOf("Median_tot_hhd_inc_weekly")]);
      const row = rows("lga", "lga_code").get(cells[0].replace("LGA", ""));
      return row === undefined || value === 0 ? undefined : [cells[0], value, row.median_hhd_income];
    }),
    drawsOf("abs-census-2021", "G02 by state", 40, () => {
      const [state, column] = [draw(STATES), draw(COLUMNS)];
      const value = Number(states[STATES.indexOf(state) + 1][states[0].indexOf(column)]);
      const key = `census.${MEDIANS[column]}.${state}`;
      return [key, value, observed.get(`${key} 2021-01-01`)?.value];
    }),
    drawsOf("abs-seifa-2021", "scores by suburb", 40, () => {
      const [code, index] = [draw(codes), draw(["IRSD", "IRSAD", "IER", "IEO"])];
      const text = scoreOf.get(code)?.[scores[0].indexOf(`${index}_Score`)] ?? "";
      if (text === "" || Number(text) === 0) return undefined;
      const imported = suburbs.get(code)![`seifa_${index.toLowerCase()}_score`];
      return [`${code} ${index}`, Math.round(Number(text)), imported];
    }),
  ];
}
