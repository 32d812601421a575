import { MEDIANS } from "../../support/data/published-figures.ts";
import { plainRecords, plainText } from "../../support/plain/plain-csv.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];

/** Census tables by council and state; `generators/australia.test.ts` compares those by suburb. */
export function censusCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const linesOf = (name: string) => plainRecords(plainText(path(`census-2021/${name}`)));
  const councils = linesOf("2021Census_G02_AUST_LGA.csv.gz");
  const states = linesOf("2021Census_G02_AUST_STE.csv.gz");
  const observed = rows("economic_observations", "series_key", "period");
  return [
    drawsOf("abs-census-2021", "G02 by council", 60, () => {
      const cells = draw(councils.slice(1));
      const value = Number(cells[councils[0].indexOf("Median_tot_hhd_inc_weekly")]);
      const row = rows("lga", "lga_code").get(cells[0].replace("LGA", ""));
      return row === undefined || value === 0 ? undefined : [cells[0], value, row.median_hhd_income];
    }),
    drawsOf("abs-census-2021", "G02 by state", 40, () => {
      const [state, [, column, cell]] = [draw(STATES), draw(MEDIANS)];
      const value = Number(states[STATES.indexOf(state) + 1][states[0].indexOf(cell)]);
      const key = `census.${column}.${state}`;
      return [key, value, observed.get(`${key} 2021-01-01`)?.value];
    }),
  ];
}
