import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";

const HAZARDS = ["flood", "bushfire", "water"];

/** Weighted share over the members with a figure, when these hold at least half of the residents. */
const hazard = (name: string) => {
  const share = `${name}_share_pct`;
  const covered = orderedSum(`CASE WHEN ${share} IS NOT NULL THEN weight END`);
  return `CASE WHEN ${covered} > 0 AND ${covered} >= 0.5 * ${orderedSum("weight")}
    THEN round(${orderedSum(`${share} * weight`)} / ${covered}, 1) END AS ${share},
  count(${share})::INTEGER AS ${name}_covered_suburbs`;
};

/** Electorates of the members by their share of the residents. */
const electorates = (level: string, name: string, prefix: string) => `
SELECT
  lga_code, '${level}' AS level, ${name} AS name,
  coalesce(min(${prefix}_member), '') AS member,
  coalesce(min(${prefix}_party), '') AS party,
  coalesce(min(${prefix}_party_ab), '') AS party_ab,
  coalesce(round(${orderedSum("weight")} / nullif(any_value(residents), 0), 3), 0) AS population_share,
  count(*)::INTEGER AS suburb_count
FROM serve.council_members
JOIN (SELECT lga_code, ${orderedSum("weight")} AS residents FROM serve.council_members GROUP BY lga_code) USING (lga_code)
WHERE ${name} IS NOT NULL
GROUP BY lga_code, ${name}`;

/** The members of a council taken together: hazards, medians, crime, electorates, and the councils next to it. */
const SQL = `
CREATE TABLE serve.council_rollups AS
SELECT
  lga_code,
  count(*)::INTEGER AS member_suburbs,
  count(*) FILTER (dominant)::INTEGER AS dominant_suburbs,
  ${HAZARDS.map(hazard).join(",\n  ")},
  count(vg_median)::INTEGER AS priced_suburbs,
  min(vg_median) AS median_min,
  max(vg_median) AS median_max,
  median(vg_median) AS median_of_medians
FROM serve.council_members
GROUP BY lga_code;

CREATE TABLE serve.council_crime AS
WITH rates AS (
  SELECT lga_code, weight, crime.*
  FROM serve.council_members JOIN work.suburb_crime AS crime USING (sal_code)
  WHERE weight > 0
),
newest AS (
  FROM rates
  QUALIFY rank() OVER (PARTITION BY lga_code, crime_type ORDER BY fy_ending DESC, source) = 1
)
SELECT
  lga_code, crime_type,
  round(${orderedSum("rate_per_100k * weight")} / ${orderedSum("weight")}, 1) AS rate_per_100k,
  fy_ending,
  count(*)::INTEGER AS covered_suburbs,
  min(source_jurisdiction) AS source_jurisdiction,
  source,
  min(source_licence) AS source_licence
FROM newest
GROUP BY lga_code, crime_type, fy_ending, source;

CREATE TABLE serve.council_electorates AS
${electorates("federal", "federal_division", "federal")}
UNION ALL
${electorates("state", "state_district", "state")};

CREATE TABLE serve.council_neighbours AS
WITH touching AS (
  SELECT lga_code, neighbour_code FROM lga_neighbours
  UNION
  SELECT neighbour_code, lga_code FROM lga_neighbours
),
sharing AS (
  SELECT one.lga_code, other.lga_code AS neighbour_code, count(*) AS shared_suburbs
  FROM suburb_lga AS one JOIN suburb_lga AS other USING (sal_code)
  WHERE one.lga_code <> other.lga_code AND one.share >= 0.01 AND other.share >= 0.01
  GROUP BY ALL
)
SELECT
  lga_code, neighbour_code,
  touching.lga_code IS NOT NULL AS shares_border,
  coalesce(shared_suburbs, 0)::INTEGER AS shared_suburbs
FROM touching FULL JOIN sharing USING (lga_code, neighbour_code)
WHERE lga_code <> neighbour_code
`;

export const COUNCIL_ROLLUPS = sqlAggregate(
  "council rollups",
  [
    { name: "council_rollups", orderBy: "lga_code" },
    { name: "council_crime", orderBy: "lga_code, crime_type" },
    { name: "council_electorates", orderBy: "lga_code, level, name" },
    { name: "council_neighbours", orderBy: "lga_code, neighbour_code" },
  ],
  SQL,
);
