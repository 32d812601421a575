import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { REAL_ESTATE } from "../items.ts";

/**
 * `register_people`: every person with the seat of the newest term, in order of name (`name_place`). Counts are of what
 * was ever declared. A party that no term records is that of the division. `derived.person_term`: the terms of each.
 */
export const REGISTER_PEOPLE: Aggregate = sqlAggregate(
  "register people",
  [{ name: "register_people", orderBy: "name_place" }],
  `
CREATE OR REPLACE TABLE derived.person_term AS
SELECT person.politician_id, term.* EXCLUDE (politician_id)
FROM politician_terms AS term
JOIN derived.person AS person ON person.id = term.politician_id
-- Of two records of one person, that of the person itself tells the seat.
QUALIFY row_number() OVER (
  PARTITION BY person.politician_id, parliament, chamber ORDER BY person.politician_id <> person.id, person.id
) = 1;

CREATE TABLE serve.register_people AS
WITH newest AS (
  SELECT *
  FROM derived.person_term
  QUALIFY row_number() OVER (PARTITION BY politician_id ORDER BY parliament DESC, chamber) = 1
),
division_party AS (
  SELECT
    federal_division,
    arg_min(federal_party, sal_code) FILTER (federal_party_ab IS NOT NULL) AS party,
    arg_min(federal_party_ab, sal_code) FILTER (federal_party_ab IS NOT NULL) AS party_ab
  FROM suburb_demographics
  WHERE federal_division IS NOT NULL
  GROUP BY federal_division
),
declared AS (
  SELECT
    politician_id,
    count(DISTINCT stock_code) AS listed_count,
    count(DISTINCT sal_code) FILTER (item_no = ${REAL_ESTATE}) AS property_count
  FROM derived.declared_interest
  GROUP BY politician_id
),
photo AS (
  SELECT id, photo_url, photo_licence, photo_author, photo_source_url
  FROM politicians
  WHERE photo_url <> '' AND photo_licence <> '' AND photo_source_url <> ''
)
SELECT
  row_number() OVER (ORDER BY lower(surname), lower(given_names), slug)::INTEGER AS name_place,
  politicians.id AS politician_id,
  slug,
  display_name,
  surname,
  given_names,
  honorific,
  newest.chamber,
  newest.division,
  newest.state_code,
  CASE WHEN newest.party_ab IS NULL AND newest.party IS NULL THEN division_party.party ELSE newest.party END AS party,
  CASE WHEN newest.party_ab IS NULL AND newest.party IS NULL THEN division_party.party_ab ELSE upper(newest.party_ab) END
    AS party_ab,
  first_parliament,
  last_parliament,
  aph_mpid,
  coalesce(declared.listed_count, 0)::INTEGER AS declared_listed_count,
  coalesce(declared.property_count, 0)::INTEGER AS declared_property_count,
  photo.photo_url,
  photo.photo_licence,
  photo.photo_author,
  photo.photo_source_url
FROM politicians
LEFT JOIN newest ON newest.politician_id = politicians.id
LEFT JOIN division_party ON newest.chamber = 'house' AND division_party.federal_division = newest.division
LEFT JOIN declared ON declared.politician_id = politicians.id
LEFT JOIN photo ON photo.id = politicians.id
WHERE merged_into_id IS NULL;
`,
);
