import { date, double, int, isSource, must, table, text, timestamp } from "../table-definition.ts";
import { stockCode } from "./market.ts";

/** Figures outside this range are typing errors; ratios of two figures inside it do not overflow. */
const MOST = 1e18;
const LEAST = 1e-12;

/** The figures of a reported period; each is null when the report lacks it. */
export const FUNDAMENTALS_FIGURES: readonly (readonly [name: string, doc: string, example: string])[] = [
  ["revenue", "Revenue.", "48210000"],
  ["net_income", "Profit after tax attributable to the owners; negative for a loss.", "5120000"],
  ["eps_basic", "Basic earnings per share.", "0.142"],
  ["eps_diluted", "Diluted earnings per share.", "0.139"],
  ["operating_cash_flow", "Cash flow from operations.", "7300000"],
  ["shares_outstanding", "Shares on issue at the end of the period.", "36500000"],
  ["free_cash_flow", "Cash flow from operations minus capital expenditure.", "4100000"],
  ["gross_profit", "Revenue minus the cost of sales.", "19800000"],
  ["operating_income", "Profit from operations.", "8100000"],
  ["ebitda", "Profit before interest, tax, depreciation and amortisation.", "10400000"],
  ["normalized_ebitda", "EBITDA without one-off items.", "10100000"],
  ["ebit", "Profit before interest and tax.", "7900000"],
  ["interest_expense", "Interest expense.", "610000"],
  ["pretax_income", "Profit before tax.", "7290000"],
  ["tax_provision", "Tax on the profit of the period.", "2170000"],
  ["net_interest_income", "Interest earned minus interest paid; for banks.", "-480000"],
  ["capital_expenditure", "Expenditure on plant and equipment.", "-3200000"],
  ["dividends_paid", "Dividends paid to the owners.", "-1900000"],
  ["share_buybacks", "Paid for buybacks of the company's own shares.", "0"],
  ["total_assets", "All assets.", "91000000"],
  ["total_liabilities", "All liabilities.", "38000000"],
  ["total_equity", "Assets minus liabilities.", "53000000"],
  ["cash_and_equivalents", "Cash and cash equivalents.", "9400000"],
  ["total_debt", "Borrowings.", "17200000"],
  ["capital_lease_obligations", "Leases that count as debt.", "2600000"],
  ["net_debt", "Borrowings minus cash.", "7800000"],
  ["current_assets", "Assets expected to become cash within a year.", "24000000"],
  ["current_liabilities", "Liabilities due within a year.", "14500000"],
];

const figures = FUNDAMENTALS_FIGURES.map(([name, doc, example]) => {
  const unit = name.startsWith("eps_") ? "currency per share" : "currency";
  const rules = { min: -MOST, max: MOST, leastMagnitude: LEAST };
  return [
    name,
    double(doc, example, "not reported", { unit: name === "shares_outstanding" ? "shares" : unit, ...rules }),
  ];
});

const abn = text("Australian business number: eleven digits, kept as text.", "12004028077", must, {
  pattern: "[0-9]{11}",
});

export const PERIOD_TYPES = ["annual", "half", "quarter", "ttm"] as const;

export const FUNDAMENTALS_PERIODS = table("fundamentals_periods", "Reported periods", {
  key: ["stock_code", "period_type", "period_end"],
  doc: "Figures of companies by reported period, in whole units of the reporting currency, exactly as in the source.",
  columns: {
    stock_code: stockCode,
    period_type: text("Length of the period; ttm is any twelve months.", "annual", must, {
      values: PERIOD_TYPES,
    }),
    period_end: date("Last day of the period.", "2026-06-30", must),
    fiscal_year: int("Financial year that the period belongs to.", "2026", { min: 1900, max: 2199 }),
    currency: text("Reporting currency; XXX if the source does not state it.", "AUD", {
      default: "AUD",
      pattern: "[A-Z]{3}",
    }),
    ...Object.fromEntries(figures),
    source: text("Source id.", "synthetic-filings", must, isSource),
    fetched_at: timestamp("When the figures were read.", "2026-08-26T03:15:00Z", must),
    source_document_url: text("URL of the filing.", "https://filings.example/ZZA/4E.pdf", "none"),
    source_document_date: date("Day of the filing.", "2026-08-25"),
  },
});

export const CORPORATE_TAX = table("corporate_tax", "Corporate tax transparency", {
  key: ["abn", "income_year"],
  doc: "Annual tax figures of large corporate entities, as the tax office publishes them. The source leaves figures of zero or less blank: blank is not zero.",
  columns: {
    abn,
    income_year: int("Calendar year in which the income year ends: 2024 is 2023-24.", "2024", must, {
      min: 2000,
      max: 2199,
    }),
    entity_name: text("Name of the tax entity.", "ZEPHYR ALLOYS LIMITED", must),
    total_income: double("Total income.", "62528557", must, { unit: "AUD", min: 0 }),
    taxable_income: double("Taxable income.", "25591447", "zero or less, which the source does not publish", {
      unit: "AUD",
      min: 0,
    }),
    tax_payable: double("Tax payable.", "6007654", "zero or less, which the source does not publish", {
      unit: "AUD",
      min: 0,
    }),
    source: text("Source id.", "synthetic-tax", isSource),
  },
});

export const ENTITY_CODES = table("entity_codes", "Business numbers of listed companies", {
  key: ["stock_code", "abn"],
  doc: "The tax entity behind a listed code. Of several, the one with the highest confidence counts, then the one with the smaller number.",
  columns: {
    stock_code: stockCode,
    abn,
    entity_name: text("Name of the entity in the register.", "ZEPHYR ALLOYS LIMITED"),
    confidence: double("Confidence of the link.", "0.98", must, { unit: "fraction", min: 0, max: 1 }),
  },
});
