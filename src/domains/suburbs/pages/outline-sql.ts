import { isPublic } from "../../../engine/sql/public-licence.ts";

/** The outline of every suburb; a point at its centroid in place of one that is missing, where that is known. */
export const OUTLINES = `
SELECT
  place.sal_code, place.sal_name,
  coalesce(
    shape.outline,
    format('{{"type":"Point","coordinates":[{},{}]}}', round(centroid_lon, 5), round(centroid_lat, 5))
  ) AS outline
FROM serve.suburb_places AS place
LEFT JOIN (
  SELECT sal_code, outline FROM serve.suburb_outlines WHERE ${isPublic("source_licence")}
) AS shape USING (sal_code)
WHERE shape.outline IS NOT NULL OR (centroid_lat IS NOT NULL AND centroid_lon IS NOT NULL)
ORDER BY place.sal_code`;
