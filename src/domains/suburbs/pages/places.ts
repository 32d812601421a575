import { jsonPage, pageSet } from "../../../snapshot/pages/page-set.ts";

/** Centroids and councils as columns in sal_code order; null is unknown. */
export interface PlaceColumns {
  readonly salCodes: string[];
  readonly latitudes: (number | null)[];
  readonly longitudes: (number | null)[];
  readonly councils: (string | null)[];
}

const SQL =
  "SELECT sal_code, centroid_lat, centroid_lon, lga_name FROM serve.suburb_places ORDER BY sal_code";

/** Centroids and councils of all suburbs, as one JSON document. */
export const PLACE_PAGES = pageSet({
  name: "suburb_places",
  queries: { sql: SQL },
  documents: async function* (results) {
    const rows = await results.rows<Record<string, never>>("sql");
    const columnOf = (name: string) => rows.map((row) => row[name]);
    const columns: PlaceColumns = {
      salCodes: columnOf("sal_code"),
      latitudes: columnOf("centroid_lat"),
      longitudes: columnOf("centroid_lon"),
      councils: columnOf("lga_name"),
    };
    yield jsonPage("all", columns);
  },
});
