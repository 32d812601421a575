import type { Row } from "../../../snapshot/pages/row-message.ts";
import { type AgencyColumns, placesInSet, type SetColumns, type SetMembers } from "./set-columns.ts";
import { FLOOR, quantileOf, sortRun, sumOf } from "./set-statistics.ts";

export interface AgenciesJob {
  readonly windowDays: number;
  readonly sort: string;
  readonly limit: number;
}

/** What agencies are ordered by. */
interface Ranked {
  readonly agency: number;
  readonly active: number;
  readonly dropped: number;
  readonly avgDropPct: number | null;
  readonly dropValue: number | null;
}

/** The agencies of a set with enough active addresses: how many, and the first of them in the order of a sort. */
export function setAgencies(
  columns: SetColumns,
  set: SetMembers,
  { windowDays, sort, limit }: AgenciesJob,
): { readonly rows: Row[]; readonly totalCount: number } {
  const { agencies } = columns;
  const isIn = placesInSet(columns.places, set);
  const cutsOf = agencyCuts(agencies, windowDays, isIn);
  const ranked: Ranked[] = [];
  for (let agency = 0; agency < agencies.source.length; agency++) {
    const active = countAddresses(agencies, agency, isIn);
    if (active >= FLOOR) ranked.push({ agency, active, ...cutsOf(agency) });
  }
  const { key, order } = SORTS[sort];
  // Agencies are numbered in the order of equals.
  const shown = atLeastAsHigh(ranked, key, limit)
    .sort((a, b) => order(a, b) || a.agency - b.agency)
    .slice(0, limit);
  return { rows: shown.map((one) => agencyRow(agencies, one, isIn)), totalCount: ranked.length };
}

/** Largest first, missing ones last. */
function descending(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return b - a;
}

interface Sort {
  /** What decides first, larger before smaller; a missing one is below all others. */
  readonly key: (one: Ranked) => number;
  readonly order: (a: Ranked, b: Ranked) => number;
}

const SORTS: Readonly<Record<string, Sort>> = {
  drops: {
    key: ({ dropped }) => dropped,
    order: (a, b) => b.dropped - a.dropped || descending(a.dropValue, b.dropValue) || b.active - a.active,
  },
  listings: {
    key: ({ active }) => active,
    order: (a, b) => b.active - a.active || b.dropped - a.dropped,
  },
  avg_cut: {
    key: ({ avgDropPct }) => avgDropPct ?? -1,
    order: (a, b) => descending(a.avgDropPct, b.avgDropPct) || b.dropped - a.dropped,
  },
  value: {
    key: ({ dropValue }) => dropValue ?? -1,
    order: (a, b) => descending(a.dropValue, b.dropValue) || b.dropped - a.dropped,
  },
};

/** Those that can be among the first `limit`: numbers are sorted in a fraction of the time that comparing takes. */
function atLeastAsHigh(ranked: readonly Ranked[], key: Sort["key"], limit: number): Ranked[] {
  if (ranked.length <= limit) return [...ranked];
  const keys = Float64Array.from(ranked, key).sort();
  const least = keys[keys.length - limit];
  return ranked.filter((one) => key(one) >= least);
}

/** Addresses of the set where the agency has a live listing; those of one address are together. */
function countAddresses({ starts, address, place }: AgencyColumns, agency: number, isIn: Uint8Array): number {
  let count = 0;
  let last = -1;
  for (let row = starts[agency]; row < starts[agency + 1]; row++) {
    if (isIn[place[row]] === 0 || address[row] === last) continue;
    last = address[row];
    count++;
  }
  return count;
}

/** For each agency how many addresses it cut within a window, the mean of their largest cuts, and the sum of all. */
function agencyCuts(columns: AgencyColumns, windowDays: number, isIn: Uint8Array) {
  const { cutStarts, cutAddress, cutPlace, cutWindow, cutPct, cutAbs } = columns;
  let most = 0;
  for (let i = 1; i < cutStarts.length; i++) most = Math.max(most, cutStarts[i] - cutStarts[i - 1]);
  // Largest cut and sum of cuts of each address of one agency.
  const pcts = new Float64Array(most);
  const sums = new Float64Array(most);
  return (agency: number): Pick<Ranked, "dropped" | "avgDropPct" | "dropValue"> => {
    const end = cutStarts[agency + 1];
    let dropped = 0;
    let last = -1;
    for (let row = cutStarts[agency]; row < end; row++) {
      if (cutWindow[row] > windowDays || isIn[cutPlace[row]] === 0) continue;
      if (cutAddress[row] !== last) {
        last = cutAddress[row];
        pcts[dropped] = cutPct[row];
        sums[dropped++] = cutAbs[row];
      } else {
        pcts[dropped - 1] = Math.max(pcts[dropped - 1], cutPct[row]);
        sums[dropped - 1] += cutAbs[row];
      }
    }
    if (dropped < FLOOR) return { dropped, avgDropPct: null, dropValue: null };
    sortRun(pcts, dropped);
    sortRun(sums, dropped);
    return { dropped, avgDropPct: sumOf(pcts, dropped) / dropped, dropValue: sumOf(sums, dropped) };
  };
}

/** The rest of an agency's figures, which only those that are shown need. */
function agencyRow(columns: AgencyColumns, ranked: Ranked, isIn: Uint8Array): Row {
  const { agency } = ranked;
  const { starts, address, region, place, isForSale, price, name, recency } = columns;
  const asked: number[] = [];
  const regions = new Set<number>();
  let lastForSale = -1;
  let newest = Number.POSITIVE_INFINITY;
  let newestName = -1;
  for (let row = starts[agency]; row < starts[agency + 1]; row++) {
    if (isIn[place[row]] === 0) continue;
    regions.add(region[row]);
    if (name[row] >= 0 && recency[row] < newest) {
      newest = recency[row];
      newestName = name[row];
    }
    // The most recently seen of an address comes first.
    if (isForSale[row] !== 1 || address[row] === lastForSale) continue;
    lastForSale = address[row];
    if (!Number.isNaN(price[row])) asked.push(price[row]);
  }
  const prices = Float64Array.from(asked).sort();
  const isShown = prices.length >= FLOOR;
  return {
    source: columns.source[agency],
    agency_id: columns.agencyId[agency],
    agency_name: newestName < 0 ? "" : columns.names[newestName],
    state_code: columns.stateCode[agency],
    active_listings: ranked.active,
    priced_listings: prices.length,
    avg_asking: isShown ? sumOf(prices, prices.length) / prices.length : null,
    median_asking: isShown ? quantileOf(prices, prices.length, 0.5) : null,
    suburbs_covered: regions.size,
    dropped_count: ranked.dropped,
    avg_drop_pct: ranked.avgDropPct,
    total_drop_value: ranked.dropValue,
  };
}
