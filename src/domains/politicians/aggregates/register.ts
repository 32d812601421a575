import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { REAL_ESTATE, SHARES } from "../items.ts";
import { normalName } from "./funding.ts";

/**
 * `derived.person(id, politician_id)`: the person that each record is served as; a merged one is served as
 * its target. `derived.named_company`: the listed company of each declaration, by code or exact name, never
 * by similarity. `derived.declared_interest`: public declarations with person, company and suburb; a start is
 * known if marked so and present. `derived.register_change`: an addition (kind 1) per known start, a removal
 * (kind 2) per end. `derived.register_stamp`: day and instant of the last refresh; no row without a register.
 */
export const DECLARED_INTERESTS: Aggregate = sqlAggregate(
  "declared interests",
  [],
  `


CREATE OR REPLACE TABLE derived.person AS
SELECT politicians.id, coalesce(other.id, politicians.id) AS politician_id
FROM politicians
LEFT JOIN politicians AS other ON other.id = politicians.merged_into_id
WHERE politicians.merged_into_id IS NULL OR other.merged_into_id IS NULL AND other.id IS NOT NULL;

CREATE OR REPLACE TABLE derived.named_company AS
WITH unnamed AS (
  -- Shares without a company in the dataset: the declared text may be a code, or the name of one company.
  SELECT
    id,
    regexp_extract(trim(declared_text), '^([A-Z0-9]{3,6})( [Ss]hares?)?$', 1) AS ticker,
    ${normalName("regexp_replace(trim(declared_text), '(?i) shares?$', '')")} AS norm
  FROM register_holdings
  WHERE stock_code IS NULL AND item_no = ${SHARES}
),
found AS (
  SELECT
    unnamed.id,
    coalesce(companies.stock_code, listed.stock_code) AS stock_code,
    CASE WHEN companies.stock_code IS NOT NULL THEN 'ticker_in_text' ELSE listed.match_method END AS match_method
  FROM unnamed
  LEFT JOIN companies ON companies.stock_code = unnamed.ticker
  LEFT JOIN derived.listed_name AS listed ON listed.norm = unnamed.norm
)
SELECT
  holding.id,
  coalesce(upper(holding.stock_code), found.stock_code) AS stock_code,
  coalesce(holding.match_method, found.match_method) AS match_method
FROM register_holdings AS holding
LEFT JOIN found USING (id);

CREATE OR REPLACE TABLE derived.declared_interest AS
SELECT
  holding.id,
  person.politician_id,
  holding.item_no,
  list_position(['self', 'spouse_partner', 'dependent_children'], holding.holder)::INTEGER AS holder,
  holding.declared_text,
  holding.secondary_text,
  named.stock_code,
  company.company_name,
  company.industry,
  holding.sal_code,
  suburb.sal_name AS suburb_name,
  suburb.state_code AS property_state,
  named.match_method,
  CASE WHEN holding.declared_from_known THEN holding.declared_from END AS declared_from,
  holding.declared_from_known AND holding.declared_from IS NOT NULL AS declared_from_known,
  holding.declared_to,
  holding.currently_declared,
  holding.source_url,
  holding.source_licence,
  holding.entity_kind
FROM register_holdings AS holding
JOIN derived.person AS person ON person.id = holding.politician_id
JOIN derived.named_company AS named ON named.id = holding.id
LEFT JOIN companies AS company ON company.stock_code = named.stock_code
LEFT JOIN suburb_demographics AS suburb ON suburb.sal_code = holding.sal_code
WHERE ${IS_PUBLIC}
ORDER BY holding.id;

UPDATE derived.declared_interest SET holder = 0 WHERE holder IS NULL;

CREATE OR REPLACE TABLE derived.register_change AS
SELECT id, politician_id, 1 AS kind, declared_from AS changed_on FROM derived.declared_interest WHERE declared_from_known
UNION ALL
SELECT id, politician_id, 2 AS kind, declared_to AS changed_on FROM derived.declared_interest WHERE declared_to IS NOT NULL;

CREATE OR REPLACE TABLE derived.register_stamp AS
SELECT getvariable('as_of')::DATE AS as_of_day, getvariable('as_of')::TIMESTAMP AS as_at
WHERE EXISTS (FROM politicians);
`,
);

/**
 * `register_people`: people with the seat of the newest term, in name order (`name_place`). Counts include
 * past declarations. A term without a party gets its division's. `derived.person_term`: all terms.
 */
export const REGISTER_PEOPLE: Aggregate = sqlAggregate(
  "register people",
  [{ name: "register_people", orderBy: "name_place" }],
  `
CREATE OR REPLACE TABLE derived.person_term AS
SELECT person.politician_id, term.* EXCLUDE (politician_id)
FROM politician_terms AS term
JOIN derived.person AS person ON person.id = term.politician_id
-- Of two records of one person, the seat is that of the record that is not merged.
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
