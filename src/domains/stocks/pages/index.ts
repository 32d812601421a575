import type { DescMessage } from "@bufbuild/protobuf";
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
  listed("director_trades", DirectorTradeSchema, { without: "place" }),
  listed("dividends", DividendRecordSchema, { without: "place, ex_day", day: "ex_day" }),
  listed("stock_people", GraphPersonSchema, { without: "stock_code, place", most: MOST_PEOPLE }),
  listed("similar_companies", SimilarCompanySchema, {
    ...{ key: "subject_code", without: "subject_code, place", most: MOST_PEOPLE },
  }),
  listed("stock_events", TimelineEventSchema, { without: "stock_code, place, day", day: "day" }),
  listed("stock_signals", StockSignalSchema, {
    ...{
      key: "stock_signals.polarity || ' ' || stock_code",
      without: "stock_code, place",
      most: MOST_SIGNALS,
    },
  }),
];

/**
 * A list of each code from the serving table of that name, in the order of its places, without columns that are not fields
 * of its message; elements are shown for the number in `day` alone.
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
