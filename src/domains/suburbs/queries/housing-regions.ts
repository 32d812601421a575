import { isPublic } from "../../../engine/sql/public-licence.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** A region with its latest house median; null is none, `latest_period` a day number. */
export interface RegionRow {
  readonly region_code: string;
  readonly region_name: string;
  readonly region_type: string;
  readonly state_code: string | null;
  readonly postcode: string | null;
  readonly latest_value: number | null;
  readonly latest_period: number | null;
  readonly latest_is_preliminary: boolean;
}

/** Every region that may be shown, region_name ascending, then region_code. */
export const ALL_REGIONS = statement<RegionRow>(
  "all housing regions",
  {},
  `
SELECT region_code, region_name, region_type, state_code, postcode, latest_value, latest_period, latest_is_preliminary
FROM housing_regions
WHERE ${isPublic("source_licence")}
`,
);
