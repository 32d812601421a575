import type { DescMessage } from "@bufbuild/protobuf";
import {
  SuburbCrimeStatSchema,
  SuburbDemographicsSchema,
  SuburbElevationSchema,
  SuburbHazardExposureSchema,
  SuburbPlanningSchema,
  SuburbSeifaIndexSchema,
  SuburbSeifaSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { camelCase } from "../../../runtime/camel-case.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";

const fieldsOf = ({ fields }: DescMessage, isWanted = /./) =>
  fields.map(({ name }) => name).filter((name) => isWanted.test(name));

const SEIFA_PARTS = fieldsOf(SuburbSeifaIndexSchema);
const SEIFA_INDEXES = fieldsOf(SuburbSeifaSchema);
const ELEVATION = fieldsOf(SuburbElevationSchema);
const HAZARD_SHARES = fieldsOf(SuburbHazardExposureSchema, /_pct$/);
const PLANNING_FIGURES = fieldsOf(SuburbPlanningSchema, /^(?!zone_shares|instruments|.*source)/);

const members = (fields: readonly string[]) => fields.map((f) => `${camelCase(f)}: ${f}`).join(", ");
const struct = (fields: readonly string[]) => `{ ${members(fields)} }`;
const anyKnown = (fields: readonly string[]) => `coalesce(${fields.map((f) => `${f}::VARCHAR`).join(", ")})`;
const seifaColumns = SEIFA_INDEXES.flatMap((index) => SEIFA_PARTS.map((part) => `seifa_${index}_${part}`));
const seifaStruct = SEIFA_INDEXES.map(
  (index) =>
    `${index}: { ${SEIFA_PARTS.map((part) => `${camelCase(part)}: seifa_${index}_${part}`).join(", ")} }`,
).join(", ");

/**
 * GetSuburbProfile: one row a suburb, a column a block, each block a struct or null when it is absent. Names of
 * councils and of similar suburbs are not repeated here; they are in `councils` and `suburbs`.
 */
export const SUBURB_PROFILES = sqlAggregate(
  "suburb profiles",
  [{ name: "suburb_profiles", orderBy: "sal_code" }],
  `
CREATE TABLE serve.suburb_profiles AS
WITH crime AS (
  SELECT
    sal_code,
    ${orderedList(struct(fieldsOf(SuburbCrimeStatSchema)), ["crime_type"])} AS stats,
    first({ jurisdiction: source_jurisdiction, source: source, licence: source_licence }
      ORDER BY crime_type) AS origin
  FROM work.suburb_crime
  GROUP BY sal_code
),
alike AS (
  SELECT
    of.sal_code,
    ${orderedList("{ salCode: of.similar_sal_code, similarity: of.similarity, compared: of.compared }", ["place"])} AS suburbs
  FROM work.similar_suburb AS of
  GROUP BY of.sal_code
)
SELECT
  sal_code,
  (${struct(fieldsOf(SuburbDemographicsSchema))}) AS demographics,
  ({ archetype: archetype, blurb: blurb, landmarks: landmarks, bgKey: bg_key, bgUrl: bg_url })
    AS banner,
  CASE WHEN ${anyKnown(seifaColumns)} IS NOT NULL THEN ({ ${seifaStruct} }) END AS seifa,
  CASE WHEN ${anyKnown(ELEVATION)} IS NOT NULL THEN (${struct(ELEVATION)}) END AS elevation,
  lga_code,
  dominant_share,
  price.source AS price_source,
  offence.source AS offence_source,
  (other_councils) AS council_overlaps,
  (alike.suburbs) AS similar_suburbs,
  CASE WHEN crime.stats IS NOT NULL THEN ({
    stats: crime.stats,
    sourceJurisdiction: origin.jurisdiction, source: origin.source, sourceLicence: origin.licence
  }) END AS crime,
  CASE WHEN ${anyKnown(HAZARD_SHARES)} IS NOT NULL THEN (${struct(fieldsOf(SuburbHazardExposureSchema))}) END AS hazards,
  CASE WHEN ${anyKnown(PLANNING_FIGURES)} IS NOT NULL OR len(zone_shares) > 0 THEN ({
    zoneShares: coalesce(zone_shares, []),
    ${members(PLANNING_FIGURES)},
    instruments: coalesce(instruments, []),
    zoningSource: zoning_source, heritageSource: heritage_source, sourceLicence: planning.source_licence
  }) END AS planning,
  origin.licence AS crime_licence,
  hazard.source_licence AS hazards_licence,
  planning.source_licence AS planning_licence
FROM work.suburb_census
LEFT JOIN work.suburb_price AS price USING (sal_code)
LEFT JOIN work.suburb_banner USING (sal_code)
LEFT JOIN work.suburb_council USING (sal_code)
LEFT JOIN alike USING (sal_code)
LEFT JOIN crime USING (sal_code)
LEFT JOIN work.suburb_offence_rate AS offence USING (sal_code)
LEFT JOIN work.suburb_hazard AS hazard USING (sal_code)
LEFT JOIN work.suburb_planning AS planning USING (sal_code)
LEFT JOIN work.suburb_zone_shares USING (sal_code)
`,
);
