import { isPublic } from "../../../engine/sql/public-licence.ts";
import {
  HousingRegionSchema,
  ListHousingRegionsResponseSchema,
  ListStateSuburbsResponseSchema,
  SuburbSummarySchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { listPages } from "../../../snapshot/pages/list-pages.ts";
import { suburbSummaries, WITHOUT_IN_SUMMARIES } from "./summaries.ts";

/** The suburbs of each state, by name. */
export const STATE_SUBURB_PAGES = listPages({
  name: "state_suburbs",
  response: ListStateSuburbsResponseSchema,
  element: SuburbSummarySchema,
  sql: suburbSummaries("state_code AS list_key", "state_code, name_place"),
  facets: ["sal_name"],
  without: WITHOUT_IN_SUMMARIES,
});

/** Every region that may be shown, region_name ascending, then region_code. */
export const REGION_ROWS = `
SELECT
  'all' AS list_key, region_code, region_name, region_type, state_code, postcode, latest_value,
  epoch_ms(latest_period::TIMESTAMP) AS latest_period, latest_is_preliminary, latest_sale_count
FROM serve.housing_regions
WHERE ${isPublic("source_licence")}
ORDER BY housing_regions.region_name, housing_regions.region_code`;

export const HOUSING_REGION_PAGES = listPages({
  name: "housing_regions",
  response: ListHousingRegionsResponseSchema,
  element: HousingRegionSchema,
  sql: REGION_ROWS,
  facets: ["region_name", "region_type", "state_code"],
});
