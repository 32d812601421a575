import type { Row } from "../dataset/csv-writer.ts";
import { type Random, round } from "../runtime/random.ts";
import { AS_OF_DAY, dateText, monthEnd } from "./calendar.ts";

/**
 * Special cases by position in the list, repeating every sixty companies: change of currency, gap of 15
 * months, loss before a profit, half after the last annual report, half on the day of a trailing year, no
 * EPS, no rows, no revenue yet.
 */
const STORIES = 60;
const NEW_CURRENCY = 1;
const LONG_GAP = 2;
const PRIOR_LOSS = 3;
const LATE_HALF = 4;
const HALF_ON_TTM = 5;
const NO_EPS = 6;
const NO_ROWS = 7;
const NO_REVENUE = 8;

type Business = ReturnType<typeof businessOf>;

function businessOf(random: Random, code: string, position: number) {
  const story = position % STORIES;
  return {
    code,
    story,
    random,
    currency: position % 10 === 9 ? "USD" : "AUD",
    /** Revenue of the year to June 2026, and its yearly growth. */
    revenue: story === NO_REVENUE ? 0 : 8_000_000 * Math.exp(1.2 + 1.6 * random.normal()),
    growth: 0.06 + 0.09 * random.normal(),
    margin: 0.08 + 0.07 * random.normal(),
    shares: Math.round(20_000_000 * Math.exp(1.5 + random.normal())),
  };
}

export function* fundamentalsRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % STORIES === NO_ROWS) return;
  const business = businessOf(random, code, position);
  const { story } = business;
  const annuals = random.int(4, 8);
  // These cases need annual reports only.
  const isAnnual = [NEW_CURRENCY, LONG_GAP, PRIOR_LOSS, NO_EPS].includes(story);
  const hasHalves = story === LATE_HALF || story === HALF_ON_TTM;
  const halves = isAnnual ? 0 : hasHalves ? 6 : random.int(0, 8);
  const trailing = isAnnual || story === LATE_HALF ? 0 : story === HALF_ON_TTM ? 8 : random.int(0, 8);
  const quarters = position % 13 === 2 ? 5 : 0;
  // A year to June is reported by November; a company with a late half has its year end in December.
  const yearMonth = story === LATE_HALF || position % 9 === 7 ? 12 : 6;
  const lastYear = yearMonth === 6 ? 2026 : 2025;
  for (let i = 0; i < annuals; i++) {
    const shift = story === LONG_GAP && i > 0 ? 3 : 0;
    yield period(business, "annual", monthEnd(lastYear - i, yearMonth - shift), 12, i);
  }
  for (let i = 0; i < halves; i++) yield period(business, "half", monthEnd(2026, 6 - 6 * i), 6, i);
  const firstTrailing = story === HALF_ON_TTM ? 6 : 9;
  for (let i = 0; i < trailing; i++) {
    yield period(business, "ttm", monthEnd(2026, firstTrailing - 3 * i), 12, i);
  }
  for (let i = 0; i < quarters; i++) yield period(business, "quarter", monthEnd(2026, 9 - 3 * i), 3, i);
}

/** A report of `months` months; `age` is the number of later reports of its type. */
function period(business: Business, type: string, end: number, months: number, age: number): Row {
  const { code, story, random, revenue, growth, margin, shares } = business;
  const years = (AS_OF_DAY - end) / 365;
  const isLoss = story === PRIOR_LOSS ? age === 1 : story > NO_REVENUE && random.chance(0.06);
  const sales = revenue * (1 + growth) ** -years * (months / 12) * (1 + 0.03 * random.normal());
  const profit = (isLoss ? -1 : 1) * Math.abs(sales * margin + (months / 12) * 300_000 * random.unit());
  const onIssue = Math.round(shares * (1 - 0.01 * age));
  const cash = profit * 1.3 + 0.04 * sales;
  const spent = -0.05 * sales;
  const assets = 1.8 * revenue + 4_000_000;
  const debt = 0.3 * assets;
  const filed = Math.min(AS_OF_DAY - 1, end + random.int(35, 58));
  const hasEps = story !== NO_EPS;
  const hasDetail = random.chance(0.8);
  const often = (value: number) => (hasDetail && random.chance(0.92) ? Math.round(value) : null);
  return {
    period_type: type,
    period_end: dateText(end),
    fiscal_year: random.chance(0.06) ? null : Number(dateText(end + 184).slice(0, 4)),
    currency: story === NEW_CURRENCY && age > 0 ? "NZD" : business.currency,
    revenue: random.chance(0.03) && story > NO_REVENUE ? null : Math.round(sales),
    net_income: Math.round(profit),
    eps_basic: hasEps ? round(profit / onIssue, 5) : null,
    eps_diluted:
      hasEps && !(type === "half" && random.chance(0.2)) ? round((0.985 * profit) / onIssue, 5) : null,
    operating_cash_flow: random.chance(0.1) ? null : Math.round(cash),
    shares_outstanding: random.chance(0.1) ? null : onIssue,
    free_cash_flow: random.chance(0.1) ? null : Math.round(cash + spent),
    gross_profit: often(0.42 * sales),
    operating_income: often(profit * 1.35),
    ebitda: often(profit * 1.6 + 0.05 * sales),
    normalized_ebitda: often(profit * 1.55 + 0.05 * sales),
    ebit: often(profit * 1.4),
    interest_expense: often(0.05 * debt),
    pretax_income: often(profit * 1.3),
    tax_provision: often(Math.max(0, profit * 0.3)),
    net_interest_income: often(-0.04 * debt),
    capital_expenditure: often(spent),
    dividends_paid: often(-Math.max(0, profit * 0.4)),
    share_buybacks: often(random.chance(0.3) ? -0.02 * sales : 0),
    total_assets: often(assets),
    total_liabilities: often(0.45 * assets),
    total_equity: often(0.55 * assets),
    cash_and_equivalents: often(0.12 * assets),
    total_debt: often(debt),
    capital_lease_obligations: often(0.04 * assets),
    net_debt: often(debt - 0.12 * assets),
    current_assets: often(0.3 * assets),
    current_liabilities: often(0.2 * assets),
    source: type === "ttm" ? "synthetic-vendor" : "synthetic-filings",
    fetched_at: `${dateText(filed)}T0${random.int(0, 9)}:15:00Z`,
    source_document_url: type === "ttm" ? null : `https://filings.example/${code}/${dateText(end)}.pdf`,
    source_document_date: type === "ttm" ? null : dateText(filed),
  };
}
