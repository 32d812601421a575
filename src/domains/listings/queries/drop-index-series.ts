import { statement } from "../../../engine/sql/statement.ts";

export interface DropIndexRow {
  /** Day number. */
  readonly snapshot_date: number;
  readonly drop_rate: number;
  /** Null when withheld or when nothing was cut. */
  readonly median_drop_pct: number | null;
  readonly panel_suburbs: number;
  readonly coverage_ratio: number;
  readonly is_gap: boolean;
  readonly active_addresses: number;
  readonly dropped_addresses: number;
  readonly withdrawn_then_relisted: number;
  readonly delisted_count: number;
  readonly median_withheld: boolean;
}

/** The index of one place between two days, both inclusive, oldest first. */
export const DROP_INDEX_SERIES = statement<DropIndexRow>(
  "drop-index-series",
  { seriesId: "integer", fromDay: "date", toDay: "date" },
  `
SELECT
  snapshot_date,
  drop_rate,
  median_drop_pct,
  panel_suburbs,
  coverage_ratio,
  is_gap,
  active_addresses,
  dropped_addresses,
  withdrawn_then_relisted,
  delisted_count,
  median_withheld
FROM drop_index_daily
WHERE series_id = $seriesId
  AND snapshot_date >= $fromDay
  AND snapshot_date <= $toDay
`,
);
