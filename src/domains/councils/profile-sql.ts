import {
  CouncilCrimeStatSchema,
  CouncilDropSuburbSchema,
  CouncilNeighbourSchema,
  CouncilPriceDropsSchema,
  CouncilRepresentativeSchema,
  CouncilRollupSchema,
  CouncilSeriesPointSchema,
  CouncilSeriesSchema,
  CouncilSuburbSchema,
  CouncilSummarySchema,
  LgaInfoSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { messageStruct } from "../../snapshot/pages/row-message.ts";
import { orderedList } from "../../snapshot/tables/ordered-sums.ts";

/** All council summaries, in list order. */
export const COUNCIL_SUMMARIES_SQL = `
SELECT ${CouncilSummarySchema.fields.map(({ name }) => name).join(", ")}
FROM serve.council_summaries
ORDER BY state_code, population DESC NULLS LAST, display_name, lga_code`;

/** Field overrides: median and period only together; `dominant_share` is null, as only suburbs have one. */
const COUNCIL_SPECIAL: Readonly<Record<string, string>> = {
  display_name: "coalesce(display_name, lga_name)",
  council_house_median: "CASE WHEN council_house_median_period IS NOT NULL THEN council_house_median END",
  council_house_median_period:
    "CASE WHEN council_house_median IS NOT NULL THEN council_house_median_period END",
  dominant_share: "CAST(NULL AS DOUBLE)",
};

const MEMBER = messageStruct(CouncilSuburbSchema, {
  share: "round(share, 3)",
  vg_median_period: "strftime(vg_median_period, '%Y-%m-%d')",
  flood_share_pct: "round(flood_share_pct, 1)",
  bushfire_share_pct: "round(bushfire_share_pct, 1)",
  water_share_pct: "round(water_share_pct, 1)",
});
const electorates = (level: string) =>
  orderedList(
    messageStruct(CouncilRepresentativeSchema),
    ["-population_share", "name"],
    `level = '${level}'`,
  );
const POINT = messageStruct(CouncilSeriesPointSchema, { period: "strftime(period, '%Y-%m-%d')" });

/** One row per council, one column per profile field. */
export const COUNCIL_PROFILES_SQL = `
WITH series AS (
  SELECT lga_code, list(${messageStruct(CouncilSeriesSchema)}
    ORDER BY measure, source, unit, source_licence) AS series
  FROM (
    SELECT
      lga_code, measure, unit, frequency, source, source_licence,
      ${orderedList(POINT, ["period"])} AS points
    FROM serve.council_facts
    GROUP BY lga_code, measure, unit, frequency, source, source_licence
  )
  GROUP BY lga_code
),
members AS (
  SELECT lga_code, ${orderedList(MEMBER, ["-coalesce(population, 0)", "sal_name", "sal_code"])} AS suburbs
  FROM serve.council_members
  GROUP BY lga_code
),
crime AS (
  SELECT lga_code, ${orderedList(messageStruct(CouncilCrimeStatSchema), ["crime_type"])} AS crime FROM serve.council_crime GROUP BY lga_code
),
electorates AS (
  SELECT
    lga_code,
    ${electorates("federal")} AS federal_electorates,
    ${electorates("state")} AS state_districts
  FROM serve.council_electorates
  GROUP BY lga_code
),
named AS (
  SELECT
    lga_code,
    list(${messageStruct(CouncilDropSuburbSchema)}
      ORDER BY dropped_listing_count DESC, sal_code) AS suburbs
  FROM serve.council_drop_suburbs JOIN (
    SELECT lga_code, sal_code, sal_name, postcode FROM serve.council_members WHERE dominant
  ) USING (lga_code, sal_code)
  GROUP BY lga_code
),
drops AS (
  SELECT lga_code, ${messageStruct(CouncilPriceDropsSchema, {
    suburbs: "named.suburbs",
    as_of: "stamp.as_of",
    data_through: "stamp.data_through",
  })} AS price_drops
  FROM serve.council_drops
  LEFT JOIN named USING (lga_code)
  LEFT JOIN (FROM serve.refresh_stamps WHERE name = 'suburb_price_drops') AS stamp ON true
),
neighbours AS (
  SELECT beside.lga_code, list(${messageStruct(CouncilNeighbourSchema, {
    lga_code: "neighbour_code",
    slug: "CASE WHEN kind <> 'pseudo' THEN slug END",
    display_name: "coalesce(display_name, lga_name)",
  })} ORDER BY coalesce(display_name, lga_name), neighbour_code) AS neighbours
  FROM serve.council_neighbours AS beside JOIN serve.councils AS other ON other.lga_code = neighbour_code
  GROUP BY beside.lga_code
),
facts AS (
  SELECT lga_code, ${messageStruct(LgaInfoSchema, COUNCIL_SPECIAL)} AS council, boundary_edition AS lga_vintage FROM serve.councils
),
rollups AS (
  SELECT lga_code, ${messageStruct(CouncilRollupSchema, { crime: "crime.crime" })} AS rollup
  FROM serve.council_rollups LEFT JOIN crime USING (lga_code)
),
summaries AS (
  SELECT lga_code, facts_as_of, ${messageStruct(CouncilSummarySchema)} AS summary FROM serve.council_summaries
)
SELECT
  council, summary, lga_vintage, series, suburbs, rollup, federal_electorates, state_districts, price_drops,
  neighbours, facts_as_of
FROM summaries
JOIN facts USING (lga_code)
LEFT JOIN series USING (lga_code)
LEFT JOIN members USING (lga_code)
LEFT JOIN rollups USING (lga_code)
LEFT JOIN electorates USING (lga_code)
LEFT JOIN drops USING (lga_code)
LEFT JOIN neighbours USING (lga_code)
ORDER BY lga_code`;
