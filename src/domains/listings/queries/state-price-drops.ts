import { statement } from "../../../engine/sql/statement.ts";

/** Cuts, asking and sold prices of a state, or of the country when `state_code` is AU. */
export interface StatePriceDropRow {
  readonly state_code: string;
  readonly dropped_count: number;
  readonly avg_drop_pct: number | null;
  readonly median_drop_pct: number | null;
  readonly max_drop_pct: number | null;
  readonly dropped_value: number | null;
  readonly total_active_listings: number;
  readonly dropped_share: number;
  readonly for_sale_count: number;
  readonly for_sale_priced: number;
  readonly avg_asking: number | null;
  readonly median_asking: number | null;
  readonly sold_count: number;
  readonly avg_sold: number | null;
  readonly median_sold: number | null;
  readonly suburbs_tracked: number;
  readonly suburbs_swept_14d: number;
  readonly catalog_suburbs: number;
}

/** The country first, then every crawled state in answer order. */
export const STATE_PRICE_DROPS = statement<StatePriceDropRow>(
  "state-price-drops",
  {},
  `
SELECT
  state_code,
  dropped_count,
  avg_drop_pct,
  median_drop_pct,
  max_drop_pct,
  dropped_value,
  total_active_listings,
  dropped_share,
  for_sale_count,
  for_sale_priced,
  avg_asking,
  median_asking,
  sold_count,
  avg_sold,
  median_sold,
  suburbs_tracked,
  suburbs_swept_14d,
  catalog_suburbs
FROM state_price_drops
`,
);
