import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_COMMERCIAL_USE_ALLOWED } from "../../../snapshot/tables/public-licence-sql.ts";
import { LEAST_RATE_RESIDENTS, RECORDED_OFFENCES } from "../metrics/places.ts";

/**
 * Crime rates of the latest year with their percentile. Gates first: two-year pooled, at least 2,000 residents, a
 * survey anchor with a relative standard error of at most 25 %, commercial use allowed. Then, within state, crime
 * type and year: residents of suburbs with a lower rate plus half of one's own, as a share of all.
 */
const SQL = `
CREATE TABLE work.suburb_crime AS
WITH reliable AS (
  SELECT
    crime.sal_code, suburb.state_code, crime_type, fy_ending, rate_per_100k, crime.population,
    source_jurisdiction, source, source_licence
  FROM suburb_crime_stats AS crime JOIN suburb_demographics AS suburb USING (sal_code)
  WHERE pooled AND crime.population >= 2000 AND anchor_rse_pct <= 25 AND NOT unreliable
    AND ${IS_COMMERCIAL_USE_ALLOWED}
),
ranked AS (
  SELECT
    *,
    (coalesce(sum(population) OVER safer, 0) + 0.5 * population) / sum(population) OVER everywhere * 100 AS pct_rank
  FROM reliable
  WINDOW
    everywhere AS (PARTITION BY state_code, crime_type, fy_ending),
    safer AS (
      PARTITION BY state_code, crime_type, fy_ending ORDER BY rate_per_100k
      RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP
    )
)
SELECT
  sal_code, crime_type, rate_per_100k, pct_rank, fy_ending, source_jurisdiction, source, source_licence
FROM ranked
QUALIFY row_number() OVER (PARTITION BY sal_code, crime_type ORDER BY fy_ending DESC) = 1;

CREATE TABLE work.suburb_crime_rank AS
SELECT
  sal_code,
  any_value(pct_rank) FILTER (crime_type = 'break_ins') AS break_ins,
  any_value(pct_rank) FILTER (crime_type = 'violent') AS violent,
  any_value(pct_rank) FILTER (crime_type = 'motor_vehicle') AS motor_vehicle
FROM work.suburb_crime
GROUP BY sal_code
`;

export const SUBURB_CRIME = sqlAggregate("suburb crime", [], SQL);

/** Offences that police recorded in a suburb's latest year, per 100,000 usual residents. */
const RATES_SQL = `
CREATE TABLE work.suburb_offence_rate AS
WITH latest AS (
  SELECT sal_code, offence, source, 100000.0 * offences / population AS rate
  FROM suburb_offences JOIN suburb_demographics USING (sal_code)
  WHERE population >= ${LEAST_RATE_RESIDENTS} AND ${IS_COMMERCIAL_USE_ALLOWED}
  QUALIFY row_number() OVER (PARTITION BY sal_code, offence ORDER BY year DESC) = 1
)
SELECT
  sal_code, min(source) AS source,
  ${RECORDED_OFFENCES.map(([offence]) => `any_value(rate) FILTER (offence = '${offence}') AS recorded_${offence}`).join(",\n  ")}
FROM latest
GROUP BY sal_code
`;

export const SUBURB_OFFENCE_RATES = sqlAggregate("suburb offences", [], RATES_SQL);
