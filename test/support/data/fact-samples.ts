import type { Cell, Sample } from "./import-samples.ts";

const FACT_COLUMNS = [
  "source_key",
  "source_record_id",
  "publisher",
  "licence",
  "source_url",
  "signal_kind",
  "metric_key",
  "metric_value",
  "unit",
  "as_of",
  "industry",
];
const FACT = ["CC-BY-4.0", "https://regulator.example", "emissions", "scope_1"];

const CLASSES = [
  ...["1 Homicide", "2a Assault -", "2b Assault -", "3 Sexual Assault", "4 Other offences", "5a Robbery -"],
  ...["5b Robbery -", "6a Burglary dwellings", "6b Burglary shops", "6c Burglary other", "7 Motor vehicle"],
  ...["8 Property damage", "9 Other offences", "91a TINs Speeding", "91b TINs Mobile", "91c TINs Seatbelts"],
  ...["91d TINs Other", "92 Theft (excluding", "93 CINs"],
];
const QUARTERS = ["2021 Q3 Jul-Sep", "2021 Q4 Oct-Dec", "2022 Q1 Jan-Mar", "2022 Q2 Apr-Jun"];
const inEach = (count: number) => QUARTERS.flatMap(() => CLASSES.map(() => count));
const MONTHS_OF_YEAR = ["07/2023", "10/2023", "01/2024", "04/2024", "06/2024"];

/** What police recorded, as three of them publish it. */
const POLICE_SAMPLES: readonly Sample[] = [
  {
    importerId: "police-offences",
    name: "act-offences.xlsx",
    format: "xlsx",
    sheet: "Stats",
    grid: [
      ["Miscellaneous - Offences and other activities by Suburb"],
      ["PROMIS as at 4 July 2022"],
      [null, "Date reported"],
      [null, ...QUARTERS.flatMap((quarter) => CLASSES.map((_, i) => (i === 0 ? quarter : null)))],
      [null, ...QUARTERS.flatMap(() => CLASSES)],
      [null, null, "FV", "Non-FV"],
      ["HUME", ...inEach(2)],
      ["THARWA", ...inEach(1)],
      ["Total", ...inEach(3)],
    ],
    header: 5,
    needed: ["1 Homicide", "6a Burglary dwellings", "2022 Q2 Apr-Jun"],
    anyColumnOrder: false,
  },
  {
    importerId: "police-offences",
    name: "crime-statistics-2023-24.csv",
    format: "csv",
    grid: [
      [
        ...["Reported Date", "Suburb - Incident", "Postcode - Incident", "Offence Level 1 Description"],
        ...["Offence Level 2 Description", "Offence Level 3 Description", "Offence count"],
      ],
      ...MONTHS_OF_YEAR.map((month, i): Cell[] => [
        ...[`${i === 0 ? "01" : "28"}/${month}`, "GLENELG", "5045", "OFFENCES AGAINST PROPERTY"],
        ...["SERIOUS CRIMINAL TRESPASS", "SCT - Residence", i + 1],
      ]),
    ],
    header: 0,
    needed: ["Reported Date", "Suburb - Incident", "Offence Level 2 Description", "Offence count"],
    anyColumnOrder: true,
  },
  {
    importerId: "police-offences",
    name: "recorded-offences.csv",
    format: "csv",
    grid: [
      [
        ...[
          "Year",
          "Year ending",
          "Local Government Area",
          "Postcode",
          "Suburb/Town Name",
          "Offence Division",
        ],
        ...["Offence Subdivision", "Offence Subgroup", "Offence Count"],
      ],
      [
        "2022",
        "June",
        "Yarra",
        "3999",
        "Cedar Flat",
        "C Drug offences",
        "C10 Drug dealing",
        "C11 Dealing",
        "5",
      ],
      [
        "2022",
        "June",
        "Yarra",
        "3999",
        "Cedar Flat",
        "B Property",
        "B40 Theft",
        "B41 Motor vehicle theft",
        "7",
      ],
    ],
    header: 0,
    needed: ["Year", "Suburb/Town Name", "Offence Subdivision", "Offence Count"],
    anyColumnOrder: true,
  },
];

