import { onTestFinished } from "vitest";
import { INDUSTRY_AGGREGATES } from "../../../src/domains/industry/aggregates/index.ts";
import { INDUSTRY_PAGES } from "../../../src/domains/industry/pages/index.ts";
import { industryMethods } from "../../../src/domains/industry/service.ts";
import { type PartialRow, rowOf } from "./build-db.ts";
import { engineOver, methodCalls } from "./method-calls.ts";

export const sourceRow = rowOf("source_key", (key) => ({
  display_name: `Source ${key}`,
  signal_kind: "public_money",
  publisher: "A publisher",
  source_url: `https://${key}.example`,
  licence: "CC-BY-4.0",
  public_enabled: true,
}));

/** A fact of the source `a` about Materials and AAA on 2024-03-31, worth 10 AUD. */
export const recordRow = rowOf("source_record_id", (id) => ({
  ...{ source_key: "a", signal_kind: "public_money", industry: "Materials", stock_code: "AAA" },
  ...{ metric_key: "grants", metric_label: "Grants", metric_value: 10, unit: "AUD", as_of: "2024-03-31" },
  title: `Fact ${id}`,
  source_url: "https://a.example/fact",
}));

/** Calls to the industry facts over rows of the dataset's tables, until the test ends. */
export async function industryCalls(
  records: readonly PartialRow[],
  sources: readonly PartialRow[] = [sourceRow("a")],
  companies: readonly PartialRow[] = [],
) {
  const tables = { companies, industry_sources: sources, industry_records: records };
  const calls = methodCalls(await engineOver(tables, INDUSTRY_AGGREGATES, INDUSTRY_PAGES), industryMethods);
  onTestFinished(calls.close);
  return calls;
}
