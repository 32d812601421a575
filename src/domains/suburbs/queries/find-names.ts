import { type ElementRun, type PageList, pageList } from "../../../engine/pages/page-list.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { StopSignal } from "../../../runtime/abort.ts";
import type { RegionFilter, StateSuburbsQuery } from "../rules.ts";

/** Suburbs of a state whose name contains the query, by sal_name, then sal_code. */
export function findSuburbs(
  view: SnapshotView,
  { stateCode, query, limit }: StateSuburbsQuery,
  stop: StopSignal,
): Promise<readonly ElementRun[]> {
  const list = pageList(view, "state_suburbs", stateCode);
  const names = lowerNames(view, list, `suburbs:${stateCode}`, "sal_name");
  return list.read(searchNames(names, query, limit), stop);
}

/** Regions that match the filter, by region_name, then region_code. */
export function findRegions(
  view: SnapshotView,
  { regionType, stateCode, query, limit }: RegionFilter,
  stop: StopSignal,
): Promise<readonly ElementRun[]> {
  const list = pageList(view, "housing_regions", "all");
  const types = list.facet<string>("region_type");
  const states = list.facet<string | null>("state_code");
  const isWanted = (place: number) =>
    (regionType === "" || types[place] === regionType) && (stateCode === "" || states[place] === stateCode);
  const names = lowerNames(view, list, "regions", "region_name");
  return list.read(searchNames(names, query, limit, isWanted), stop);
}

/** Lower-case names of a list, cached per snapshot. */
function lowerNames(view: SnapshotView, list: PageList, key: string, facet: string): readonly string[] {
  return view.derived(`lower-names:${key}`, () =>
    list.facet<string>(facet).map((name) => name.toLowerCase()),
  );
}

/** Up to `limit` places whose lower-case name contains the search string, in order; "" matches all. */
function searchNames(
  names: readonly string[],
  search: string,
  limit: number,
  isWanted: (place: number) => boolean = () => true,
): number[] {
  const found: number[] = [];
  for (let place = 0; place < names.length && found.length < limit; place++) {
    if (isWanted(place) && names[place].includes(search)) found.push(place);
  }
  return found;
}
