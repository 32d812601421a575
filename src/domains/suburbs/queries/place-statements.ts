import { statement } from "../../../engine/sql/statement.ts";

/** Where a suburb lies; unknown numbers are NaN and unknown texts "". */
export interface SuburbPlaceRow {
  readonly sal_code: string;
  readonly centroid_lat: number;
  readonly centroid_lon: number;
  readonly lga_name: string;
}

/** Every suburb's place, sal_code ascending. */
export const SUBURB_PLACES = statement<SuburbPlaceRow>(
  "suburb places",
  {},
  `
SELECT
  sal_code,
  coalesce(centroid_lat, 'NaN') AS centroid_lat,
  coalesce(centroid_lon, 'NaN') AS centroid_lon,
  coalesce(lga_name, '') AS lga_name
FROM suburb_places
ORDER BY sal_code
`,
);
