import { type Statement, statement } from "../../../engine/sql/statement.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";

/** Published figures of a set by period and frequency; columns are fields of SetPricePoint. */
export const SET_PRICES: Statement<Row> = statement(
  "prices of a set",
  { members: "varchar", measure: "varchar", dwelling_type: "varchar", from_day: "date", to_day: "date" },
  `
SELECT
  epoch_ms(CAST(period AS TIMESTAMP)) AS period,
  frequency,
  CAST(count(*) AS INTEGER) AS suburb_count,
  quantile_cont(value, 0.5) AS median,
  quantile_cont(value, 0.25) AS p25,
  quantile_cont(value, 0.75) AS p75,
  bool_or(is_preliminary) AS is_preliminary
FROM suburb_price_points
WHERE measure = $measure
  AND dwelling_type = $dwelling_type
  AND period BETWEEN $from_day AND $to_day
  AND get_bit(CAST($members AS BIT), position) = 1
GROUP BY suburb_price_points.period, frequency
ORDER BY suburb_price_points.period, frequency
`,
);
