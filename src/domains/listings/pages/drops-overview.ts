import { create } from "@bufbuild/protobuf";
import {
  GetPriceDropsOverviewResponseSchema,
  StatePriceDropSummarySchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { encodeElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";

const SUMMARIES = `
SELECT *
FROM serve.state_price_drops
ORDER BY state_code = 'AU' DESC, dropped_count DESC, state_code`;

/** The country and every crawled state in one answer, but for its stamps. */
export const DROPS_OVERVIEW_PAGES = pageSet({
  name: "price_drops_overview",
  queries: { summaries: SUMMARIES },
  documents: async function* (results) {
    for await (const rows of results.stretches<Row>("summaries")) {
      const summary = rowMessages(StatePriceDropSummarySchema, Object.keys(rows[0]));
      const [national, ...states] = rows.map(summary);
      const answer = create(GetPriceDropsOverviewResponseSchema, { national, states });
      yield { key: "all", elements: [encodeElement(GetPriceDropsOverviewResponseSchema, answer)] };
    }
  },
});
