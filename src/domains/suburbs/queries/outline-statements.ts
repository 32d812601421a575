import { isPublic } from "../../../engine/sql/public-licence.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** A suburb's outline as stored: the text of a GeoJSON geometry. */
export interface SuburbOutlineRow {
  readonly sal_code: string;
  readonly sal_name: string;
  readonly outline: string;
}

/** The next outlines after a code and before another, sal_code ascending. */
export const SUBURB_OUTLINES = statement<SuburbOutlineRow>(
  "suburb outlines",
  { after: "varchar", before: "varchar", most: "integer" },
  `
SELECT sal_code, sal_name, outline
FROM suburb_outlines
WHERE sal_code > $after AND sal_code < $before
  AND ${isPublic("source_licence")}
ORDER BY sal_code
LIMIT $most
`,
);
