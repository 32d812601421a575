import { existsSync } from "node:fs";
import { join } from "node:path";
import { MEDIANS, SHARES } from "../../support/data/published-figures.ts";
import { plainLines, plainTable } from "../../support/plain/plain-census.ts";
import { type Draws, drawsOf, type Published } from "./drawn-cells.ts";

const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];

/** Census tables by suburb, council and state, and the scores derived from them. */
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
  const isHere = (table: string) => existsSync(join(folder, `2021Census_${table}_SAL.csv.gz`));
  const here = Object.entries(SHARES).filter(([, [table]]) => isHere(table));
  const shares = here.map(([column, [table, parts, whole]]) => {
    const cells = plainTable(folder, `2021Census_${table}_SAL.csv.gz`);
    return drawsOf("abs-census-2021", `${column} by suburb`, 40, () => {
      const code = draw(codes);
      const own = cells.get(code)!;
      if (residents.get(code)!.Tot_P < 100 || own[whole] === 0) return undefined;
      const part = parts.split(" ").reduce((sum, name) => sum + own[name], 0);
      return [`${code} ${column}`, Math.min(100, (100 * part) / own[whole]), suburbs.get(code)![column]];
    });
  });
  return [
    ...shares,
    drawsOf("abs-census-2021", "G02 by suburb", 160, () => {
      const [code, [, column, cell]] = [draw(codes), draw(MEDIANS)];
      const value = medians.get(code)![cell];
      return value === 0 ? undefined : [`${code} ${column}`, value, suburbs.get(code)![column]];
    }),
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
    drawsOf("abs-seifa-2021", "scores by suburb", 40, () => {
      const [code, index] = [draw(codes), draw(["IRSD", "IRSAD", "IER", "IEO"])];
      const text = scoreOf.get(code)?.[scores[0].indexOf(`${index}_Score`)] ?? "";
      if (text === "" || Number(text) === 0) return undefined;
      const imported = suburbs.get(code)![`seifa_${index.toLowerCase()}_score`];
      return [`${code} ${index}`, Math.round(Number(text)), imported];
    }),
  ];
}
