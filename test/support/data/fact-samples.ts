import { cells, csv, json, type Sample, xlsx } from "./sample.ts";

const FACT_COLUMNS =
  "source_key,source_record_id,publisher,licence,source_url,signal_kind,metric_key,metric_value,unit,as_of,industry";

/** Offence classes that the police of the Australian Capital Territory count. */
export const CLASSES = [
  ...["1 Homicide", "2a Assault -", "2b Assault -", "3 Sexual Assault", "4 Other offences", "5a Robbery -"],
  ...["5b Robbery -", "6a Burglary dwellings", "6b Burglary shops", "6c Burglary other", "7 Motor vehicle"],
  ...["8 Property damage", "9 Other offences", "91a TINs Speeding", "91b TINs Mobile", "91c TINs Seatbelts"],
  ...["91d TINs Other", "92 Theft (excluding", "93 CINs"],
];
export const YEAR_QUARTERS = ["2021 Q3 Jul-Sep", "2021 Q4 Oct-Dec", "2022 Q1 Jan-Mar", "2022 Q2 Apr-Jun"];
const inEach = (count: number) => YEAR_QUARTERS.flatMap(() => CLASSES.map(() => count));
const MONTHS_OF_YEAR = ["07/2023", "10/2023", "01/2024", "04/2024", "06/2024"];

/** Recorded offences in the formats of three publishers. */
const POLICE_SAMPLES: readonly Sample[] = [
  xlsx(
    "police-offences",
    "act-offences.xlsx",
    "Stats",
    [
      ["Miscellaneous - Offences and other activities by Suburb"],
      ["PROMIS as at 4 July 2022"],
      [null, "Date reported"],
      [null, ...YEAR_QUARTERS.flatMap((quarter) => CLASSES.map((_, i) => (i === 0 ? quarter : null)))],
      [null, ...YEAR_QUARTERS.flatMap(() => CLASSES)],
      [null, null, "FV", "Non-FV"],
      ["HUME", ...inEach(2)],
      ["THARWA", ...inEach(1)],
      ["Total", ...inEach(3)],
    ],
    "1 Homicide,6a Burglary dwellings,2022 Q2 Apr-Jun",
    { header: 5, anyColumnOrder: false },
  ),
  csv(
    "police-offences",
    "crime-statistics-2023-24.csv",
    [
      "Reported Date,Suburb - Incident,Postcode - Incident,Offence Level 1 Description,Offence Level 2 Description,Offence Level 3 Description,Offence count",
      ...MONTHS_OF_YEAR.map((month, i) => {
        const kind = "OFFENCES AGAINST PROPERTY,SERIOUS CRIMINAL TRESPASS,SCT - Residence";
        return `${i === 0 ? "01" : "28"}/${month},GLENELG,5045,${kind},${i + 1}`;
      }),
    ].join("\n"),
    "Reported Date,Suburb - Incident,Offence Level 2 Description,Offence count",
  ),
  csv(
    "police-offences",
    "recorded-offences.csv",
    `Year,Year ending,Local Government Area,Postcode,Suburb/Town Name,Offence Division,Offence Subdivision,Offence Subgroup,Offence Count
2022,June,Yarra,3999,Cedar Flat,C Drug offences,C10 Drug dealing,C11 Dealing,5
2022,June,Yarra,3999,Cedar Flat,B Property,B40 Theft,B41 Motor vehicle theft,7`,
    "Year,Suburb/Town Name,Offence Subdivision,Offence Count",
  ),
];

const INTEREST_COLUMNS =
  "Name,Member Type,Electorate,Party,Held by,Name of company (including holding and subsidiary companies if applicable),Updated";

/** Members of the parliament, and their declarations. */
const PARLIAMENT_SAMPLES: readonly Sample[] = [
  csv(
    "parliament",
    "representatives.csv",
    `member count,person count,name,Division,State/Territory,Date of election,Type of election,Date ceased to be a Member,reason,Most recent party
1,,Ann Example,Exemplar,NSW,18.5.2019,general_election,21.5.2022,defeated,LIB
2,,Bob Sample,Samplia,Vic.,21.5.2022,general_election,,still_in_office,ALP`,
    "name,State/Territory,Date of election,Most recent party",
  ),
  csv(
    "parliament",
    "shareholdings.csv",
    `${INTEREST_COLUMNS}
Ann Example,Member,New South Wales,Liberal,Self,Zephyr Alloys,3/07/2019
Bob Sample,Senator,Victoria,Labor,Spouse,Example Bank,4/07/2019`,
    INTEREST_COLUMNS,
    { anyColumnOrder: false },
  ),
];

