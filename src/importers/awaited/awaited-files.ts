import { headerOf } from "../files/plain-table.ts";
import { importerOfKinds, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";

/** Importer for files that are recognised but not read; the report gives the reason. */
export const AWAITED_FILES = importerOfKinds({
  id: "awaited",
  title: "Known kinds of files that are not imported",
  mayLackLineEnd: true,
  sources: [],
  kindOf,
  recognised: ({ what }) => ({ confidence: 30, what }),
  read: (_, { why }) => ({
    part: { rows: [] },
    report: {
      rowsRead: 0,
      rowsUsed: 0,
      rejects: [],
      vintage: UNDATED,
      notes: [`not imported; ${why}`],
    },
  }),
  explain: (_, { why }) => [`not imported; ${why}`],
  combine: () => ({ fragments: [] }),
});

function kindOf(file: ImportFile): AwaitedKind | undefined {
  return AWAITED_KINDS.find(({ is }) => {
    try {
      return is(file);
    } catch {
      return false;
    }
  });
}

interface AwaitedKind {
  readonly what: string;
  /** What is missing before its figures can be used, or why they are not needed. */
  readonly why: string;
  readonly is: (file: ImportFile) => boolean;
}

const hasColumns =
  (...names: readonly string[]) =>
  (file: ImportFile) => {
    const header = headerOf(file);
    return names.every((name) => header.includes(name));
  };

const inSheets = (pattern: RegExp) => (file: ImportFile) =>
  file.isWorkbook && [...file.sheetHeads().values()].some((rows) => pattern.test(rows.flat().join(" ")));

const begins = (pattern: RegExp) => (file: ImportFile) => !file.isWorkbook && pattern.test(file.head);

/** Predicate: a TopoJSON with areas of one of the ABS levels, found by the property with their code. */
const isTopologyOf = (levels: string) => (file: ImportFile) =>
  /^\s*\{"type":"Topology"/.test(file.head) && new RegExp(`"(${levels})_CODE2[0-9]"`).test(file.text);

const STATIONS =
  "needs a list of the railway stations among them (name, state, latitude, longitude, operator): a stop does not say whether trains, buses or coaches serve it";

/** Kinds in order of precedence: places, people, industries, securities, the exchange. */
const AWAITED_KINDS: readonly AwaitedKind[] = [
  {
    what: "recorded incidents by suburb, one total each",
    why: "needs the years and the kinds of offence: the file has one total per suburb, without a period",
    is: hasColumns("suburb", "suburb_state", "numcrimes"),
  },
  {
    what: "Victorian criminal incidents by council",
    why: 'needs the month in which its years end (column "Year ending"): figures of councils are dated by the last day of their period',
    is: inSheets(/Local Government Area Incidents Recorded Rate per 100,000/i),
  },
  {
    what: "stops of a public transport timetable (GTFS)",
    why: STATIONS,
    is: hasColumns("stop_id", "stop_lat", "stop_lon"),
  },
  {
    what: "stops of public transport with their suburbs",
    why: STATIONS,
    is: hasColumns("stop_id", "stop_name", "stop_latitude", "stop_longitude"),
  },
  {
    what: "votes by polling place",
    why: "not needed: results are of whole divisions, which the distribution of preferences gives",
    is: hasColumns("divisionnm", "pollingplaceid"),
  },
  {
    what: "candidates, or votes by candidate",
    why: "not needed: members and margins come from the distribution of preferences, shares from the two-party count",
    // The header is below a line about the event.
    is: (file) =>
      file.head.split("\n", 2).some((line) => line.includes("DivisionNm") && line.includes("CandidateID")),
  },
  {
    what: "federal politicians since 1901, collected by volunteers",
    why: "needs a licence: its repository has none, and current members come from the lists of terms",
    is: (file) =>
      hasColumns("uniqueid")(file) &&
      ["partyabbrev", "surname", "ministry", "division", "senatorsstate", "aphid"].some((name) =>
        hasColumns(name)(file),
      ),
  },
  {
    what: "positions of politicians from Wikidata",
    why: "not needed: it ends in 2021 and has only Wikidata ids for people and seats",
    is: hasColumns("politician", "position", "electoral_district"),
  },
  {
    what: "correspondence of suburbs of 2016 to statistical areas",
    why: "not needed: suburbs are those of 2021, and their correspondences are read",
    is: inSheets(/SSC.{0,40}2016.{0,40}SA2.{0,40}2016/i),
  },
  {
    what: "broadband technology of the premises of a suburb",
    why: "needs the network's permission: the data was collected without a licence, and its suburbs have no code",
    is: ({ head }) =>
      /^\s*\{/.test(head) &&
      [
        ["gnaf_pid", "tech"],
        ["announced_date", "address_count"],
        ["tech", "FTTN"],
      ].some((names) => names.every((name) => head.includes(`"${name}"`))),
  },
  {
    what: "classification of industries (ANZSIC)",
    why: "not needed: it is a dictionary, and tables by industry already contain the names",
    is: (file) =>
      /^@id,rdf:type,skos:prefLabel/.test(file.head) ||
      /^\s*\[\s*\{[^}]*"division_(title|code)"/.test(file.head),
  },
  {
    what: "Global Industry Classification Standard (GICS)",
    why: "needs a licence: the classification is proprietary, and the industries of companies come from the exchange's list",
    is: (file) => /^("use strict";)?\s*module\.exports = \{\s*"10": \{\s*"name": "Energy"/.test(file.head),
  },
  {
    what: "data of the R language (.rda, .rds)",
    why: "needs the same rows as CSV: write.csv(x, file, row.names = FALSE) writes them",
    is: (file) => /\.(rda|rdata|rds)$/i.test(file.name),
  },
  {
    what: "counts of businesses by small area and industry",
    why: "needs a table of businesses by small area; sums over areas would not match published figures, as each count is perturbed for privacy",
    is: hasColumns("division", "sa2_main_2016", "indicator", "value"),
  },
  {
    what: "short headers of the Census tables",
    why: "not needed: it is a dictionary, and the tables are read without it",
    is: inSheets(/DataPack.*(Cell Descriptors|Metadata)/i),
  },
  {
    what: "boundaries of electorates",
    why: "not needed: the correspondences of suburbs name their electorates",
    is: isTopologyOf("CED|SED"),
  },
  {
    what: "boundaries of areas other than suburbs and councils",
    why: "not needed: only outlines of suburbs and locations of councils are served",
    is: isTopologyOf("[A-Z][A-Z0-9]{1,4}"),
  },
  {
    what: "postcodes with federal electorates",
    why: "needs electorates with current boundaries: the list is older than the current members",
    is: hasColumns("postcode", "electorate"),
  },
  {
    what: "offices of ministers",
    why: "needs a table of offices; members and their terms have one",
    is: hasColumns("name", "from", "to", "ministers"),
  },
  {
    what: "all declarations of one member",
    why: "not needed: the pages by item have the same declarations",
    is: (file) => begins(/^\s*<html>/)(file) && begins(/<title>[^<|]+\| Interests<\/title>/)(file),
  },
  {
    what: "recently declared interests",
    why: "not needed: the pages by item have what is still declared",
    is: (file) =>
      hasColumns("name", "member type", "category", "details", "updated")(file) ||
      begins(/<title>[^<]*Recent[^<]*<\/title>/i)(file),
  },
  {
    what: "donations categorised by a third party",
    why: "not needed: the commission's own tables have the donations, without these categories",
    is: hasColumns("donor-name", "recipient-name", "donor-category"),
  },
  {
    what: "petroleum resource rent tax by entity",
    why: "needs a column for it: corporate_tax has income tax, which is in the other sheet",
    is: hasColumns("name", "abn", "prrt payable $"),
  },
  {
    what: "offices of companies",
    why: "needs an official register of registered offices: third-party lists have no licence",
    is: hasColumns("stock_code", "company_name", "address"),
  },
  {
    what: "gross short sales of a day",
    why: "needs a table of short sales: they are trades of a day, not positions",
    is: begins(/^\uFEFF?"?Daily Gross Short Sales/),
  },
  {
    what: "share table of a newspaper",
    why: "needs a licence: daily prices and ratios belong to the exchange and the newspaper, and truncated names are their only keys",
    is: begins(/^\uFEFF?"?(S&P\/ASX200 - Daily|Australian Sharemarket: Top 300)/),
  },
  {
    what: "export of a stock screener",
    why: "needs a licence: its figures and sectors belong to the vendor",
    is: hasColumns("symbol", "exchange", "logoid", "perf.ytd"),
  },
  {
    what: "members of an index",
    why: "needs a table of members, and the list of the index's owner: this one includes funds",
    is: (file) => /^\uFEFF?ticker,company\s*$/i.test(file.firstLine),
  },
  {
    what: "delisted companies",
    why: "needs a table of delistings: the last report of a code is known from its positions",
    is: begins(/^\uFEFF?Company Name,ASX code,Date Delisted/),
  },
  {
    what: "changes of codes and names of listed companies",
    why: "needs a table of former codes: positions, prices and dividends use the code of their day",
    is: begins(/^\uFEFF?As of\*?,Old details,,New details/i),
  },
  {
    what: "trading calendar of the exchange",
    why: "not needed: non-trading days are computed by rule for every year, and a test compares them with such lists",
    is: begins(/^\uFEFF?Public holiday,Dates?\b/i),
  },
];
