import { headerOf } from "../files/header-of.ts";
import type { Importer } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";

/** A kind of file that is known and has no place yet. */
interface AwaitedKind {
  readonly what: string;
  /** What must be there before its figures can be used. */
  readonly waitsFor: string;
  readonly is: (file: ImportFile) => boolean;
}

const SURVEY =
  "the state's victimisation rates with their standard errors (ABS, Crime Victimisation): police counts alone say as much " +
  "about reporting as about crime, and the crime table holds rates that are scaled to the survey";

const hasColumns =
  (...names: readonly string[]) =>
  (file: ImportFile) => {
    const header = headerOf(file);
    return names.every((name) => header.includes(name));
  };

const inSheets = (pattern: RegExp) => (file: ImportFile) =>
  file.isWorkbook && [...file.sheetHeads().values()].some((rows) => pattern.test(rows.flat().join(" ")));

const AWAITED: readonly AwaitedKind[] = [
  {
    what: "Victorian recorded offences by suburb",
    waitsFor: SURVEY,
    is: hasColumns("suburb/town name", "offence division", "offence count"),
  },
  {
    what: "South Australian reported offences by suburb",
    waitsFor: SURVEY,
    is: hasColumns("reported date", "suburb - incident", "offence count"),
  },
  {
    what: "New South Wales incidents by suburb",
    waitsFor: `the kinds of offence (the file holds totals), and ${SURVEY}`,
    is: hasColumns("suburb", "suburb_state", "numcrimes"),
  },
  {
    what: "Australian Capital Territory offences by suburb",
    waitsFor: SURVEY,
    is: inSheets(/Offences and other activities by Suburb/i),
  },
  {
    what: "Victorian criminal incidents by council",
    waitsFor: "a table of crime by council",
    is: inSheets(/Local Government Area Incidents Recorded Rate per 100,000/i),
  },
  {
    what: "stops of a public transport timetable (GTFS)",
    waitsFor: "the centroids of suburbs while distances to stations are measured",
    is: hasColumns("stop_id", "stop_lat", "stop_lon"),
  },
  {
    what: "votes by polling place",
    waitsFor: "a table of electorates by suburb",
    is: hasColumns("divisionnm", "pollingplaceid"),
  },
  {
    what: "broadband technology of the premises of a suburb",
    waitsFor:
      "the network's terms: the answers were collected without a licence, and its suburbs have no code",
    is: (file) => /^\s*\{/.test(file.head) && /"gnaf_pid"/.test(file.head) && /"tech"/.test(file.head),
  },
  {
    what: "classification of industries (ANZSIC)",
    waitsFor: "nothing: it is a dictionary, and tables by industry name their industries themselves",
    is: (file) =>
      /^@id,rdf:type,skos:prefLabel/.test(file.head) ||
      /^\s*\[\s*\{[^}]*"division_(title|code)"/.test(file.head),
  },
  {
    what: "Global Industry Classification Standard (GICS)",
    waitsFor:
      "a licence: the classification belongs to its owners, and companies name their industries as the exchange's list does",
    is: (file) => /^("use strict";)?\s*module\.exports = \{\s*"10": \{\s*"name": "Energy"/.test(file.head),
  },
  {
    what: "changes of codes and names of listed companies",
    waitsFor: "a table of former codes: positions, prices and dividends stand under the code of their day",
    is: (file) => /^\s*As of\*?,Old details,,New details/i.test(file.firstLine),
  },
  {
    what: "companies that left the exchange",
    waitsFor: "a table of delistings: when a code was last reported is told from its positions",
    is: hasColumns("company name", "asx code", "date delisted*", "reason"),
  },
  {
    what: "trading calendar of the exchange",
    waitsFor:
      "nothing: its days off are computed by rule for every year, and a test compares them with such lists",
    is: (file) => /^Public Holiday,Dates?\b/i.test(file.firstLine),
  },
  {
    what: "gross short sales of a day",
    waitsFor: "a table of short sales: they are trades of a day, and no positions",
    is: (file) => /^Daily Gross Short Sales,/.test(file.firstLine),
  },
  {
    what: "share table of a newspaper",
    waitsFor:
      "a licence: prices and ratios of the day are the exchange's and the newspaper's, and have cut names for keys",
    is: (file) => /^(S&P\/ASX200 - Daily|Australian Sharemarket: Top 300 Stocks),/.test(file.firstLine),
  },
  {
    what: "members of an index",
    waitsFor: "a table of members, and the list of the index's owner: this one holds funds too",
    is: (file) => /^ticker,company\s*$/i.test(file.firstLine),
  },
  {
    what: "export of a stock screener",
    waitsFor: "a licence: its figures and its sectors are the vendor's own",
    is: hasColumns("symbol", "logoid", "typespecs", "perf.w"),
  },
  {
    what: "petroleum resource rent tax of companies",
    waitsFor: "a column for it: corporate_tax holds income tax, which the sheet beside it tells",
    is: (file) => headerOf(file).join() === "name,abn,prrt payable $",
  },
  {
    what: "data of the R language (.rda, .rds)",
    waitsFor: "the same rows as CSV: write.csv(x, file, row.names = FALSE) writes them",
    is: (file) => /\.(rda|rdata|rds)$/i.test(file.name),
  },
  {
    what: "counts of businesses by small area and industry",
    waitsFor:
      "a table of businesses by small area; summed over areas they would be no published figure, since each count is altered a little for privacy",
    is: hasColumns("division", "sa2_main_2016", "indicator", "value"),
  },
  {
    what: "short headers of the Census tables",
    waitsFor: "nothing: it is a dictionary, and the tables are read without it",
    is: inSheets(/DataPack.*(Cell Descriptors|Metadata)/i),
  },
];

/** Files that are recognised and not read: the report says what each waits for. */
export const AWAITED_FILES: Importer<{ readonly rows: readonly never[] }> = {
  id: "awaited",
  title: "Kinds that are known and wait for something else",
  version: 1,
  endsAnyhow: true,
  stage: "facts",
  sources: [],
  recognise(file) {
    const kind = kindOf(file);
    return kind === undefined ? undefined : { confidence: 30, what: kind.what };
  },
  read: (file) => ({
    part: { rows: [] },
    report: {
      rowsRead: 0,
      rowsUsed: 0,
      rejects: [],
      vintage: "1970-01-01",
      notes: [`not read; it waits for ${kindOf(file)!.waitsFor}`],
    },
  }),
  explain: (file) => [`nothing is read; it waits for ${kindOf(file)!.waitsFor}`],
  combine: () => ({ fragments: [], rejects: [], notes: [] }),
};

function kindOf(file: ImportFile): AwaitedKind | undefined {
  return AWAITED.find(({ is }) => {
    try {
      return is(file);
    } catch {
      return false;
    }
  });
}
