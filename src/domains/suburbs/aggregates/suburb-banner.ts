import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";

/** How a blurb calls a place of each archetype; of other places nothing is known. */
const ARCHETYPE_PHRASES: Readonly<Record<string, string>> = {
  "coastal-beach": "a beachside place on the open coast",
  harbour: "a waterside place on a sheltered harbour",
  "river-valley": "a place along a river valley",
  "urban-skyline": "a dense inner-city place",
  "inner-terraces": "an older inner suburb of terraces and narrow streets",
  "leafy-suburban": "a leafy suburb",
  parkland: "a suburb set among parks",
  "hills-ranges": "a place in the hills",
  bushland: "a place at the edge of the bush",
  farmland: "a farming district",
};

const archetypes = Object.keys(ARCHETYPE_PHRASES)
  .map((id) => `'${id}'`)
  .join(", ");
const phraseCases = Object.entries(ARCHETYPE_PHRASES)
  .map(([id, phrase]) => `WHEN '${id}' THEN '${phrase}'`)
  .join("\n    ");

/** The editorial header of a suburb; a missing blurb is put together from name, archetype and council. */
const SQL = `
CREATE TABLE work.suburb_banner AS
WITH landmarks AS (
  SELECT sal_code, ${orderedList("{ name: name, kind: kind }", ["position"])} AS landmarks
  FROM suburb_landmarks
  GROUP BY sal_code
),
named AS (
  SELECT
    sal_code, sal_name, banner_blurb, banner_bg_key, banner_bg_url,
    CASE WHEN banner_archetype IN (${archetypes}) THEN banner_archetype ELSE '' END AS archetype,
    coalesce(nullif(lga.display_name, ''), lga.lga_name) AS council_name
  FROM suburb_demographics
  LEFT JOIN work.suburb_council USING (sal_code)
  LEFT JOIN lga USING (lga_code)
)
SELECT
  sal_code, archetype,
  coalesce(
    nullif(banner_blurb, ''),
    sal_name || ' is ' || CASE archetype
    ${phraseCases}
    ELSE 'a suburb or locality' END || coalesce(' in the area of ' || council_name, '') || '.'
  ) AS blurb,
  coalesce(landmarks, []) AS landmarks,
  coalesce(nullif(banner_bg_key, ''), archetype) AS bg_key,
  coalesce(banner_bg_url, '') AS bg_url
FROM named LEFT JOIN landmarks USING (sal_code)
`;

export const SUBURB_BANNER = sqlAggregate("suburb banner", [], SQL);
