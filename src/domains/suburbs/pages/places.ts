import { pageSet } from "../../../snapshot/pages/page-set.ts";

/** Where every suburb lies, as columns in sal_code order; null is unknown. */
export interface PlaceColumns {
  readonly salCodes: string[];
  readonly latitudes: (number | null)[];
  readonly longitudes: (number | null)[];
  readonly councils: (string | null)[];
}

interface PlaceRow {
  readonly sal_code: string;
  readonly centroid_lat: number | null;
  readonly centroid_lon: number | null;
  readonly lga_name: string | null;
}

const SQL =
  "SELECT sal_code, centroid_lat, centroid_lon, lga_name FROM serve.suburb_places ORDER BY sal_code";

/** The places of all suburbs, as one JSON document. */
export const PLACE_PAGES = pageSet({
  name: "suburb_places",
  queries: { sql: SQL },
  documents: async function* (results) {
    const columns: PlaceColumns = { salCodes: [], latitudes: [], longitudes: [], councils: [] };
    for await (const rows of results.stretches<PlaceRow>("sql")) {
      for (const row of rows) {
        columns.salCodes.push(row.sal_code);
        columns.latitudes.push(row.centroid_lat);
        columns.longitudes.push(row.centroid_lon);
        columns.councils.push(row.lga_name);
      }
    }
    yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(columns)) }] };
  },
});
