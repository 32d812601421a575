import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/** Item of the register's form for real estate. */
const REAL_ESTATE = 3;

/**
 * `work.suburb_declared_property(sal_code, declared_property_count)`: declarations of real estate in each suburb that
 * members make now. A dataset without the declarations themselves may give their number in `register_suburb_property`.
 */
export const DECLARED_PROPERTY: Aggregate = sqlAggregate(
  "declared property",
  [],
  `
CREATE OR REPLACE TABLE work.suburb_declared_property AS
WITH declared AS (
  SELECT sal_code, count(*)::INTEGER AS declared_property_count
  FROM register_holdings
  WHERE item_no = ${REAL_ESTATE} AND currently_declared AND sal_code IS NOT NULL AND ${IS_PUBLIC}
  GROUP BY sal_code
)
SELECT sal_code, declared_property_count FROM declared
UNION ALL
SELECT sal_code, declared_property_count FROM register_suburb_property WHERE NOT EXISTS (FROM declared);
`,
);
