/** A download that a real Australia is made of. */
export interface RealFile {
  /** What a person looks for on the publisher's page. */
  readonly file: string;
  readonly publisher: string;
  /** Page that offers it. */
  readonly page: string;
  readonly licence: string;
  readonly gives: string;
  /** The importer that reads it, and what it calls the file. */
  readonly importerId: string;
  readonly what: RegExp;
}

const ABS = { publisher: "Australian Bureau of Statistics", licence: "CC-BY-4.0" } as const;
const DATAPACKS = "https://www.abs.gov.au/census/find-census-data/datapacks";
const ASGS =
  "https://www.abs.gov.au/statistics/standards/australian-statistical-geography-standard-asgs-edition-3";
const RBA = {
  publisher: "Reserve Bank of Australia",
  page: "https://www.rba.gov.au/statistics/tables/",
  licence: "CC-BY-4.0",
} as const;

const census = (tables: string, gives: string): RealFile => ({
  ...ABS,
  page: DATAPACKS,
  file: `2021_GCP_SAL_for_AUS_short-header.zip, table ${tables}`,
  gives,
  importerId: "abs-census-2021",
  what: new RegExp(`table ${tables} \\(.*by SAL`),
});

const series = (catalogue: string, title: string, file: string): RealFile => ({
  ...ABS,
  page: "https://www.abs.gov.au/statistics",
  file,
  gives: title,
  importerId: "abs-time-series",
  what: new RegExp(`\\(${catalogue.replace(".", "\\.")}\\)`),
});

const bank = (table: string, file: string, gives: string): RealFile => ({
  ...RBA,
  file,
  gives,
  importerId: "rba-tables",
  what: new RegExp(`table ${table.replace(".", "\\.")}:`),
});

