import { ABS_CATALOGUES } from "./abs/abs-sources.ts";
import { IMPORTERS } from "./registry.ts";

/** A download for a dataset of the real Australia. */
type RealFile = ReturnType<typeof fileOf>;

/**
 * A file of a source, with its name on the publisher's page. It is imported when the source's importer has read
 * a file whose recognition matches `what`; by default any.
 */
function fileOf(
  sourceId: string,
  file: string,
  gives: string,
  more: { readonly publisher?: string; readonly page?: string; readonly what?: RegExp } = {},
) {
  const isOwn = ({ id }: { readonly id: string }) => id === sourceId;
  const importer = IMPORTERS.find(({ sources }) => sources.some(isOwn))!;
  const source = importer.sources.find(isOwn)!;
  const { publisher } = source;
  const licence = source.licence + (source.licenceClass === "unsettled" ? ", unsettled" : "");
  return { file, publisher, page: source.url!, licence, gives, importerId: importer.id, what: /./, ...more };
}

const DATAPACKS = "https://www.abs.gov.au/census/find-census-data/datapacks";
const ASGS =
  "https://www.abs.gov.au/statistics/standards/australian-statistical-geography-standard-asgs-edition-3";
const SEIFA =
  "https://www.abs.gov.au/statistics/people/people-and-communities/socio-economic-indexes-areas-seifa-australia/2021";

const census = (table: string, gives: string) =>
  fileOf("abs-census-2021", `2021_GCP_SAL_for_AUS_short-header.zip, table ${table}`, gives, {
    page: DATAPACKS,
    what: new RegExp(`table ${table} \\(.*by SAL`),
  });

const wide = (level: string, gives: string) =>
  fileOf("abs-census-2021", `2021_GCP_${level}_for_AUS_short-header.zip`, gives, {
    page: DATAPACKS,
    what: new RegExp(`by ${level}`),
  });

const series = (catalogue: string, gives: string, file: string) =>
  fileOf(ABS_CATALOGUES.get(catalogue)!.id, file, gives, {
    page: "https://www.abs.gov.au/statistics",
    what: new RegExp(`\\(${catalogue.replace(".", "\\.")}\\)`),
  });

const bank = (table: string, file: string, gives: string) =>
  fileOf(`rba-${table.toLowerCase().replace(".", "-")}`, file, gives, {
    what: new RegExp(`table ${table.replace(".", "\\.")}:`),
  });

const offences = (sourceId: string, file: string, place: string) =>
  fileOf(sourceId, file, `offences recorded by suburb of ${place}`, {
    what: new RegExp(`of (the )?${place}$`),
  });

