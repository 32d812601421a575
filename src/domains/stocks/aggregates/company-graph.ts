import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** `serve.stock_people` by name, and `serve.similar_companies` by weight, of each code. */
export const COMPANY_GRAPH: Aggregate = sqlAggregate(
  "company_graph",
  [
    { name: "stock_people", orderBy: "stock_code, place" },
    { name: "similar_companies", orderBy: "subject_code, place" },
  ],
  `
CREATE OR REPLACE TABLE serve.stock_people AS
WITH everywhere AS (
  SELECT person_id, list_sort(list(DISTINCT stock_code)) AS codes
  FROM main.company_people
  WHERE person_id IS NOT NULL
  GROUP BY person_id
)
SELECT
  stock_code,
  row_number() OVER (PARTITION BY stock_code ORDER BY name, role NULLS LAST, id) AS place,
  name, role, image_url, linkedin_url,
  list_filter(coalesce(codes, []), lambda code: code <> stock_code) AS also_at
FROM main.company_people
LEFT JOIN everywhere USING (person_id)
WHERE name IS NOT NULL;

CREATE OR REPLACE TABLE serve.similar_companies AS
SELECT
  likeness.stock_code AS subject_code,
  row_number() OVER (PARTITION BY likeness.stock_code ORDER BY similarity DESC, other_code) AS place,
  other_code AS stock_code, company_name, industry, similarity
FROM main.company_similarities AS likeness
LEFT JOIN main.companies AS companies ON companies.stock_code = other_code
WHERE other_code <> likeness.stock_code;
`,
);
