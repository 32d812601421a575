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

/** The same with a point in place of each outline that is missing, where the suburb's place is known. */
export const SUBURB_OUTLINES_AND_POINTS = statement<SuburbOutlineRow>(
  "suburb outlines and points",
  { after: "varchar", before: "varchar", most: "integer" },
  `
SELECT
  place.sal_code, place.sal_name,
  coalesce(
    shape.outline,
    format('{{"type":"Point","coordinates":[{},{}]}}', round(centroid_lon, 5), round(centroid_lat, 5))
  ) AS outline
FROM suburb_places AS place
LEFT JOIN (
  SELECT sal_code, outline FROM suburb_outlines
  WHERE sal_code > $after AND sal_code < $before AND ${isPublic("source_licence")}
) AS shape USING (sal_code)
WHERE place.sal_code > $after AND place.sal_code < $before
  AND (shape.outline IS NOT NULL OR (centroid_lat IS NOT NULL AND centroid_lon IS NOT NULL))
ORDER BY place.sal_code
LIMIT $most
`,
);

/** The outlines of some suburbs. */
export const OUTLINES_BY_CODE = statement<Pick<SuburbOutlineRow, "sal_code" | "outline">>(
  "outlines by code",
  { codes: "varchar[]" },
  `
SELECT sal_code, outline
FROM suburb_outlines
WHERE sal_code IN (SELECT unnest($codes::VARCHAR[])) AND ${isPublic("source_licence")}
`,
);

/** The same with a point in place of each outline that is missing. */
export const OUTLINES_AND_POINTS_BY_CODE = statement<Pick<SuburbOutlineRow, "sal_code" | "outline">>(
  "outlines and points by code",
  { codes: "varchar[]" },
  `
WITH wanted AS (SELECT unnest($codes::VARCHAR[]) AS sal_code),
shapes AS (
  SELECT sal_code, outline
  FROM suburb_outlines
  WHERE sal_code IN (FROM wanted) AND ${isPublic("source_licence")}
)
SELECT
  place.sal_code,
  coalesce(
    shape.outline,
    format('{{"type":"Point","coordinates":[{},{}]}}', round(centroid_lon, 5), round(centroid_lat, 5))
  ) AS outline
FROM suburb_places AS place
LEFT JOIN shapes AS shape USING (sal_code)
WHERE place.sal_code IN (FROM wanted)
  AND (shape.outline IS NOT NULL OR (centroid_lat IS NOT NULL AND centroid_lon IS NOT NULL))
`,
);
