import { utils, write } from "@e965/xlsx";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { FACT_SAMPLES, STOCK_SAMPLES } from "./fact-samples.ts";
import { censusCsv } from "./import-files.ts";
import { cells, csv, json, type Sample, xlsx } from "./sample.ts";
import { absRows, rbaHeader } from "./series-tables.ts";

const ABS_GRID = absRows(
  [
    {
      title: "Mean price of residential dwellings ;  New South Wales ;",
      id: "A1",
      unit: "$'000",
      values: [540.8, 535.3, 536],
    },
    {
      title: "Value of dwelling stock; Owned by All Sectors ;  Australia ;",
      id: "A2",
      unit: "$ Millions",
      values: [4418854, 4400528.1, 4400529],
    },
  ],
  ["Mar-2020", "Jun-2020", "Sep-2020"],
);

const ABS_NEEDED = "Series ID,Mean price of residential dwellings ;  New South Wales ;";

const RBA_GRID = [
  ...rbaHeader("F1.1 INTEREST RATES AND YIELDS – MONEY MARKET", [
    { title: "Cash Rate Target", id: "FIRMMCRT" },
    { title: "1-month BABs/NCDs", id: "FIRMMBAB30", source: "ASX" },
  ]),
  ["31/01/2026", 3.6, 3.7],
  ["28/02/2026", 3.85, 3.9],
  ["31/03/2026", 4, 4.1],
];

const SHORTS = [
  "Product,Product Code,Reported Short Positions,Total Product in Issue,% of Total Product in Issue Reported as Short Positions",
  "ZEPHYR ALLOYS LIMITED ORDINARY,ZZA,8676,161076542,0.14981842",
  "EXAMPLE GRP. UNITS,ZZB,824105,1813551794,0.04",
].join("\n");

const SALES = [1, 2, 3, 4, 5].map(
  (i) => `Aldgrove,${i} A St,3,h,${500_000 + i},S,Nobody,3/09/2016,Somewhere`,
);

const ring = (west: number) => [
  [
    [west, -34],
    [west + 1, -34],
    [west + 1, -33],
    [west, -33],
    [west, -34],
  ],
];
const feature = (code: string, west: number) => ({
  type: "Feature",
  properties: { SAL_CODE21: code, SAL_NAME21: "Aldgrove", AREASQKM21: 7 },
  geometry: { type: "Polygon", coordinates: ring(west) },
});

const dimension = (id: string, values: string[]) => ({
  id,
  values: values.map((code) => ({ id: code, name: code })),
});
const SDMX_JSON = {
  meta: { prepared: "2022-03-15T01:02:03Z" },
  data: {
    dataSets: [
      {
        links: [
          {
            urn: "urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=ABS:RPPI(1.0.0)",
            rel: "DataStructure",
          },
        ],
        series: { "0:0:0:0": { attributes: [0], observations: { "0": [173.5], "1": [120.1] } } },
      },
    ],
    structures: [
      {
        dimensions: {
          series: [
            dimension("MEASURE", ["1"]),
            dimension("PROPERTY_TYPE", ["3"]),
            dimension("REGION", ["8ACTE"]),
            dimension("FREQ", ["Q"]),
          ],
          observation: [dimension("TIME_PERIOD", ["2021-Q4", "2020-Q1"])],
        },
        attributes: { series: [dimension("UNIT_MEASURE", ["IN"])], observation: [] },
      },
    ],
  },
};

