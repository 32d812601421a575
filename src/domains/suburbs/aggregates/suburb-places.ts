import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Where every suburb lies, and the council with most of its residents. */
const SQL = `
CREATE TABLE serve.suburb_places AS
SELECT
  sal_code, suburb.sal_name, suburb.centroid_lat, suburb.centroid_lon, council.lga_code, lga.lga_name
FROM suburb_demographics AS suburb
LEFT JOIN work.suburb_council AS council USING (sal_code)
LEFT JOIN lga ON lga.lga_code = council.lga_code
`;

export const SUBURB_PLACES = sqlAggregate(
  "suburb places",
  [{ name: "suburb_places", orderBy: "sal_code" }],
  SQL,
);
