import { LGA } from "../../../dataset/tables/councils.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";

/** Councils, and for each suburb the one with most residents and the others that hold at least 5 % of them. */
export const SUBURB_COUNCILS = sqlAggregate(
  "suburb councils",
  [{ name: "councils", orderBy: "lga_code" }],
  `
CREATE TABLE serve.councils AS
SELECT ${LGA.columns.map((c) => c.name).join(", ")} FROM lga;

CREATE TABLE work.suburb_council AS
WITH ranked AS (
  SELECT
    sal_code, lga_code, share,
    row_number() OVER (PARTITION BY sal_code ORDER BY share DESC NULLS LAST, lga_code) AS place
  FROM suburb_lga JOIN lga USING (lga_code)
)
SELECT
  sal_code,
  any_value(lga_code) FILTER (place = 1) AS lga_code,
  any_value(share) FILTER (place = 1) AS dominant_share,
  ${orderedList("{ lgaCode: lga_code, share: share }", ["place"], "place > 1 AND share >= 0.05")} AS other_councils
FROM ranked
GROUP BY sal_code
`,
);
