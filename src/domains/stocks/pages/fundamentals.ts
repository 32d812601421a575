import { PERIOD_TYPES } from "../../../dataset/tables/fundamentals.ts";
import { FundamentalsGrowthSchema, FundamentalsPeriodSchema } from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { GROWTH_PLACE } from "../growth-place.ts";

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

/** The periods of every company, newest first, then its growth record; a known company without periods has no element. */
export const FUNDAMENTALS_PAGES = pageSet({
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