/** At least one sample of each kind of file and of each format in which it is published. */
export const SAMPLES: readonly Sample[] = [
  ...STOCK_SAMPLES,
  ...FACT_SAMPLES,
  csv(
    "abs-census-2021",
    "G02.csv",
    censusCsv("G02", { "10001": { Median_age_persons: 40 }, "10002": { Median_age_persons: 35 } }),
    "SAL_CODE_2021,Median_age_persons",
  ),
  csv(
    "abs-seifa-2021",
    "seifa.csv",
    "SAL_CODE_2021,SAL_NAME_2021,IRSD_Score,IRSAD_Score,IER_Score,IEO_Score,Tot_P_P\n10001,Aldgrove,885,901,900,1000,33\n10002,Birchmoor,900,901,900,1000,33",
    "SAL_CODE_2021,IRSD_Score",
  ),
  xlsx(
    "abs-seifa-2021",
    "seifa.xlsx",
    "Table 2",
    [
      ["Australian Bureau of Statistics"],
      ["Table 2 Suburbs and Localities (SAL) Index of Relative Socio-economic Disadvantage, 2021"],
      cells(",,,,,Ranking within Australia,,,,,Ranking within State"),
      cells(
        "Code,Name,Usual Resident Population,Score,,Rank,Decile,Percentile,,State,Rank,Decile,Percentile",
      ),
      [10001, "Aldgrove", 500, 990, null, 100, 4, 37, null, "NSW", 50, 5, 44],
      [10002, "Birchmoor", 500, 991, null, 101, 5, 38, null, "NSW", 51, 6, 45],
    ],
    "Score,Decile",
    { header: 3, anyColumnOrder: false },
  ),
  csv(
    "abs-area-list",
    "SAL_2021_AUST.csv",
    "SAL_CODE_2021,SAL_NAME_2021\n10003,Cedar Flat\n10004,Dunmore",
    "SAL_CODE_2021,SAL_NAME_2021",
  ),
  json(
    "abs-boundaries",
    "suburbs.geojson",
    { type: "FeatureCollection", features: [feature("10001", 150), feature("10002", 151)] },
    "SAL_CODE21,coordinates",
  ),
  xlsx(
    "abs-postcodes",
    "CG.xlsx",
    "Table 3",
    [
      ["Postcode 2017 to State Suburb 2016"],
      ["Table 3 Correspondence"],
      cells("POSTCODE_2017,POSTCODE_2017,SSC_CODE_2016,SSC_NAME_2016,RATIO,PERCENTAGE"),
      ["2001", "2001", 19999, "Aldgrove", 1, 100],
      ["2002", "2002", 10007, "Birchmoor", 1, 100],
    ],
    "POSTCODE_2017,SSC_CODE_2016,SSC_NAME_2016,RATIO",
    { header: 2 },
  ),
  csv(
    "abs-suburb-areas",
    "sal-to-lga.csv",
    "SAL_CODE_2021,LGA_CODE_2024,LGA_NAME_2024,RATIO\n10001,10050,Albury,1\n10002,10050,Albury,0.75\n10002,10180,Armidale,0.25",
    "SAL_CODE_2021,LGA_CODE_2024,LGA_NAME_2024,RATIO",
  ),
  csv(
    "railway-stations",
    "railway-stations.csv",
    "name,state,latitude,longitude,operator,source\nAldgrove,NSW,-33.5,150.5,Sample Rail,stops 2022-10\nGlenelg,SA,-34.9,138.5,Tramways,stops 2021-02-26",
    "name,state,latitude,longitude,operator",
  ),
  csv(
    "aec-elections",
    "aec-2025-distribution-of-preferences.csv",
    `StateAb,DivisionNm,CountNumber,Surname,GivenNm,PartyAb,PartyNm,Elected,CalculationType,CalculationValue
NSW,Fernhill,0,SMITH,Jo,ALP,Labor,Y,Preference Percent,44.5
NSW,Fernhill,1,SMITH,Jo,ALP,Labor,Y,Preference Percent,53.25
NSW,Fernhill,1,JONES,Al,LP,Liberal,N,Preference Percent,46.75`,
    "StateAb,DivisionNm,CountNumber,Surname,GivenNm,PartyAb,PartyNm,Elected,CalculationType",
  ),
  csv(
    "sa-metro-medians",
    "metro-median-house-sales.csv",
    "City,Suburb,Sales 2Q 2022,Median 2Q 2022,Sales 2Q 2023,Median 2Q 2023,Median Change\nHOLDFAST BAY,GLENELG,9,900000,12,978000,0.09",
    "City,Suburb,Sales 2Q 2022,Median 2Q 2023",
    { anyColumnOrder: false },
  ),
  csv(
    "suburb-points-2016",
    "points.csv",
    "ssc_code,suburb,postcode,state,state_name,local_goverment_area,lat,lng\n1,Aldgrove,2001,NSW,New South Wales,,-33.5,150.5\n2,Birchmoor,2002,NSW,New South Wales,,-33.6,150.6",
    "suburb,state,lat,lng",
  ),
  csv("abs-time-series", "643201.csv", ABS_GRID, ABS_NEEDED, { header: 9 }),
  xlsx("abs-time-series", "643201.xlsx", "Data1", ABS_GRID, ABS_NEEDED, { header: 9 }),
  json("abs-sdmx", "rppi.json", SDMX_JSON, "REGION,TIME_PERIOD,observations"),
  csv(
    "abs-sdmx",
    "rppi.csv",
    "DATAFLOW,MEASURE,PROPERTY_TYPE,REGION,FREQ,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE\nABS:RPPI(1.0.0),1,3,8ACTE,Q,2020-Q1,120.1,IN\nABS:RPPI(1.0.0),1,3,8ACTE,Q,2021-Q4,173.5,IN",
    "DATAFLOW,REGION,TIME_PERIOD,OBS_VALUE",
  ),
  csv("rba-tables", "f1.1-data.csv", RBA_GRID, "Series ID,Publication date", { header: 10 }),
  xlsx("rba-tables", "f01.1hist.xls", "Data", RBA_GRID, "Series ID,Publication date", { header: 10 }),
  csv(
    "nsw-sales",
    "001_SALES_DATA_NNME_19012026.DAT",
    [
      "A;RTSALEDATA;001;20260119 01:06;VALNET;",
      ...[1, 2, 3, 4, 5].map((i) => {
        const sold = `M;20251001;20251101;${600000 + i};R2;R;RESIDENCE;;AAA;;0;AB${i};`;
        return `B;001;${i};1;20260119 01:06;;;${i};ALPHA RD;ALDGROVE;2001;500;${sold}`;
      }),
      "Z;7;5;0;0;",
    ].join("\n"),
    "RTSALEDATA",
    { format: "records", separator: ";", anyColumnOrder: false },
  ),
  csv(
    "nsw-suburb-years",
    "property.residential.nsw.suburb.2023.csv",
    "suburb,0p,25p,50p,75p,100p,count\nALDGROVE,1,2,700000,4,5,20\nBIRCHMOOR,1,2,800000,4,5,20",
    "suburb,50p,count",
  ),
  csv(
    "vic-suburb-medians",
    "houses-by-suburb.csv",
    "Locality,2021,2022,2023,Prelim,22-23,21-23,PA\nALDGROVE,1365000,1250000,1260000,1300000,-7,-8,4.7\nCEDAR FLAT,700000,710000,720000,730000,1,3,1",
    "Locality,2021",
  ),
  csv(
    "melbourne-sales",
    "melbourne.csv",
    ["Suburb,Address,Rooms,Type,Price,Method,SellerG,Date,CouncilArea", ...SALES].join("\n"),
    "Suburb,Type,Price,Method,Date",
  ),
  csv(
    "sa-rents",
    "rents.csv",
    "Quarterperiodend,metro_restofstate,postcode,total_flats_count,total_flats_median$,total_houses_count,total_houses_median$,total_all_count,total_all_median$\n2018-06,Metro,5000,870,345,150,392.5,1050,345\n2018-06,South Australia,Total,5530,290,10,350,12000,330",
    "Quarterperiodend,postcode,total_all_count,total_all_median$",
  ),
  xlsx(
    "sa-rents",
    "rents.xlsx",
    "Suburb",
    [
      [null],
      [
        "Suburbs by dwelling type: Number of bonds lodged and median weekly rental, 1 April - 30 June 2023, South Australia",
      ],
      [
        null,
        ...cells("Flats/Units Count,Flats/Units Median,Houses Count,Houses Median,Total Count,Total Median"),
      ],
      ["Row Labels", null, null, null, null, null, null],
      ["Glenelg", 10, 380, 20, 600, 25, 450.5],
      ["Grand Total", 4660, 390, 7945, 480, 12945, 450],
    ],
    "Row Labels,Total Count",
    { header: 3 },
  ),
  csv(
    "bushfire-land",
    "bf-prone.csv",
    "STE_CODE21,STE_NAME21,SAL_CODE21,SAL_NAME21,area,bf_area,bf_area_pct\n1,New South Wales,10001,Aldgrove,10,5,0.5\n2,Victoria,20002,Cedar Flat,8,2,0.25",
    "SAL_CODE21,area,bf_area,bf_area_pct",
  ),
  csv(
    "schools",
    "dv309_schoollocations2021.csv",
    "Education_Sector,Entity_Type,School,School_Type,School_Status,Address_Town,Address_State,LGA_Name\nGovernment,1,Cedar Primary,Primary,O,CEDAR FLAT,VIC,Yarra (C)\nCatholic,2,Aldgrove College,Pri/Sec,O,Aldgrove,VIC,Yarra (C)",
    "Education_Sector,School_Type,School_Status,Address_Town,Address_State",
  ),
  csv(
    "asic-short-positions",
    "RR20250930-001-SSDailyAggShortPos.csv",
    SHORTS,
    "Product,Product Code,% of Total Product in Issue Reported as Short Positions",
  ),
  csv(
    "asx-companies",
    "ASX_Listed_Companies_07-04-2024.csv",
    "ASX code,Company name,GICs industry group,Listing date,Market Cap\nZZA,ZEPHYR ALLOYS LIMITED,Materials,12/09/2018,15480954\nZZB,EXAMPLE GROUP,Banks,01/02/2019,5",
    "ASX code,Company name,Market Cap",
  ),
  csv(
    "daily-prices",
    "ZZA.AX-daily.csv",
    "Date,Open,High,Low,Close,Adj Close,Volume\n2026-11-05,3.38,3.43,3.36,3.40,3.40,480000\n2026-11-06,3.40,3.47,3.38,3.42,3.42,512000",
    "Date,Open,High,Low,Close,Volume",
  ),
  csv(
    "index-roundups",
    "Weekly Roundup - Australian Indices - 2015-01-03.csv",
    'Weekly Roundup - Australian Indices,,,,,,,,,\n"Processed Saturday at 2015-01-03T23:15:05+11:00.",,,,,,,,,\nCode,Description,Dec\u00a024,Dec\u00a029,Dec\u00a030,Dec\u00a031,Jan\u00a02,Day High,Dec\u00a024,Dec\u00a029\nXZA,Zephyr 50,5373.3,5450.1,5392.5,5388.6,5411.0,5422.2,48806.6,49401.8\nXZB,Zephyr 20,3453.0,3502.3,3508.6,3485.6,3443.0,3485.6,61140.4,62012.2',
    "Code,Description,Day High",
    { header: 2, anyColumnOrder: false },
  ),
  csv(
    "listing-feed",
    "feed.csv",
    "source,sweep,listing_id,suburb,state_code,price\nportal-a,2026-08-01,1,Aldgrove,NSW,900000\nportal-a,2026-08-01,2,Birchmoor,NSW,800000",
    "source,sweep,listing_id,suburb,state_code",
  ),
];

/** The sample as a file, optionally with another grid, name or encoding. */
export function sampleFile(
  sample: Sample,
  grid = sample.grid,
  encode: (text: string) => Uint8Array = utf8,
): ImportFile {
  if (sample.format !== "xlsx") {
    const text = sample.format === "json" ? String(grid[0]?.[0] ?? "") : `${textOf(sample, grid)}\n`;
    return new ImportFile(sample.name, encode(text));
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Contents"]]), "Contents");
  utils.book_append_sheet(book, utils.aoa_to_sheet(grid.map((row) => [...row])), sample.sheet);
  return new ImportFile(sample.name, new Uint8Array(write(book, { type: "array", bookType: "xlsx" })));
}

export function textOf({ separator = "," }: Sample, grid: Sample["grid"]): string {
  return grid.map((row) => row.map((cell) => cell ?? "").join(separator)).join("\n");
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
