import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import type { Company } from "../economy/companies.ts";

/** Years that the yearly sources cover: financial years by the year they end in. */
const FIRST_YEAR = 2022;
const LAST_YEAR = 2026;

interface Fact {
  readonly source: string;
  readonly signal: string;
  readonly metric: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
}

/** Invented facts about a company; every fact says so in its summary. Positions spread the odd cases. */
export function* industryRecordRows(seed: number, company: Company, position: number): Generator<Row> {
  const random = new Random(seed, `industry/${company.code}`);
  const abn = String(10_000_000_000 + position * 7_919);
  const row = (fact: Fact, id: string, period: Row): Row => ({
    source_key: fact.source,
    source_record_id: `${company.code}-${id}`,
    signal_kind: fact.signal,
    industry: company.row.industry ?? null,
    stock_code: company.code,
    entity_abn: abn,
    metric_key: fact.metric,
    metric_label: fact.label,
    metric_value: fact.value,
    unit: fact.unit,
    ...period,
    title: `${fact.label} of ${company.row.company_name ?? company.code}`,
    summary: "Synthetic fact: no such figure was published.",
    source_url: `https://${fact.source}.example/${company.code.toLowerCase()}/${id}`,
    confidence: round(random.between(0.5, 1), 2),
  });
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    // A financial year ends on 30 June; every other company closes its books a day later, in the next one.
    const end = position % 2 === 0 ? `${year}-06-30` : `${year}-07-01`;
    const period = { period_start: `${year - 1}-07-01`, period_end: end, as_of: `${year}-10-31` };
    const income = round(company.capitalisation * random.between(0.2, 0.9));
    // Some pay nothing, and of some the office does not say.
    const tax = position % 9 === 4 ? null : position % 5 === 1 ? 0 : round(income * 0.03);
    const taxes = { source: "ato-corporate-tax-transparency", signal: "tax_environment", unit: "AUD" };
    yield row(
      { ...taxes, metric: "total_income", label: "Total income", value: income },
      `income-${year}`,
      period,
    );
    yield row({ ...taxes, metric: "tax_payable", label: "Tax payable", value: tax }, `tax-${year}`, period);
    if (position % 3 !== 0) continue;
    const emissions = {
      source: "cer-nger-corporate-emissions",
      signal: "emissions",
      metric: "scope_1",
      label: position % 2 === 0 ? "Scope 1 emissions" : "Scope 1 emissions, reported",
    };
    // The register changed its unit, and the metric kept its name.
    const unit = year < 2024 ? "t" : "kt";
    yield row({ ...emissions, unit, value: round(random.between(1, 900), 1) }, `scope1-${year}`, {
      ...period,
      period_end: null,
    });
  }
  yield* shortRows(random, row);
  if (position % 6 === 2) {
    const hidden = { source: "agd-register-lobbyists", signal: "policy_footprint", unit: "count" };
    yield row({ ...hidden, metric: "lobbyists", label: "Lobbyists", value: random.int(1, 9) }, "lobbyists", {
      as_of: "2026-09-30",
    });
    const off = { source: "grantconnect-awards", signal: "public_money", unit: "AUD" };
    yield row({ ...off, metric: "grants", label: "Grants", value: random.int(1, 9) * 1000 }, "grants", {
      as_of: "2026-09-30",
    });
  }
  // Contracts that are known by their industry alone.
  if (position % 4 === 1) {
    const contract = { source: "austender-contract-notices", signal: "public_money", unit: "AUD" };
    const fact = {
      ...contract,
      metric: "contract_value",
      label: "Contracts",
      value: random.int(10, 900) * 1000,
    };
    yield { ...row(fact, "contracts", { as_of: "2026-08-31" }), stock_code: null, entity_abn: null };
  }
}

/** The last percentage of six months. */
function* shortRows(random: Random, row: (fact: Fact, id: string, period: Row) => Row): Generator<Row> {
  const shorts = { source: "asic-short-interest", signal: "short_interest", unit: "percent" };
  for (let month = 5; month <= 10; month++) {
    const text = String(month).padStart(2, "0");
    const value = random.chance(0.1) ? 0 : round(random.wait(2), 2);
    yield row({ ...shorts, metric: "short_percent", label: "Short position", value }, `short-2026-${text}`, {
      period_start: `2026-${text}-01`,
      period_end: `2026-${text}-28`,
      as_of: `2026-${text}-28`,
    });
  }
}
