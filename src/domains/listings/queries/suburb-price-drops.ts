import type { PackedRow } from "../../../engine/pages/packed-row-statement.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** One suburb region of a ranking; drop figures are null under 3 cut addresses, price figures under 3 priced ones. */
export interface SuburbPriceDropRow {
  readonly region_code: string;
  readonly sal_code: string;
  readonly sal_name: string;
  readonly state_code: string;
  readonly dropped_listing_count: number | null;
  readonly avg_drop_pct: number | null;
  readonly median_drop_pct: number | null;
  readonly max_drop_pct: number | null;
  readonly max_drop_abs: number | null;
  readonly total_active_listings: number;
  readonly dropped_share: number | null;
  readonly postcode: string;
  readonly for_sale_count: number;
  readonly avg_asking: number | null;
  readonly median_asking: number | null;
  readonly sold_count: number;
  readonly avg_sold: number | null;
  readonly median_sold: number | null;
  readonly dropped_value: number | null;
}

/** The first suburbs of a scope's ranking, in rank order. */
export const SUBURB_PRICE_DROPS = statement<PackedRow>(
  "suburb-price-drops",
  { scope: "varchar", sort: "varchar", limit: "integer" },
  `
SELECT packed
FROM suburb_price_drops
WHERE scope = $scope
  AND sort = $sort
  AND rank <= $limit
`,
);
