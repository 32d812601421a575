import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  CompanyPersonSchema,
  FinancialReportSchema,
  type FinancialStatementSetSchema,
  FinancialStatementsSchema,
  IndustryObservationSchema,
  SocialMediaLinksSchema,
  StockDetailsSchema,
} from "../../../gen/stocks/v1alpha1/details_pb.ts";
import { messagePage, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { messageStruct, type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";

const STATEMENTS = Object.entries({
  incomeStatement: `revenue gross_profit operating_income ebitda normalized_ebitda ebit interest_expense
    net_interest_income pretax_income tax_provision net_income eps_basic eps_diluted`,
  balanceSheet: `total_assets total_liabilities total_equity cash_and_equivalents total_debt
    capital_lease_obligations net_debt current_assets current_liabilities shares_outstanding`,
  cashFlow: "operating_cash_flow free_cash_flow capital_expenditure dividends_paid share_buybacks",
}).map(([name, figures]) => [name, figures.split(/\s+/)] as const);

const dayOf = (column: string) => `strftime(${column}, '%Y-%m-%d')`;

/** SQL: the rows of a table as messages, by code. */
const listed = (table: string, message: string, keys: readonly string[], condition = "true") => `
  SELECT stock_code, ${orderedList(message, keys)} AS messages
  FROM main.${table}
  WHERE ${condition}
  GROUP BY stock_code`;

const PEOPLE = listed(
  "company_people",
  messageStruct(CompanyPersonSchema),
  ["position", "id"],
  "name IS NOT NULL OR role IS NOT NULL OR bio IS NOT NULL",
);
const REPORTS = listed(
  "company_reports",
  messageStruct(FinancialReportSchema, { date: dayOf("company_reports.date") }),
  ["-coalesce(epoch(company_reports.date), -1e12)", "id"],
  "url IS NOT NULL",
);
const HISTORY = listed(
  "industry_history",
  messageStruct(IndustryObservationSchema, { observed_from: dayOf("industry_history.observed_from") }),
  ["industry_history.observed_from"],
);
const WEBSITE = "coalesce(profiles.website, companies.website)";

/** With columns of the statements, which are made of the periods too. */
const COMPANIES = `
SELECT
  companies.stock_code AS product_code, company_name, industry, address,
  coalesce(profiles.summary, companies.summary) AS summary, details, ${WEBSITE} AS website,
  logo_url AS gcs_url, tags, enhanced_summary, company_history, competitive_advantages, risk_factors,
  recent_developments, coalesce(enrichment_status, 'pending') AS enrichment_status, enrichment_date,
  logo_url AS logo_gcs_url, logo_icon_url AS logo_icon_gcs_url, logo_svg_url AS logo_svg_gcs_url, logo_source_url,
  logo_format, people.messages AS key_people, reports.messages AS financial_reports, history.messages AS industry_history,
  CASE WHEN concat(twitter, linkedin, facebook, youtube, ${WEBSITE}) <> ''
    THEN ${messageStruct(SocialMediaLinksSchema, { website: WEBSITE })} END AS social_media_links,
  CASE WHEN regexp_full_match(market_cap, '[0-9.]+') THEN try_cast(market_cap AS DOUBLE) END AS market_cap,
  pe_ratio, dividend_yield, beta, employee_count,
  (
    SELECT arg_max(eps_diluted, (period_type = 'ttm', period_end))
    FROM main.fundamentals_periods AS periods
    WHERE periods.stock_code = companies.stock_code AND period_type IN ('ttm', 'annual') AND eps_diluted IS NOT NULL
  ) AS eps
FROM main.companies AS companies
LEFT JOIN main.company_profiles AS profiles USING (stock_code)
LEFT JOIN (${PEOPLE}) AS people USING (stock_code)
LEFT JOIN (${REPORTS}) AS reports USING (stock_code)
LEFT JOIN (${HISTORY}) AS history USING (stock_code)
ORDER BY companies.stock_code`;

const PERIODS = `
SELECT stock_code AS page_key, strftime(periods.period_end, '%Y-%m-%d') AS label, * EXCLUDE (stock_code)
FROM main.fundamentals_periods AS periods
SEMI JOIN main.companies AS companies USING (stock_code)
WHERE period_type IN ('annual', 'quarter')
ORDER BY stock_code, periods.period_end`;

const company = rowMessages(StockDetailsSchema, {
  without: ["enrichment_error", "financial_statements"],
  keyColumns: ["market_cap", "pe_ratio", "dividend_yield", "beta", "employee_count", "eps"],
});

/** The details of every company, without the figures of the day. */
export const STOCK_DETAIL_PAGES = pageSet({
  name: "stock_details",
  queries: { periods: PERIODS, companies: COMPANIES },
  documents: async function* (results) {
    const periods = rowGroups(results.stretches<Row>("periods"));
    for await (const rows of results.stretches<Row>("companies")) {
      for (const row of rows) {
        const key = row.product_code as string;
        const message = company(row);
        const statements = statementsOf(row, await periods.take(key));
        message.financialStatements = create(FinancialStatementsSchema, statements);
        yield messagePage(key, StockDetailsSchema, message);
      }
    }
  },
});

function statementsOf(row: Row, periods: readonly Row[]) {
  const number = (name: string) => (row[name] ?? 0) as number;
  const annual = statementSet(periods.filter(({ period_type }) => period_type === "annual"));
  const quarterly = statementSet(periods.filter(({ period_type }) => period_type === "quarter"));
  return {
    ...(annual === undefined ? {} : { annual }),
    ...(quarterly === undefined ? {} : { quarterly }),
    info: {
      marketCap: number("market_cap"),
      peRatio: number("pe_ratio"),
      eps: number("eps"),
      dividendYield: number("dividend_yield"),
      beta: number("beta"),
      employeeCount: BigInt(number("employee_count")),
    },
  };
}

/** Statements by the last day of their period, without missing or zero figures. */
function statementSet(
  periods: readonly Row[],
): MessageInitShape<typeof FinancialStatementSetSchema> | undefined {
  const statement = (names: readonly string[]) =>
    Object.fromEntries(
      periods.flatMap((period) => {
        const figures = names.filter((name) => period[name] !== null && period[name] !== 0);
        if (figures.length === 0) return [];
        const metrics = Object.fromEntries(figures.map((name) => [name, period[name] as number]));
        return [[period.label as string, { metrics }]];
      }),
    );
  const set = Object.fromEntries(STATEMENTS.map(([name, figures]) => [name, statement(figures)]));
  return Object.values(set).some((periods) => Object.keys(periods).length > 0) ? set : undefined;
}
