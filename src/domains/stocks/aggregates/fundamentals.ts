import { FUNDAMENTALS_FIGURES } from "../../../dataset/tables/fundamentals.ts";
import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { dayText } from "./day-text.ts";

const FIGURES = FUNDAMENTALS_FIGURES.map(([name]) => `${name}, ${name} IS NOT NULL AS has_${name}`);

/**
 * `serve.fundamentals_periods`: every reported period in the words of its message, with its place among the periods of
 * its code: end descending, then annual, half, quarter, ttm.
 */
export const FUNDAMENTALS_PERIODS_SERVED: Aggregate = sqlAggregate(
  "fundamentals_periods",
  [{ name: "fundamentals_periods", orderBy: "stock_code, place" }],
  `
CREATE OR REPLACE TABLE serve.fundamentals_periods AS
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY fundamentals_periods.period_end DESC, period_type) AS place,
  period_type,
  ${dayText("fundamentals_periods.period_end")} AS period_end,
  fiscal_year,
  -- XXX is how a dataset spells a currency that its source does not state.
  nullif(currency, 'XXX') AS currency,
  ${FIGURES.join(",\n  ")},
  source,
  strftime(fetched_at, '%Y-%m-%dT%H:%M:%SZ') AS fetched_at,
  source_document_url,
  ${dayText("fundamentals_periods.source_document_date")} AS source_document_date
FROM main.fundamentals_periods;
`,
);
