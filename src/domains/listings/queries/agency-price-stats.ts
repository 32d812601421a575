import type { PackedRow } from "../../../engine/pages/packed-row-statement.ts";
import { statement } from "../../../engine/sql/statement.ts";

export interface AgencyPriceStatsRow {
  readonly source: string;
  readonly agency_id: string;
  readonly agency_name: string;
  readonly state_code: string;
  readonly active_listings: number;
  readonly priced_listings: number;
  readonly avg_asking: number | null;
  readonly median_asking: number | null;
  readonly suburbs_covered: number;
  readonly dropped_count: number;
  readonly avg_drop_pct: number | null;
  readonly total_drop_value: number | null;
}

/** The first agencies of a scope's ranking, in rank order. */
export const AGENCY_PRICE_STATS = statement<PackedRow>(
  "agency-price-stats",
  { scope: "varchar", sort: "varchar", limit: "integer" },
  `
SELECT packed
FROM agency_price_stats
WHERE scope = $scope
  AND sort = $sort
  AND rank <= $limit
`,
);
