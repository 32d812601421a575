import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { METRICS } from "../metrics/metric-registry.ts";

/** The metrics of the registry for every suburb, in registry order; null is not data, 0 a measured zero. */
const SQL = `
CREATE TABLE serve.suburb_metrics AS
SELECT
  suburb.sal_code,
  suburb.state_code,
  ${METRICS.map(({ key, sql }) => `CAST(${sql} AS FLOAT) AS ${key}`).join(",\n  ")}
FROM work.suburb_census AS suburb
LEFT JOIN work.suburb_price USING (sal_code)
LEFT JOIN work.suburb_market USING (sal_code)
LEFT JOIN work.suburb_unit_market USING (sal_code)
LEFT JOIN work.suburb_listing_market USING (sal_code)
LEFT JOIN suburb_amenities AS amenities USING (sal_code)
LEFT JOIN work.suburb_broadband USING (sal_code)
LEFT JOIN work.suburb_crime_rank USING (sal_code)
LEFT JOIN work.suburb_offence_rate USING (sal_code)
LEFT JOIN work.suburb_hazard USING (sal_code)
LEFT JOIN work.suburb_planning USING (sal_code)
LEFT JOIN work.suburb_council USING (sal_code)
LEFT JOIN work.suburb_declared_property USING (sal_code)
LEFT JOIN work.party_index AS federal ON federal.abbreviation = suburb.federal_party_ab
LEFT JOIN work.party_index AS state ON state.abbreviation = suburb.state_party_ab
`;

export const SUBURB_METRICS = sqlAggregate(
  "suburb metrics",
  [{ name: "suburb_metrics", orderBy: "sal_code" }],
  SQL,
);