/** All files to collect, most valuable first. */
const REAL_FILES: readonly RealFile[] = [
  fileOf(
    "abs-asgs-2021",
    "2021Census_geog_desc_1st_2nd_3rd_release.xlsx",
    "names, states and areas of suburbs and councils",
    { page: DATAPACKS, what: /geography workbook|list of SAL/ },
  ),
  census("G01", "residents, birthplace, English at home"),
  census("G02", "medians of age, income, rent and mortgage"),
  census("G13", "language at home"),
  census("G14", "religion"),
  census("G16", "highest year of school"),
  census("G17", "personal income bands"),
  census("G29", "families with children"),
  census("G33", "household income bands"),
  census("G34", "motor vehicles"),
  census("G35", "lone households"),
  census("G36", "dwelling structure"),
  census("G37", "tenure"),
  census("G38", "mortgage repayments"),
  census("G40", "rents"),
  census("G43", "work and education"),
  wide("STE", "the publisher's own figures of the states"),
  wide("POA", "residents and medians of postcodes"),
  wide("LGA", "figures of councils"),
  fileOf(
    "abs-seifa-2021",
    "Suburbs and Localities, Indexes, SEIFA 2021.xlsx",
    "four indexes with national and state deciles",
    { page: SEIFA, what: /SEIFA/ },
  ),
  fileOf(
    "abs-asgs-2021-boundaries",
    "SAL_2021_AUST_GDA2020, saved as GeoJSON or TopoJSON",
    "outlines and centroids of suburbs",
    { page: ASGS },
  ),
  fileOf("abs-postcode-correspondence-2017", "CG_POSTCODE_2017_SSC_2016.xlsx", "postcodes of suburbs", {
    page: ASGS,
  }),
  fileOf(
    "nsw-psi",
    "weekly or yearly archives of property sales",
    "medians and sales by suburb of New South Wales",
  ),
  fileOf(
    "vic-vpsr",
    "Houses-by-suburb-2013-2023.xlsx and its successors",
    "yearly medians by suburb of Victoria",
  ),
  fileOf(
    "sa-metro-medians",
    "Metropolitan Median House Sales, one a quarter",
    "medians and sales of houses by suburb of Adelaide",
  ),
  fileOf("sa-rents", "private_rental_report_*.xlsx", "rents by suburb and postcode of South Australia"),
  series("6432.0", "values, numbers and mean prices of dwellings", "643201.xlsx"),
  series("6416.0", "price indexes of capital cities until 2021", "641601.xlsx"),
  series("6401.0", "consumer prices", "640101.xlsx"),
  series("6202.0", "labour force", "6202001.xlsx"),
  series("6345.0", "wages", "634502b.xlsx"),
  series("8731.0", "building approvals", "8731007.xlsx"),
  series("3101.0", "population of states, each quarter", "310104.xlsx"),
  series("5601.0", "housing loans", "560101.xlsx"),
  series("5206.0", "national accounts", "5206001_key_aggregates.xlsx"),
  series("6302.0", "weekly earnings", "6302001.xlsx"),
  bank("E2", "e02hist.xlsx", "household debt to income"),
  bank("F1.1", "f1.1-data.csv", "the cash rate and money markets"),
  bank("F5", "f5-data.csv", "indicator lending rates"),
  bank("F6", "f6-data.csv", "housing lending rates"),
  bank("G1", "g1-data.csv", "inflation"),
  bank("E1", "e01hist.xlsx", "balance sheets of households"),
  bank("D1", "d01hist.xlsx", "growth of credit"),
  fileOf("bushfire-prone-land", "bf-prone-processed.csv", "bushfire-prone land by suburb", {
    publisher: "360info, from state agencies",
  }),
  offences(
    "act-police-offences",
    "offences by suburb, the workbook with a block for each district",
    "Australian Capital Territory",
  ),
  offences("sa-police-offences", "crime-statistics-2023-24.csv, one a year", "South Australia"),
  offences("vic-recorded-offences", "recorded offences by suburb (table 03), saved as CSV", "Victoria"),
  fileOf("vic-schools", "dv309_schoollocations2021.csv", "schools of Victoria", {
    page: "https://discover.data.vic.gov.au",
    what: /Victorian schools/,
  }),
  fileOf("nsw-public-schools", "master_dataset.csv", "government schools of New South Wales", {
    page: "https://data.nsw.gov.au",
    what: /NSW government schools/,
  }),
  fileOf("asic-short-positions", "RR*-SSDailyAggShortPos.csv, one a day", "short positions"),
  fileOf(
    "ato-corporate-tax",
    "2023-24-corporate-report-of-entity-tax-information.xlsx, one a year",
    "income and tax of large corporate entities",
  ),
  fileOf(
    "aec-elections",
    "HouseDopByDivisionDownload-31496.csv",
    "members, parties and margins of divisions",
    { what: /preferences/ },
  ),
  fileOf("aec-elections", "HouseTppByDivisionDownload-31496.csv", "two-party-preferred shares of divisions", {
    what: /two-party/,
  }),
  fileOf(
    "aec-transparency-register",
    "AllAnnualData.zip",
    "annual returns of parties, receipts and donations",
    { what: /returns of parties|receipts|donations/ },
  ),
];

/** Lists the files with the paths from which an earlier import read them. */
export function tickedFiles(
  parts: readonly { readonly importerId: string; readonly what: string; readonly path: string }[],
): readonly (RealFile & { readonly imported: readonly string[] })[] {
  return REAL_FILES.map((file) => ({
    ...file,
    imported: parts
      .filter(({ importerId, what }) => importerId === file.importerId && file.what.test(what))
      .map(({ path }) => path),
  }));
}