/** Cited facts about industries, the operator's and the tax office's, parties' returns and police records. */
export const FACT_SAMPLES: readonly Sample[] = [
  ...POLICE_SAMPLES,
  ...PARLIAMENT_SAMPLES,
  csv(
    "cited-facts",
    "facts.csv",
    `${FACT_COLUMNS}
regulator,1,A regulator,CC-BY-4.0,https://regulator.example,emissions,scope_1,12.5,kt,2026-06-30,Materials
regulator,2,A regulator,CC-BY-4.0,https://regulator.example,emissions,scope_1,,kt,2025-06-30,Energy`,
    cells(FACT_COLUMNS).filter((name) => !["metric_value", "industry"].includes(name)),
  ),
  csv(
    "ato-company-industry",
    "companies-2022-23.csv",
    `Broad industry2,Fine industry2,Companies no.,Total income3 $,Total expenses3 $,Total profit or loss $,Taxable income or loss $,Net tax $
B. Mining,060 Coal Mining,10,5000,4000,1000,900,100
B. Mining,070 Oil and Gas Extraction,7,900,700,200,180,20`,
    "Broad industry2,Fine industry2",
    { anyColumnOrder: false },
  ),
  csv(
    "aec-annual-returns",
    "Party Returns.csv",
    `Financial Year,Name,Party Group,Total Receipts,Total Payments,Total Debts,Total Discretionary Benefits
2023-24,Red Party (NSW),Red,1186307,741013.5,12,0
2023-24,Green Party (WA),Green,63070,7410,0,5`,
    "Financial Year,Name,Total Receipts",
  ),
];

const TAX_COLUMNS = ["Name", "ABN", "Total income $", "Taxable income $", "Tax payable $", "Income year"];
const TAX_ROWS = [
  ["EXAMPLE HOLDINGS LIMITED", 12004028077, 337911962, 6347804, 1904341, "2023-24"],
  ["ZEPHYR ALLOYS LIMITED", 94600082111, 159074147, null, null, "2023-24"],
];

const DIVIDENDS = `Weekly Roundup - ASX Dividends Declared
XAO 0.0 at 0-00-00T00:00:00. Processed Saturday at 2015-01-03T23:15:03+11:00.
Issuer Name,ASX Code,IFQ 1,Div 2,ETD 3,Frank%,Ex Date,Payable
Example Hldgs,ZZA,I,1.0,-,100,8 Jan,5 Feb
Zephyr Alloys,ZZB,F,102.09,-,25.00,24 Dec,27 Jan`;

const STATEMENTS = [
  {
    stock_code: "ZZA",
    annual: {
      income_statement: {
        "2025-06-30": { "Total Revenue": 28657, "Net Income": 10116, "Diluted EPS": 6.042 },
      },
      balance_sheet: { "2025-06-30": { "Total Assets": 1353799 } },
    },
    quarterly: {
      balance_sheet: { "2025-06-30": { "Total Debt": 216 }, "2024-12-31": { "Total Debt": 210 } },
    },
    last_updated: "2025-11-14T00:35:45.847934",
  },
];

/** Files about companies: tax, dividends, statements and the operator's own tables. */
export const STOCK_SAMPLES: readonly Sample[] = [
  csv("ato-corporate-tax", "tax-2023-24.csv", [TAX_COLUMNS, ...TAX_ROWS], TAX_COLUMNS),
  xlsx(
    "ato-corporate-tax",
    "tax-2023-24.xlsx",
    "Income tax details",
    [TAX_COLUMNS, ...TAX_ROWS],
    "ABN,Income year",
  ),
  csv(
    "dividend-lists",
    "Weekly - ASX Dividends Declared - 2015-01-03.csv",
    DIVIDENDS,
    "ASX Code,Div 2,Ex Date",
    { header: 2 },
  ),
  json("financial-statements", "statements.json", STATEMENTS, "stock_code,last_updated", 0),
  csv(
    "stock-tables",
    "periods.csv",
    `stock_code,period_type,period_end,revenue,eps_diluted,source,fetched_at
ZZA,annual,2026-06-30,48210000,0.139,own,2026-08-26T03:15:00Z
ZZA,half,2025-12-31,23000000,,own,2026-02-26T03:15:00Z`,
    "stock_code,period_end,source",
  ),
];