/** Everything to collect, the most valuable first. */
export const REAL_FILES: readonly RealFile[] = [
  {
    ...ABS,
    page: DATAPACKS,
    file: "2021Census_geog_desc_1st_2nd_3rd_release.xlsx",
    gives: "names, states and areas of suburbs and councils",
    importerId: "abs-area-list",
    what: /geography workbook|list of SAL/,
  },
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
  {
    ...ABS,
    page: DATAPACKS,
    file: "2021_GCP_STE_for_AUS_short-header.zip",
    gives: "the publisher's own figures of the states",
    importerId: "abs-census-2021",
    what: /by STE/,
  },
  {
    ...ABS,
    page: DATAPACKS,
    file: "2021_GCP_POA_for_AUS_short-header.zip",
    gives: "residents and medians of postcodes",
    importerId: "abs-census-2021",
    what: /by POA/,
  },
  {
    ...ABS,
    page: DATAPACKS,
    file: "2021_GCP_LGA_for_AUS_short-header.zip",
    gives: "figures of councils",
    importerId: "abs-census-2021",
    what: /by LGA/,
  },
  {
    ...ABS,
    page: "https://www.abs.gov.au/statistics/people/people-and-communities/socio-economic-indexes-areas-seifa-australia/2021",
    file: "Suburbs and Localities, Indexes, SEIFA 2021.xlsx",
    gives: "four indexes with national and state deciles",
    importerId: "abs-seifa-2021",
    what: /SEIFA/,
  },
  {
    ...ABS,
    page: ASGS,
    file: "SAL_2021_AUST_GDA2020, saved as GeoJSON or TopoJSON",
    gives: "outlines and centroids of suburbs",
    importerId: "abs-boundaries",
    what: /./,
  },
  {
    ...ABS,
    page: ASGS,
    file: "CG_POSTCODE_2017_SSC_2016.xlsx",
    gives: "postcodes of suburbs",
    importerId: "abs-postcodes",
    what: /./,
  },
  {
    publisher: "NSW Valuer General",
    page: "https://valuation.property.nsw.gov.au/embed/propertySalesInformation",
    licence: "CC-BY-4.0, unsettled",
    file: "weekly or yearly archives of property sales",
    gives: "medians and sales by suburb of New South Wales",
    importerId: "nsw-sales",
    what: /./,
  },
  {
    publisher: "Valuer-General Victoria",
    page: "https://www.land.vic.gov.au/valuations/resources-and-reports/property-sales-statistics",
    licence: "CC-BY-4.0, unsettled",
    file: "Houses-by-suburb-2013-2023.xlsx and its successors",
    gives: "yearly medians by suburb of Victoria",
    importerId: "vic-suburb-medians",
    what: /./,
  },
  {
    publisher: "Government of South Australia, Office of the Valuer-General",
    page: "https://data.sa.gov.au/data/dataset/metro-median-house-sales",
    licence: "CC-BY-4.0",
    file: "Metropolitan Median House Sales, one a quarter",
    gives: "medians and sales of houses by suburb of Adelaide",
    importerId: "sa-metro-medians",
    what: /./,
  },
  {
    publisher: "SA Housing Authority",
    page: "https://data.sa.gov.au/data/dataset/private-rent-report",
    licence: "CC-BY-4.0",
    file: "private_rental_report_*.xlsx",
    gives: "rents by suburb and postcode of South Australia",
    importerId: "sa-rents",
    what: /./,
  },
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
  {
    publisher: "360info, from state agencies",
    page: "https://github.com/360-info/report-bushfire-prone-land",
    licence: "CC-BY-4.0",
    file: "bf-prone-processed.csv",
    gives: "bushfire-prone land by suburb",
    importerId: "bushfire-land",
    what: /./,
  },
  ...(
    [
      [
        "ACT Policing",
        "https://www.policenews.act.gov.au/crime-statistics-and-data/crime-statistics",
        "CC-BY-4.0, unsettled",
        "offences by suburb, the workbook with a block for each district",
        "Australian Capital Territory",
      ],
      [
        "South Australia Police",
        "https://data.sa.gov.au/data/dataset/crime-statistics",
        "CC-BY-4.0",
        "crime-statistics-2023-24.csv, one a year",
        "South Australia",
      ],
      [
        "Crime Statistics Agency Victoria",
        "https://www.crimestatistics.vic.gov.au/crime-statistics/latest-victorian-crime-data/download-data",
        "CC-BY-4.0",
        "recorded offences by suburb (table 03), saved as CSV",
        "Victoria",
      ],
    ] as const
  ).map(([publisher, page, licence, file, place]) => ({
    ...{ publisher, page, licence, file, importerId: "police-offences" },
    gives: `offences recorded by suburb of ${place}`,
    what: new RegExp(`of (the )?${place}$`),
  })),
  {
    publisher: "Victorian Department of Education",
    page: "https://discover.data.vic.gov.au",
    licence: "CC-BY-4.0",
    file: "dv309_schoollocations2021.csv",
    gives: "schools of Victoria",
    importerId: "schools",
    what: /Victorian schools/,
  },
  {
    publisher: "NSW Department of Education",
    page: "https://data.nsw.gov.au",
    licence: "CC-BY-4.0",
    file: "master_dataset.csv",
    gives: "government schools of New South Wales",
    importerId: "schools",
    what: /NSW government schools/,
  },
  {
    publisher: "Australian Securities and Investments Commission",
    page: "https://asic.gov.au/regulatory-resources/markets/short-selling/short-position-reports-table/",
    licence: "CC-BY-4.0",
    file: "RR*-SSDailyAggShortPos.csv, one a day",
    gives: "short positions",
    importerId: "asic-short-positions",
    what: /./,
  },
  {
    publisher: "Australian Taxation Office",
    page: "https://data.gov.au/data/dataset/corporate-transparency",
    licence: "CC-BY-3.0-AU",
    file: "2023-24-corporate-report-of-entity-tax-information.xlsx, one a year",
    gives: "income and tax of large corporate entities",
    importerId: "ato-corporate-tax",
    what: /./,
  },
  ...(
    [
      ["HouseDopByDivisionDownload-31496.csv", "members, parties and margins of divisions", /preferences/],
      ["HouseTppByDivisionDownload-31496.csv", "two-party-preferred shares of divisions", /two-party/],
    ] as const
  ).map(([file, gives, what]) => ({
    ...{
      publisher: "Australian Electoral Commission",
      page: "https://results.aec.gov.au",
      licence: "CC-BY-4.0",
    },
    ...{ file, gives, what, importerId: "aec-elections" },
  })),
  {
    publisher: "Australian Electoral Commission",
    page: "https://transparency.aec.gov.au/Download",
    licence: "CC-BY-4.0",
    file: "AllAnnualData.zip",
    gives: "annual returns of parties, receipts and donations",
    importerId: "aec-annual-returns",
    what: /returns of parties|receipts|donations/,
  },
];

/** The list with what an earlier import has read of it. */
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