const SERVICE_COLUMNS = [
  ...["member count", "person count", "name", "Division", "State/Territory", "Date of election"],
  ...["Type of election", "Date ceased to be a Member", "reason", "Most recent party"],
];
const INTEREST_COLUMNS = [
  ...["Name", "Member Type", "Electorate", "Party", "Held by"],
  ...["Name of company (including holding and subsidiary companies if applicable)", "Updated"],
];

/** Who sat in the parliament, and what they declared. */
const PARLIAMENT_SAMPLES: readonly Sample[] = [
  {
    importerId: "parliament",
    name: "representatives.csv",
    format: "csv",
    grid: [
      SERVICE_COLUMNS,
      [
        "1",
        "",
        "Ann Example",
        "Exemplar",
        "NSW",
        "18.5.2019",
        "general_election",
        "21.5.2022",
        "defeated",
        "LIB",
      ],
      [
        "2",
        "",
        "Bob Sample",
        "Samplia",
        "Vic.",
        "21.5.2022",
        "general_election",
        "",
        "still_in_office",
        "ALP",
      ],
    ],
    header: 0,
    needed: ["name", "State/Territory", "Date of election", "Most recent party"],
    anyColumnOrder: true,
  },
  {
    importerId: "parliament",
    name: "shareholdings.csv",
    format: "csv",
    grid: [
      INTEREST_COLUMNS,
      ["Ann Example", "Member", "New South Wales", "Liberal", "Self", "Zephyr Alloys", "3/07/2019"],
      ["Bob Sample", "Senator", "Victoria", "Labor", "Spouse", "Example Bank", "4/07/2019"],
    ],
    header: 0,
    needed: INTEREST_COLUMNS,
    anyColumnOrder: false,
  },
];

const RETURN_COLUMNS = [
  ...["Financial Year", "Name", "Party Group", "Total Receipts", "Total Payments", "Total Debts"],
  "Total Discretionary Benefits",
];

/** Cited facts about industries, one's own and the tax office's, what parties lodge and police record. */
export const FACT_SAMPLES: readonly Sample[] = [
  ...POLICE_SAMPLES,
  ...PARLIAMENT_SAMPLES,
  {
    importerId: "cited-facts",
    name: "facts.csv",
    format: "csv",
    grid: [
      FACT_COLUMNS,
      ["regulator", "1", "A regulator", ...FACT, "12.5", "kt", "2026-06-30", "Materials"],
      ["regulator", "2", "A regulator", ...FACT, "", "kt", "2025-06-30", "Energy"],
    ],
    header: 0,
    needed: FACT_COLUMNS.filter((name) => !["metric_value", "industry"].includes(name)),
    anyColumnOrder: true,
  },
  {
    importerId: "ato-company-industry",
    name: "companies-2022-23.csv",
    format: "csv",
    grid: [
      [
        ...["Broad industry2", "Fine industry2", "Companies no.", "Total income3 $", "Total expenses3 $"],
        ...["Total profit or loss $", "Taxable income or loss $", "Net tax $"],
      ],
      ["B. Mining", "060 Coal Mining", 10, 5000, 4000, 1000, 900, 100],
      ["B. Mining", "070 Oil and Gas Extraction", 7, 900, 700, 200, 180, 20],
    ],
    header: 0,
    needed: ["Broad industry2", "Fine industry2"],
    anyColumnOrder: false,
  },
  {
    importerId: "aec-annual-returns",
    name: "Party Returns.csv",
    format: "csv",
    grid: [
      RETURN_COLUMNS,
      ["2023-24", "Red Party (NSW)", "Red", "1186307", "741013.5", "12", "0"],
      ["2023-24", "Green Party (WA)", "Green", "63070", "7410", "0", "5"],
    ],
    header: 0,
    needed: ["Financial Year", "Name", "Total Receipts"],
    anyColumnOrder: true,
  },
];
