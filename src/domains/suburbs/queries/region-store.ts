import type { ServingDatabase } from "../../../engine/sql/database.ts";
import type { ResultColumns } from "../../../engine/sql/statement.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { lazy } from "../../../runtime/lazy.ts";
import { ALL_REGIONS, type RegionRow } from "./housing-regions.ts";
import { searchNames } from "./search-names.ts";

/** Filters that combine with AND; "" filters nothing, `search` is in lower case. */
export interface RegionFilter {
  readonly regionType: string;
  readonly stateCode: string;
  readonly search: string;
  readonly limit: number;
}

/** Every region that may be shown, region_name ascending, then region_code, read once. */
export interface RegionStore {
  readonly rowCount: number;
  row(place: number): RegionRow;
  /** Places of the regions that pass the filter, in order. */
  find(filter: RegionFilter): number[];
}

/** The regions of a view, loaded on first use. */
export function regionStore(view: SnapshotView): Promise<RegionStore> {
  return view.derived("region-store", () => lazy(() => loadRegionStore(view.database)))();
}

async function loadRegionStore(database: ServingDatabase): Promise<RegionStore> {
  const { columns, rowCount }: ResultColumns<RegionRow> = await database.query(ALL_REGIONS, {});
  const names = columns.region_name.map((name) => name.toLowerCase());
  return {
    rowCount,
    row: (place) => ({
      region_code: columns.region_code[place],
      region_name: columns.region_name[place],
      region_type: columns.region_type[place],
      state_code: columns.state_code[place],
      postcode: columns.postcode[place],
      latest_value: columns.latest_value[place],
      latest_period: columns.latest_period[place],
      latest_is_preliminary: columns.latest_is_preliminary[place],
    }),
    find: ({ regionType, stateCode, search, limit }) =>
      searchNames(
        names,
        search,
        limit,
        (place) =>
          (regionType === "" || columns.region_type[place] === regionType) &&
          (stateCode === "" || columns.state_code[place] === stateCode),
      ),
  };
}
