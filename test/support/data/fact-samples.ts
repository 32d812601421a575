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

/** Cited facts about industries, one's own and the tax office's. */
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
      ["Broad industry2", "Fine industry2", "Companies no.", "Total income3 $", "Net tax $"],
      ["B. Mining", "060 Coal Mining", 10, 5000, 100],
      ["B. Mining", "070 Oil and Gas Extraction", 7, 900, 20],
    ],
    header: 0,
    needed: ["Broad industry2", "Fine industry2"],
    anyColumnOrder: false,
  },
];
