import type { Row } from "../dataset/csv-writer.ts";
import { Random, round } from "../runtime/random.ts";
import type { Company } from "./companies.ts";
import { PUBLIC_LICENCE } from "./sources.ts";

/** Key, signal kind, cadence and name of sources: four public ones, one not public and one disabled. */
const SOURCES = [
  "asic-short-interest short_interest weekly short interest by company",
  "ato-corporate-tax-transparency tax_environment yearly corporate tax",
  "cer-nger-corporate-emissions emissions yearly corporate emissions",
  "austender-contract-notices public_money daily contract notices",
  "agd-register-lobbyists policy_footprint daily lobbyists",
  "grantconnect-awards public_money weekly grants",
].map((line) => line.split(" "));
const [SHORTS, TAX, EMISSIONS, CONTRACTS, LOBBYISTS, GRANTS] = SOURCES;

export const INDUSTRY_SOURCE_ROWS: readonly Row[] = SOURCES.map((source) => {
  const [key, signal, cadence, ...name] = source;
  return {
    source_key: key,
    display_name: `Synthetic ${name.join(" ")}`,
    signal_kind: signal,
    publisher: "Terrace synthetic generator",
    source_url: `https://${key}.example`,
    licence: PUBLIC_LICENCE,
    cadence,
    collection_method: "download",
    enabled: source !== GRANTS,
    public_enabled: source !== LOBBYISTS,
    exact_entity_required: source === TAX,
  };
});

/** Financial years covered by the yearly sources, by final year. */
const YEARS = [2022, 2023, 2024, 2025, 2026];
const MONTHS = ["05", "06", "07", "08", "09", "10"];

/** Invented facts about a company, marked as synthetic; `position` distributes the edge cases. */
export function industryRecordRows(seed: number, company: Company, position: number): Row[] {
  const { code, row, capitalisation } = company;
  const random = new Random(seed, `industry/${code}`);
  const fact = (
    [source, signal]: readonly string[],
    metric: string,
    label: string,
    [value, unit]: readonly [number | null, string],
    id: string,
    period: Row,
  ): Row => ({
    source_key: source,
    source_record_id: `${code}-${id}`,
    signal_kind: signal,
    industry: row.industry ?? null,
    stock_code: code,
    entity_abn: String(10_000_000_000 + position * 7_919),
    metric_key: metric,
    metric_label: label,
    metric_value: value,
    unit,
    ...period,
    title: `${label} of ${row.company_name ?? code}`,
    summary: "Synthetic fact: no such figure was published.",
    source_url: `https://${source}.example/${code.toLowerCase()}/${id}`,
    confidence: round(random.between(0.5, 1), 2),
  });
  const rows = YEARS.flatMap((year) => {
    // Every other company closes its books a day after 30 June, in the next financial year.
    const end = position % 2 === 0 ? `${year}-06-30` : `${year}-07-01`;
    const period = { period_start: `${year - 1}-07-01`, period_end: end, as_of: `${year}-10-31` };
    const income = round(capitalisation * random.between(0.2, 0.9));
    // Some pay no tax, and for some the tax is unknown.
    const tax = position % 9 === 4 ? null : position % 5 === 1 ? 0 : round(income * 0.03);
    const taxes = [
      fact(TAX, "total_income", "Total income", [income, "AUD"], `income-${year}`, period),
      fact(TAX, "tax_payable", "Tax payable", [tax, "AUD"], `tax-${year}`, period),
    ];
    if (position % 3 !== 0) return taxes;
    const label = position % 2 === 0 ? "Scope 1 emissions" : "Scope 1 emissions, reported";
    // The unit changed in 2024, but the metric kept its name.
    const emitted = [round(random.between(1, 900), 1), year < 2024 ? "t" : "kt"] as const;
    const open = { ...period, period_end: null };
    return [...taxes, fact(EMISSIONS, "scope_1", label, emitted, `scope1-${year}`, open)];
  });
  for (const month of MONTHS) {
    const percent = random.chance(0.1) ? 0 : round(random.wait(2), 2);
    const period = {
      period_start: `2026-${month}-01`,
      period_end: `2026-${month}-28`,
      as_of: `2026-${month}-28`,
    };
    rows.push(
      fact(SHORTS, "short_percent", "Short position", [percent, "percent"], `short-2026-${month}`, period),
    );
  }
  if (position % 6 === 2) {
    const asOf = { as_of: "2026-09-30" };
    rows.push(
      fact(LOBBYISTS, "lobbyists", "Lobbyists", [random.int(1, 9), "count"], "lobbyists", asOf),
      fact(GRANTS, "grants", "Grants", [random.int(1, 9) * 1000, "AUD"], "grants", asOf),
    );
  }
  // Contracts attributed to the industry only.
  if (position % 4 === 1) {
    const worth = [random.int(10, 900) * 1000, "AUD"] as const;
    const contracts = fact(CONTRACTS, "contract_value", "Contracts", worth, "contracts", {
      as_of: "2026-08-31",
    });
    rows.push({ ...contracts, stock_code: null, entity_abn: null });
  }
  return rows;
}
