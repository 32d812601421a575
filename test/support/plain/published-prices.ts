import { join } from "node:path";
import { readCsv } from "../data/read-csv.ts";
import { RESTRICTED } from "./plain-steps.ts";

const FREQUENCIES: Readonly<Record<string, string>> = { M: "monthly", Q: "quarterly", A: "annual" };

export type PublishedFigure = ReturnType<typeof publishedFigures>[number];

/** The public figures of suburbs in a dataset's files, each with its suburb and frequency as a word. */
export function publishedFigures(datasetDir: string) {
  const codeOf = new Map(
    readCsv(join(datasetDir, "house_price_regions.csv"))
      .filter(({ region_type, sal_code }) => region_type === "suburb" && sal_code !== "")
      .map(({ region_code, sal_code }) => [region_code, sal_code]),
  );
  return readCsv(join(datasetDir, "house_prices.csv")).flatMap((row) => {
    const { region_code, measure, dwelling_type, period, value, source, is_preliminary } = row;
    const sal_code = codeOf.get(region_code);
    if (sal_code === undefined || row.source_licence === RESTRICTED) return [];
    const frequency = FREQUENCIES[row.period_freq];
    const isPreliminary = is_preliminary === "true";
    return [
      { sal_code, region_code, measure, dwelling_type, period, frequency, value, source, isPreliminary },
    ];
  });
}

/**
 * The figures of a suburb, for one measure and dwelling type, that count: of several regions the lowest code;
 * per period and frequency, final before preliminary, then by source name.
 */
export function countedFigures(rows: readonly PublishedFigure[]): PublishedFigure[] {
  const region = rows.map(({ region_code }) => region_code).sort()[0];
  const own = rows
    .filter(({ region_code }) => region_code === region)
    .sort((a, b) => Number(a.isPreliminary) - Number(b.isPreliminary) || (a.source < b.source ? -1 : 1));
  const byPeriod = Map.groupBy(own, ({ period, frequency }) => `${period} ${frequency}`);
  return Array.from(byPeriod.values(), ([first]) => first);
}
