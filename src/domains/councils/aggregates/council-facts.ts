import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

const FREQUENCY = `CASE
    WHEN measure = 'erp' THEN 'annual'
    WHEN starts_with(measure, 'dwelling_approvals_') AND NOT ends_with(measure, '_fy') THEN 'monthly'
    ELSE 'fy' END`;

/** 2025, 2026-06, or 2025-26 for the year that ends with June 2026. */
const LABEL = `CASE frequency
    WHEN 'annual' THEN strftime(period, '%Y')
    WHEN 'monthly' THEN strftime(period, '%Y-%m')
    ELSE strftime(period - INTERVAL 1 YEAR, '%Y') || '-' || strftime(period, '%y') END`;

/**
 * Public figures of councils over time, and from them the dwellings approved over the latest twelve months: known only
 * when each of the twelve is.
 */
const SQL = `
CREATE TABLE serve.council_facts AS
SELECT *, ${LABEL} AS period_label
FROM (
  SELECT lga_code, measure, period, value, unit, ${FREQUENCY} AS frequency, source, source_licence
  FROM lga_facts
  WHERE ${IS_PUBLIC}
);

CREATE TABLE work.council_approvals AS
WITH months AS (
  SELECT lga_code, source, period, value, year(period) * 12 + month(period) AS month_number
  FROM serve.council_facts
  WHERE measure = 'dwelling_approvals_total'
),
latest AS (
  FROM months
  QUALIFY row_number() OVER (PARTITION BY lga_code ORDER BY month_number DESC, source) = 1
)
SELECT lga_code, latest.period, sum(months.value) AS dwellings
FROM months JOIN latest USING (lga_code, source)
WHERE months.month_number > latest.month_number - 12
GROUP BY ALL
HAVING count(DISTINCT months.month_number) = 12;

CREATE TABLE work.council_growth AS
WITH estimates AS (
  FROM serve.council_facts WHERE measure = 'erp'
  QUALIFY row_number() OVER (PARTITION BY lga_code, year(period) ORDER BY source) = 1
)
SELECT now.lga_code, (now.value / before.value - 1) * 100 AS growth_pct
FROM (
  FROM estimates
  QUALIFY row_number() OVER (PARTITION BY lga_code ORDER BY period DESC) = 1
) AS now
JOIN estimates AS before
  ON before.lga_code = now.lga_code AND before.source = now.source AND year(before.period) = year(now.period) - 1
WHERE before.value > 0
`;

export const COUNCIL_FACTS = sqlAggregate(
  "council facts",
  [{ name: "council_facts", orderBy: "lga_code, measure, source, period" }],
  SQL,
);
