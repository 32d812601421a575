import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/** Outlines of suburbs under a public licence, as text: nothing is asked of their points. */
const SQL = `
CREATE TABLE serve.suburb_outlines AS
SELECT sal_code, sal_name, CAST(outline AS VARCHAR) AS outline, source, source_licence
FROM suburb_outlines JOIN suburb_demographics USING (sal_code)
WHERE ${IS_PUBLIC}
`;

export const SUBURB_OUTLINES = sqlAggregate(
  "suburb outlines",
  [{ name: "suburb_outlines", orderBy: "sal_code" }],
  SQL,
);
