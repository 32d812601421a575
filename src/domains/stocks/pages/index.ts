import {
  DirectorTradeSchema,
  DividendRecordSchema,
  GraphPersonSchema,
  SimilarCompanySchema,
  StockSignalSchema,
  TimelineEventSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { jsonPage, type PageSet, pageSet, rowPages } from "../../../snapshot/pages/page-set.ts";
import { FUNDAMENTALS_PAGES } from "./fundamentals.ts";
import { FUNDAMENTALS_FRAME } from "./fundamentals-frame.ts";
import { HIGHLIGHT_PAGES } from "./report-highlights.ts";
import { STOCK_DETAIL_PAGES } from "./stock-details.ts";
import { TAX_PROFILE_PAGES } from "./tax-profiles.ts";

/** Most rows of a list that an answer can hold; more stay in the tables. */
const MOST_PEOPLE = 100;
const MOST_SIGNALS = 100;

/** Every code that companies or short positions know, ascending, as one JSON document. */
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
  rowPages({
    name: "director_trades",
    element: DirectorTradeSchema,
    sql: `
SELECT stock_code AS page_key, * EXCLUDE (place)
FROM serve.director_trades
ORDER BY stock_code, place`,
  }),
  rowPages({
    name: "dividends",
    element: DividendRecordSchema,
    sql: `
SELECT stock_code AS page_key, ex_day AS shown_from, ex_day + 1 AS shown_until, * EXCLUDE (place, ex_day)
FROM serve.dividends
ORDER BY stock_code, place`,
  }),
  rowPages({
    name: "stock_people",
    element: GraphPersonSchema,
    sql: `
SELECT stock_code AS page_key, * EXCLUDE (stock_code, place)
FROM serve.stock_people
WHERE place <= ${MOST_PEOPLE}
ORDER BY stock_code, place`,
  }),
  rowPages({
    name: "similar_companies",
    element: SimilarCompanySchema,
    sql: `
SELECT subject_code AS page_key, * EXCLUDE (subject_code, place)
FROM serve.similar_companies
WHERE place <= ${MOST_PEOPLE}
ORDER BY subject_code, place`,
  }),
  rowPages({
    name: "stock_events",
    element: TimelineEventSchema,
    sql: `
SELECT stock_code AS page_key, day AS shown_from, day + 1 AS shown_until, * EXCLUDE (stock_code, place, day)
FROM serve.stock_events
ORDER BY stock_code, place`,
  }),
  rowPages({
    name: "stock_signals",
    element: StockSignalSchema,
    sql: `
SELECT polarity || ' ' || stock_code AS page_key, * EXCLUDE (stock_code, place)
FROM serve.stock_signals
WHERE place <= ${MOST_SIGNALS}
ORDER BY stock_signals.polarity, stock_code, place`,
  }),
];
