import { jsonPages } from "../../../snapshot/pages/page-set.ts";

/** An overlay that moved with a base. */
export interface StoredCorrelation {
  readonly overlay: number;
  readonly r: number;
  readonly n: number;
  /** Day number. */
  readonly lastPeriod: number;
}

/** The correlations of each base over the default window, best first, as one JSON document a series number. */
export const CORRELATION_PAGES = jsonPages(
  "economic_correlations",
  `
SELECT
  base_number AS page_key, overlay_number AS overlay, r, n, last_period AS "lastPeriod"
FROM serve.economic_correlations
ORDER BY base_number, rank`,
);
