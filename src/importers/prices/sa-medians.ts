import { cellText, PlainTable } from "../files/plain-table.ts";
import { type FileReading, importerOfKinds } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { lastDayOf } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { MIN_SALES } from "./sale-medians.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

const SA_MEDIANS_SOURCE = sourceFacts({
  id: "sa-metro-medians",
  publisher: "Government of South Australia, Office of the Valuer-General",
  title: "Metropolitan median house sales",
  url: "https://data.sa.gov.au/data/dataset/metro-median-house-sales",
  precedence: 40,
});

/** Importer for quarterly house medians and sales by suburb of Adelaide, with last year's quarter. */
export const SA_MEDIANS = importerOfKinds<readonly Quarter[], FigurePart>({
  id: "sa-metro-medians",
  title: "South Australian median house sales by suburb",
  sources: [SA_MEDIANS_SOURCE],
  kindOf: quartersOf,
  recognised: (quarters) => ({
    confidence: 85,
    what: `Adelaide median house sales, quarter to ${quarters.at(-1)!.lastDay}`,
  }),
  read: readMedians,
  explain: () => [
    "Median to house_prices median_price house and Sales to transfer_count house, by the last day of the quarter",
    `a median of fewer than ${MIN_SALES} sales is left out; suburbs are matched by name, the column City tells twins apart`,
  ],
  combine: (parts, context) => combineFigures(parts, SA_MEDIANS_SOURCE, "SA", context),
});

type Quarter = NonNullable<ReturnType<typeof quartersOf>>[number];

/** Quarters in the header, whose titles break over two lines: `Sales 2Q 2023`. Undefined for other tables. */
function quartersOf(file: ImportFile) {
  if (file.isWorkbook || !/^"?City"?,"?Suburb"?,"?Sales/i.test(file.firstLine)) return undefined;
  const header = file.csv()[0].map((title) => title.replace(/\s+/g, " ").trim());
  const quarters = header.flatMap((title, sales) => {
    const [, quarter, year] = /^Sales ?([1-4])Q (20\d\d)$/i.exec(title) ?? [];
    const median = header.findIndex((other) => other.replace(/ /g, "") === `Median${quarter}Q${year}`);
    if (quarter === undefined || median < 0) return [];
    return [
      { lastDay: lastDayOf(`${year}-${String(Number(quarter) * 3).padStart(2, "0")}-01`), sales, median },
    ];
  });
  return quarters.length === 0 ? undefined : quarters.sort((a, b) => (a.lastDay < b.lastDay ? -1 : 1));
}

function readMedians(file: ImportFile, quarters: readonly Quarter[]): FileReading<FigurePart> {
  const table = new PlainTable(file, []);
  const titles = table.titles.filter((title) => /^(sales|median)\s+[1-4]q/.test(title));
  if (titles.length !== 2 * quarters.length)
    table.tally.reject(
      "no pair",
      1,
      `sales and medians of the same quarters are expected, not ${titles.join(", ")}`,
    );
  const suburbs = new Map<
    string,
    { readonly row: number; readonly cities: string[]; readonly cells: string }
  >();
  const figures: SuburbFigure[] = [];
  let [used, thin] = [0, 0];
  for (const { row, cells, reject } of table.records()) {
    const city = cellText(cells[0]);
    // Earlier files write "ST.PETERS" for the geography's "St Peters".
    const name = cellText(cells[1]).replace(/^ST\.\s*/, "ST ");
    const numbers = quarters.map(({ lastDay, sales, median }) => ({
      lastDay,
      sales: countIn(cells[sales]),
      median: countIn(cells[median]),
    }));
    const before = suburbs.get(name);
    const text = cells.slice(2).join(", ");
    if (name === "") reject("no suburb", "the suburb is empty");
    else if (numbers.some(({ sales, median }) => sales === undefined || median === undefined))
      reject("not a number", `"${name}": ${text}`);
    else if (before !== undefined) {
      // A suburb in several councils is listed under each, with the figures of the whole suburb.
      if (before.cells === text) before.cities.push(city);
      else reject("suburb twice", `"${name}" has other figures in row ${before.row}`);
      used += before.cells === text ? 1 : 0;
    } else {
      used++;
      const cities = [city];
      suburbs.set(name, { row, cities, cells: text });
      for (const { lastDay, sales, median } of numbers) {
        if (!sales) continue;
        const shared = { name, dwellingType: "house", lastDay, frequency: "Q", row, hints: cities } as const;
        figures.push({ ...shared, measure: "transfer_count", value: sales });
        if (!median) continue;
        if (sales < MIN_SALES) thin++;
        else figures.push({ ...shared, measure: "median_price", value: median });
      }
    }
  }
  if (figures.length === 0) file.refuse("no figure below the header");
  return table.reading({
    part: { figures },
    rowsUsed: used,
    vintage: quarters.at(-1)!.lastDay,
    notes: thin === 0 ? [] : [`${thin} medians of fewer than ${MIN_SALES} sales are left out`],
  });
}

/** Parses a number; null when empty, undefined for anything else. */
function countIn(cell: SheetCell | undefined): number | null | undefined {
  const text = cellText(cell).replace(/[$,\s]/g, "");
  if (text === "" || text === "-" || /^n\/?a$/i.test(text)) return null;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
