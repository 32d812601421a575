import { statement } from "../../../../engine/sql/statement.ts";

export interface StoredCorrelationRow {
  readonly overlay_number: number;
  readonly r: number;
  readonly n: number;
  /** Day number. */
  readonly last_period: number;
}

/** The stored correlations of one base, best first. */
export const STORED_CORRELATIONS = statement<StoredCorrelationRow>(
  "stored-correlations",
  { base_number: "integer" },
  `
SELECT
  overlay_number,
  r,
  n,
  last_period
FROM economic_correlations
WHERE base_number = $base_number
`,
);
