import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import {
  type FileReading,
  type Importer,
  type ImportRow,
  type RowsPart,
  rowsTo,
  UNDATED,
} from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";

const STATEMENTS_SOURCE = sourceFacts({
  id: "vendor-statements",
  publisher: "a market data vendor",
  title: "Financial statements of companies",
  licence: "all-rights-reserved",
  licenceClass: "unstated",
  attribution: "Source: the vendor's financial statements, by the operator's agreement",
  precedence: 40,
});

/** Column by the file's name of the figure, for each statement. */
const FIGURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  income_statement: {
    "Total Revenue": "revenue",
    "Net Income": "net_income",
    "Basic EPS": "eps_basic",
    "Diluted EPS": "eps_diluted",
    "Gross Profit": "gross_profit",
    "Operating Income": "operating_income",
    EBITDA: "ebitda",
    "Normalized EBITDA": "normalized_ebitda",
    EBIT: "ebit",
    "Interest Expense": "interest_expense",
    "Pretax Income": "pretax_income",
    "Tax Provision": "tax_provision",
    "Net Interest Income": "net_interest_income",
  },
  balance_sheet: {
    "Ordinary Shares Number": "shares_outstanding",
    "Total Assets": "total_assets",
    "Total Liabilities Net Minority Interest": "total_liabilities",
    "Stockholders Equity": "total_equity",
    "Cash And Cash Equivalents": "cash_and_equivalents",
    "Total Debt": "total_debt",
    "Capital Lease Obligations": "capital_lease_obligations",
    "Net Debt": "net_debt",
    "Current Assets": "current_assets",
    "Current Liabilities": "current_liabilities",
  },
  cash_flow: {
    "Operating Cash Flow": "operating_cash_flow",
    "Free Cash Flow": "free_cash_flow",
    "Capital Expenditure": "capital_expenditure",
    "Cash Dividends Paid": "dividends_paid",
    "Repurchase Of Capital Stock": "share_buybacks",
  },
};

/** "Quarterly" statements at least this many days apart are half-yearly. */
const MIN_HALF_DAYS = 150;

type Json = Readonly<Record<string, unknown>>;
/** The value if it is a string, else "". (String() could throw on a JSON object.) */
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const FINANCIAL_STATEMENTS: Importer<RowsPart> = {
  id: "financial-statements",
  title: "Financial statements (JSON)",
  mayLackLineEnd: true,
  sources: [STATEMENTS_SOURCE],
  recognise(file) {
    if (!/^\s*\[\s*\{/.test(file.head)) return undefined;
    const marks = ['"stock_code"', '"annual"', '"income_statement"', '"last_updated"', '"balance_sheet"'];
    const found = marks.filter((mark) => file.text.includes(mark)).length;
    return found < 3 ? undefined : { confidence: 85, what: "financial statements of companies" };
  },
  read: readStatements,
  explain: () => [
    ...Object.entries(FIGURES).flatMap(([statement, figures]) =>
      Object.entries(figures).map(
        ([name, column]) => `${statement} ${name} to fundamentals_periods.${column}`,
      ),
    ),
    "the file does not say the reporting currency: it stays unstated, and no rate is computed across currencies",
    "quarterly statements half a year apart are half-years",
  ],
  combine: rowsTo("fundamentals_periods", STATEMENTS_SOURCE),
};

function readStatements(file: ImportFile): FileReading<RowsPart> {
  const list = file.json();
  if (!Array.isArray(list)) return file.refuse("not a list of companies");
  const tally = new RejectTally();
  const rows: ImportRow[] = [];
  const seen = new Set<string>();
  let [read, vintage] = [0, UNDATED];
  const readCompany = (company: unknown, i: number) => {
    const reject = (rule: string, reason: string) => tally.reject(rule, i + 1, reason);
    const code = isObject(company) ? textIn(company.stock_code) : "";
    if (!isObject(company) || !/^[A-Z0-9]{3,6}$/.test(code)) return reject("no code", `code "${code}"`);
    if (seen.has(code)) return reject("code twice", `${code} occurs twice`);
    seen.add(code);
    const updated = textIn(company.last_updated);
    const fetched = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})/.exec(updated);
    if (fetched === null || dayNumberOf(fetched[1]) === undefined) {
      return file.refuse(`${code} does not say when it was retrieved: last_updated is "${updated}"`);
    }
    if (fetched[1] > vintage) vintage = fetched[1];
    for (const member of ["annual", "quarterly"] as const) {
      const statements = company[member];
      if (!isObject(statements)) {
        reject("no statements", `${code} has no ${member} statements`);
        continue;
      }
      const periods = figuresByPeriod(statements, (rule, reason) =>
        reject(rule, `${code} ${member} ${reason}`),
      );
      const type = member === "annual" ? "annual" : halfOrQuarter([...periods.keys()]);
      for (const [end, figures] of periods) {
        read++;
        if (dayNumberOf(end) === undefined) reject("no period", `${code} ${member}: "${end}" is not a day`);
        else if (end > fetched[1])
          file.refuse(
            `${code} ${member}: the period that ends on ${end} was not over when it was read on ${fetched[1]}`,
          );
        else
          rows.push({
            stock_code: code,
            period_type: type,
            period_end: end,
            currency: "XXX",
            ...figures,
            source: STATEMENTS_SOURCE.id,
            fetched_at: `${fetched[1]}T${fetched[2]}Z`,
          });
      }
    }
  };
  for (const [i, company] of list.entries()) readCompany(company, i);
  if (rows.length === 0) return file.refuse(`no period of ${list.length} companies`);
  return tally.reading({ part: { rows }, rowsRead: read, rowsUsed: rows.length, vintage });
}

/** Merges the three statements by period end. Figures that are null or not numbers are omitted. */
function figuresByPeriod(statements: Json, reject: (rule: string, reason: string) => void) {
  const periods = new Map<string, Record<string, number | null>>();
  for (const [statement, names] of Object.entries(FIGURES)) {
    const byEnd = statements[statement];
    if (byEnd === undefined) continue;
    if (!isObject(byEnd)) {
      reject("no statement", `${statement} is not an object`);
      continue;
    }
    for (const [end, figures] of Object.entries(byEnd)) {
      if (!isObject(figures)) {
        reject("no statement", `${statement} of ${end} is not an object`);
        continue;
      }
      const known = periods.get(end) ?? {};
      for (const [name, column] of Object.entries(names)) {
        const value = figures[name];
        if (typeof value === "number") known[column] = value;
        else if (value !== null && value !== undefined)
          reject("not a figure", `${statement} ${end} ${name}: ${shownValue(value)}`);
      }
      periods.set(end, known);
    }
  }
  return periods;
}

/** Quotes a string; other values only by type, because deeply nested lists cannot be stringified. */
function shownValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : `a value of type ${typeof value}`;
}

function halfOrQuarter(ends: readonly string[]): "half" | "quarter" {
  const days = ends.map((end) => dayNumberOf(end) ?? Number.NaN).sort((a, b) => a - b);
  const gaps = days.slice(1).map((day, i) => day - days[i]);
  return gaps.length > 0 && gaps.every((gap) => gap >= MIN_HALF_DAYS) ? "half" : "quarter";
}
