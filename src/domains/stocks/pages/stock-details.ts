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
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";

const STATEMENTS = Object.entries({
  incomeStatement: `revenue gross_profit operating_income ebitda normalized_ebitda ebit interest_expense
    net_interest_income pretax_income tax_provision net_income eps_basic eps_diluted`,
  balanceSheet: `total_assets total_liabilities total_equity cash_and_equivalents total_debt
    capital_lease_obligations net_debt current_assets current_liabilities shares_outstanding`,
  cashFlow: "operating_cash_flow free_cash_flow capital_expenditure dividends_paid share_buybacks",
}).map(([name, figures]) => [name, figures.split(/\s+/)] as const);

const COMPANIES = `
SELECT
  companies.stock_code AS product_code, company_name, industry, address,
  coalesce(profiles.summary, companies.summary) AS summary, details, coalesce(profiles.website, companies.website) AS website,
  logo_url AS gcs_url, tags, enhanced_summary, company_history, competitive_advantages, risk_factors,
  recent_developments, coalesce(enrichment_status, 'pending') AS enrichment_status, enrichment_date,
  logo_url AS logo_gcs_url, logo_icon_url AS logo_icon_gcs_url, logo_svg_url AS logo_svg_gcs_url, logo_source_url,
  logo_format,
  twitter, linkedin, facebook, youtube,
  CASE WHEN regexp_full_match(market_cap, '[0-9.]+') THEN try_cast(market_cap AS DOUBLE) END AS market_cap,
  pe_ratio, dividend_yield, beta, employee_count,
  (
    SELECT arg_max(eps_diluted, (period_type = 'ttm', period_end))
    FROM main.fundamentals_periods AS periods
    WHERE periods.stock_code = companies.stock_code AND period_type IN ('ttm', 'annual') AND eps_diluted IS NOT NULL
  ) AS eps
FROM main.companies AS companies
LEFT JOIN main.company_profiles AS profiles ON profiles.stock_code = companies.stock_code
ORDER BY companies.stock_code`;

const PEOPLE = `
SELECT stock_code AS page_key, name, role, bio, image_url, image_gcs_url, linkedin_url, source_url, source_type
FROM main.company_people
SEMI JOIN main.companies AS companies USING (stock_code)
WHERE name IS NOT NULL OR role IS NOT NULL OR bio IS NOT NULL
ORDER BY stock_code, position, id`;

const REPORTS = `
SELECT stock_code AS page_key, url, title, type, strftime(company_reports.date, '%Y-%m-%d') AS date, source, gcs_url
FROM main.company_reports AS company_reports
SEMI JOIN main.companies AS companies USING (stock_code)
WHERE url IS NOT NULL
ORDER BY stock_code, company_reports.date DESC NULLS LAST, id`;

const HISTORY = `
SELECT stock_code AS page_key, industry, strftime(history.observed_from, '%Y-%m-%d') AS observed_from, source
FROM main.industry_history AS history
SEMI JOIN main.companies AS companies USING (stock_code)
ORDER BY stock_code, history.observed_from`;

const PERIODS = `
SELECT stock_code AS page_key, strftime(periods.period_end, '%Y-%m-%d') AS label, * EXCLUDE (stock_code)
FROM main.fundamentals_periods AS periods
SEMI JOIN main.companies AS companies USING (stock_code)
WHERE period_type IN ('annual', 'quarter')
ORDER BY stock_code, periods.period_end`;

/** Columns of a company's row that are not fields of StockDetails. */
const OTHER_COLUMNS = [
  "twitter",
  "linkedin",
  "facebook",
  "youtube",
  "market_cap",
  "pe_ratio",
  "dividend_yield",
  "beta",
  "employee_count",
  "eps",
];
/** Filled here from other rows, or never. */
const WITHOUT = [
  "key_people",
  "financial_reports",
  "social_media_links",
  "enrichment_error",
  "financial_statements",
  "industry_history",
];

const company = rowMessages(StockDetailsSchema, { without: WITHOUT, keyColumns: OTHER_COLUMNS });
const keyColumns = ["page_key"];
const person = rowMessages(CompanyPersonSchema, { keyColumns });
const report = rowMessages(FinancialReportSchema, { keyColumns });
const observation = rowMessages(IndustryObservationSchema, { keyColumns });

/** The details of every company, without the figures of the day. */
export const STOCK_DETAIL_PAGES = pageSet({
  name: "stock_details",
  queries: { people: PEOPLE, reports: REPORTS, history: HISTORY, periods: PERIODS, companies: COMPANIES },
  documents: async function* (results) {
    const people = rowGroups(results.stretches<Row>("people"));
    const reports = rowGroups(results.stretches<Row>("reports"));
    const history = rowGroups(results.stretches<Row>("history"));
    const periods = rowGroups(results.stretches<Row>("periods"));
    for await (const rows of results.stretches<Row>("companies")) {
      for (const row of rows) {
        const key = row.product_code as string;
        const message = company(row);
        message.keyPeople = (await people.take(key)).map(person);
        message.financialReports = (await reports.take(key)).map(report);
        message.industryHistory = (await history.take(key)).map(observation);
        const links = socialMediaLinks(row);
        if (links !== undefined) message.socialMediaLinks = create(SocialMediaLinksSchema, links);
        const statements = statementsOf(row, await periods.take(key));
        message.financialStatements = create(FinancialStatementsSchema, statements);
        yield messagePage(key, StockDetailsSchema, message);
      }
    }
  },
});

function socialMediaLinks(row: Row) {
  const names = ["twitter", "linkedin", "facebook", "youtube", "website"];
  const links = names.map((name) => [name, (row[name] ?? "") as string] as const);
  return links.some(([, text]) => text !== "") ? Object.fromEntries(links) : undefined;
}

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
