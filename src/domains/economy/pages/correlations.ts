import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";

/** An overlay that moved with a base. */
export interface StoredCorrelation {
  readonly overlay: number;
  readonly r: number;
  readonly n: number;
  /** Day number. */
  readonly lastPeriod: number;
}

const CORRELATIONS = `
SELECT
  base_number AS page_key, overlay_number AS overlay, r, n, last_period AS "lastPeriod"
FROM serve.economic_correlations
ORDER BY base_number, rank`;

const BASES = "SELECT DISTINCT base_number FROM serve.economic_correlations ORDER BY base_number";

/** The correlations of each base over the default window, best first, as one JSON document a series number. */
export const CORRELATION_PAGES = pageSet({
  name: "economic_correlations",
  queries: { correlations: CORRELATIONS, bases: BASES },
  documents: async function* (results) {
    const correlations = rowGroups(results.stretches<Row>("correlations"));
    for await (const bases of results.stretches<{ base_number: number }>("bases")) {
      for (const { base_number } of bases) {
        const found = (await correlations.take(base_number)).map(({ page_key: _, ...row }) => row);
        yield { key: String(base_number), elements: [{ binary: Buffer.from(JSON.stringify(found)) }] };
      }
    }
  },
});
