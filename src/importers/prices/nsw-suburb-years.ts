import { reportCutList } from "../files/alphabetical-end.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import type { FileReading, Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";
import { MIN_SALES } from "./sale-medians.ts";
import { combineFigures, type FigurePart, type SuburbFigure } from "./suburb-figures.ts";

const NSW_SUBURB_YEARS_SOURCE = sourceFacts({
  id: "nsw-suburb-years",
  publisher: "andygock, from NSW Valuer General bulk property sales information",
  title: "NSW residential sale price percentiles by suburb and year",
  licenceClass: "unsettled",
  attribution: "Source: NSW Valuer General; percentiles by andygock",
  url: "https://github.com/andygock/NSW-Property-Sales-Analysis",
  precedence: 35,
});

const COLUMNS = ["suburb", "0p", "25p", "50p", "75p", "100p", "count"];

/** Importer for price percentiles by suburb, one file per year; houses and units are combined. */
export const NSW_SUBURB_YEARS: Importer<FigurePart> = {
  id: "nsw-suburb-years",
  title: "NSW sale price percentiles by suburb and year",
  sources: [NSW_SUBURB_YEARS_SOURCE],
  recognise(file) {
    const what = `NSW suburb percentiles of ${yearOf(file) ?? "an unknown year"}`;
    // One column may be missing here, so that the reader can report its name.
    return byColumns(COLUMNS, COLUMNS.length - 1, { confidence: 80, what })(file);
  },
  read: readSuburbYears,
  explain: (file) => [
    `50p to house_prices median_price all, count to transfer_count all, by 31 December ${yearOf(file) ?? "?"}`,
    `rows with fewer than ${MIN_SALES} sales are left out; suburbs are matched by name within NSW`,
  ],
  combine: (parts, context) => combineFigures(parts, NSW_SUBURB_YEARS_SOURCE, "NSW", context),
};

/** The year is in the file name only: `property.residential.nsw.suburb.2023.csv`. */
function yearOf(file: ImportFile): string | undefined {
  return /(?:^|[^\d])((?:19|20)\d\d)(?=\D*$)/.exec(file.name)?.[1];
}

function readSuburbYears(file: ImportFile): FileReading<FigurePart> {
  const year = yearOf(file);
  if (year === undefined) file.refuse("the file name holds no year, and the content neither");
  const table = new PlainTable(file, COLUMNS);
  const lastDay = `${year}-12-31`;
  const figures = table.take(undefined, ({ row, text, reject }): SuburbFigure[] | undefined => {
    const name = text("suburb");
    const [median, count] = [Number(text("50p")), Number(text("count"))];
    if (name === "") return reject("no suburb", "the suburb is empty");
    if (!Number.isInteger(count) || count < 0) return reject("not a count", `count "${text("count")}"`);
    if (!Number.isFinite(median) || median <= 0) return reject("not a price", `50p "${text("50p")}"`);
    if (count < MIN_SALES) return reject("too few sales", `${name}: ${count} sales, ${MIN_SALES} are needed`);
    const shared = { name, dwellingType: "all", lastDay, frequency: "A", row } as const;
    return [
      { ...shared, measure: "median_price", value: median },
      { ...shared, measure: "transfer_count", value: count },
    ];
  });
  const names = table.column("suburb").filter((name) => name !== "" && name !== "nan");
  reportCutList(names, table.below.length + 1, table.tally);
  return table.reading({
    part: { figures: figures.flat() },
    vintage: lastDay,
    notes: ["percentiles include transfers that were not market sales"],
  });
}
