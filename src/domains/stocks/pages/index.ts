import { create, type DescMessage } from "@bufbuild/protobuf";
import { PERIOD_TYPES } from "../../../dataset/tables/fundamentals.ts";
import {
  DirectorTradeSchema,
  DividendRecordSchema,
  type ExtractedMetric,
  ExtractedMetricSchema,
  FundamentalsGrowthSchema,
  FundamentalsPeriodSchema,
  GetCompanyTaxProfileResponseSchema,
  GraphPersonSchema,
  ReportHighlightSchema,
  SimilarCompanySchema,
  StockSignalSchema,
  TimelineEventSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import {
  encodeElement,
  jsonPage,
  type PageSet,
  pageSet,
  rowPages,
} from "../../../snapshot/pages/page-set.ts";
import { keyedRows, rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { GROWTH_PLACE } from "../rules.ts";
import { STOCK_DETAIL_PAGES } from "./stock-details.ts";

const YEARS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code)
FROM serve.company_tax
ORDER BY stock_code, income_year`;

const profile = rowEncoder(GetCompanyTaxProfileResponseSchema, {
  keyColumns: ["page_key", "abn", "entity_name", "source"],
});

/** The whole response of every code whose entity has tax figures. */
const TAX_PROFILE_PAGES = pageSet({
  name: "tax_profiles",
  facts: ["@sources"],
  queries: { years: YEARS },
  documents: async function* (results, { sources }) {
    const attributions = new Map(sources.map(({ id, attribution }) => [id, attribution]));
    for await (const [key, years] of keyedRows(results.stretches<Row>("years"))) {
      const { entity_name, abn, source } = years.at(-1)!;
      const source_attribution = attributions.get(source as string);
      yield { key, elements: [{ binary: profile({ entity_name, abn, years, source_attribution }) }] };
    }
  },
});

const REPORTS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code, place)
FROM serve.report_highlights
ORDER BY stock_code, place`;

const highlight = rowMessages(ReportHighlightSchema, {
  without: ["metrics"],
  keyColumns: ["page_key", "metrics"],
});

/** Highlights extracted from each company's reports, newest first. */
const HIGHLIGHT_PAGES = pageSet({
  name: "report_highlights",
  queries: { reports: REPORTS },
  documents: async function* (results) {
    for await (const [key, rows] of keyedRows(results.stretches<Row>("reports"))) {
      const elements = rows.map((row) => {
        const metrics = metricsOf(row.metrics as string | null);
        return encodeElement(ReportHighlightSchema, Object.assign(highlight(row), { metrics }));
      });
      yield { key, elements };
    }
  },
});

/** Skips entries that are not an object with a type, and attributes that are not plain values. */
function metricsOf(text: string | null): ExtractedMetric[] {
  const list: unknown = text === null ? [] : JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { metric_type, source_text, attributes } = entry as Record<string, unknown>;
    if (typeof metric_type !== "string") return [];
    return create(ExtractedMetricSchema, {
      metricType: metric_type,
      sourceText: typeof source_text === "string" ? source_text : "",
      attributes: plainAttributes(attributes),
    });
  });
}

function plainAttributes(attributes: unknown): Record<string, string> {
  if (typeof attributes !== "object" || attributes === null) return {};
  const plain = Object.entries(attributes).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

const CODES = `
SELECT stock_code AS page_key FROM main.companies
UNION
SELECT stock_code FROM serve.fundamentals_growth
ORDER BY page_key`;

const PERIODS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code, place)
FROM serve.fundamentals_periods
ORDER BY stock_code, place`;

const GROWTH = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code)
FROM serve.fundamentals_growth
ORDER BY stock_code`;

const keyColumns = ["page_key"];
const period = rowEncoder(FundamentalsPeriodSchema, { keyColumns });
const record = rowEncoder(FundamentalsGrowthSchema, { keyColumns });
const shownFor = (place: number, binary: Uint8Array) => ({ binary, from: place, until: place + 1 });

/** Each company's periods, newest first, then its growth record; an empty page without periods. */
const FUNDAMENTALS_PAGES = pageSet({
  name: "fundamentals",
  queries: { periods: PERIODS, growth: GROWTH, codes: CODES },
  documents: async function* (results) {
    const periods = rowGroups(results.stretches<Row>("periods"));
    const growth = rowGroups(results.stretches<Row>("growth"));
    for await (const rows of results.stretches<Row>("codes")) {
      for (const { page_key } of rows) {
        const key = page_key as string;
        const placed = (await periods.take(key)).map((row) => {
          const place = PERIOD_TYPES.indexOf(row.period_type as (typeof PERIOD_TYPES)[number]);
          return shownFor(place, period(row));
        });
        const grown = (await growth.take(key)).map((row) => shownFor(GROWTH_PLACE, record(row)));
        yield { key, elements: [...placed, ...grown] };
      }
    }
  },
});

const source = (row: string) =>
  `CASE WHEN ${row}.source_document_url IS NULL THEN 'vendor' ELSE 'filing' END`;
const share = (figure: string) => `CASE WHEN year.revenue > 0 THEN year.${figure} / year.revenue * 100 END`;

