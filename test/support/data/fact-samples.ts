import type { Sample } from "./import-samples.ts";

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

const RETURN_COLUMNS = [
  ...["Financial Year", "Name", "Party Group", "Total Receipts", "Total Payments", "Total Debts"],
  "Total Discretionary Benefits",
];

/** Cited facts about industries, one's own and the tax office's, and what parties lodge. */
export const FACT_SAMPLES: readonly Sample[] = [
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