/** From the newest period of each type. `year` is the newest twelve months, annual before ttm. */
const ROWS = `
WITH periods AS (
  SELECT *, row_number() OVER (PARTITION BY stock_code, period_type ORDER BY period_end DESC) AS place
  FROM main.fundamentals_periods
),
years AS (
  SELECT *, row_number() OVER (PARTITION BY stock_code ORDER BY period_end DESC, period_type) AS nth
  FROM main.fundamentals_periods WHERE period_type IN ('annual', 'ttm')
)
SELECT
  (growth.stock_code IS NOT NULL)::INTEGER AS has_periods,
  CASE WHEN has_revenue_yoy THEN revenue_yoy_pct END AS revenue_yoy,
  CASE WHEN has_eps_yoy THEN eps_yoy_pct END AS eps_yoy,
  CASE WHEN has_eps_ttm AND coalesce(ttm.currency, '') = 'AUD' THEN growth.eps_ttm END AS eps_ttm,
  net_income_positive::INTEGER AS net_income_positive,
  ${share("net_income")} AS net_margin,
  CASE WHEN year.total_equity > 0 THEN year.net_income / year.total_equity * 100 END AS roe,
  ${share("free_cash_flow")} AS fcf_margin,
  CASE WHEN year.ebitda > 0 THEN
    (year.total_debt - coalesce(year.capital_lease_obligations, 0) - year.cash_and_equivalents) / year.ebitda
  END AS net_debt_to_ebitda,
  CASE WHEN has_revenue_yoy THEN revenue_basis_period_type END AS revenue_basis,
  CASE WHEN has_revenue_yoy THEN strftime(revenue.period_end, '%Y-%m-%d') END AS revenue_end,
  CASE WHEN has_revenue_yoy THEN ${source("revenue")} END AS revenue_source,
  CASE WHEN has_eps_yoy THEN basis_period_type END AS eps_basis,
  CASE WHEN has_eps_yoy THEN latest_period_end END AS eps_end,
  CASE WHEN has_eps_yoy THEN ${source("eps")} END AS eps_source,
  nullif(year.currency, 'XXX') AS currency,
  strftime(year.fetched_at, '%Y-%m-%dT%H:%M:%SZ') AS fetched_at
FROM derived.market_codes AS codes
LEFT JOIN serve.fundamentals_growth AS growth USING (stock_code)
LEFT JOIN periods AS revenue
  ON revenue.stock_code = codes.stock_code AND revenue.period_type = revenue_basis_period_type AND revenue.place = 1
LEFT JOIN main.fundamentals_periods AS eps
  ON eps.stock_code = codes.stock_code AND eps.period_type = basis_period_type
    AND strftime(eps.period_end, '%Y-%m-%d') = latest_period_end
LEFT JOIN periods AS ttm ON ttm.stock_code = codes.stock_code AND ttm.period_type = 'ttm' AND ttm.place = 1
LEFT JOIN years AS year ON year.stock_code = codes.stock_code AND year.nth = 1
ORDER BY codes.number`;

/** Reported figures that strategies compare, by code number of the market. */
const FUNDAMENTALS_FRAME = framePages({
  name: "stock_fundamentals",
  queries: { rows: ROWS },
});

/** Maximum rows of a list in a response; the tables have more. */
const MAX_PEOPLE = 100;
const MAX_SIGNALS = 100;

/** All codes of companies and short positions, ascending, as one JSON document. */
const CODE_PAGES = pageSet({
  name: "stock_codes",
  queries: {
    codes:
      "SELECT stock_code FROM main.companies UNION SELECT DISTINCT stock_code FROM main.short_positions ORDER BY stock_code",
  },
  documents: async function* (results) {
    yield jsonPage("all", (await results.texts("codes", ["stock_code"])).stock_code);
  },
});

export const STOCK_PAGES: readonly PageSet[] = [
  CODE_PAGES,
  FUNDAMENTALS_PAGES,
  FUNDAMENTALS_FRAME,
  HIGHLIGHT_PAGES,
  STOCK_DETAIL_PAGES,
  TAX_PROFILE_PAGES,
  listed("director_trades", DirectorTradeSchema, { without: "place" }),
  listed("dividends", DividendRecordSchema, { without: "place, ex_day", day: "ex_day" }),
  listed("stock_people", GraphPersonSchema, { without: "stock_code, place", most: MAX_PEOPLE }),
  listed("similar_companies", SimilarCompanySchema, {
    key: "subject_code",
    without: "subject_code, place",
    most: MAX_PEOPLE,
  }),
  listed("stock_events", TimelineEventSchema, { without: "stock_code, place, day", day: "day" }),
  listed("stock_signals", StockSignalSchema, {
    key: "stock_signals.polarity || ' ' || stock_code",
    without: "stock_code, place",
    most: MAX_SIGNALS,
  }),
];

/**
 * Pages by code from the serving table of that name, in `place` order, without columns that are not fields.
 * With `day`, an element is shown for that day number only.
 */
function listed(
  name: string,
  element: DescMessage,
  {
    without,
    key = "stock_code",
    day,
    most = Infinity,
  }: { without: string; key?: string; day?: string; most?: number },
): PageSet {
  const shown = day === undefined ? "" : `${day} AS shown_from, ${day} + 1 AS shown_until, `;
  const sql = `
SELECT ${key} AS page_key, ${shown}* EXCLUDE (${without})
FROM serve.${name}
${most === Infinity ? "" : `WHERE place <= ${most}`}
ORDER BY ${key}, place`;
  return rowPages({ name, element, sql });
}
