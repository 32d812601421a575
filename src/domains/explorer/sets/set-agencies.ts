import type { Row } from "../../../snapshot/pages/row-message.ts";
import { type AgencyColumns, placesInSet, type SetColumns, type SetMembers } from "./set-columns.ts";
import { FLOOR, quantileOf, sortRun, sumOf } from "./set-statistics.ts";

export interface AgenciesJob {
  readonly windowDays: number;
  readonly sort: string;
  readonly limit: number;
}

/** Figures by which agencies can be sorted. */
interface Ranked {
  readonly agency: number;
  readonly active: number;
  readonly dropped: number;
  readonly avgDropPct: number | null;
  readonly dropValue: number | null;
}

/** Agencies with at least FLOOR active addresses in a set: their number, and the top `limit` by a sort. */
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
  const figures = SORTS[sort];
  const shown = topCandidates(ranked, figures[0], limit)
    .sort((a, b) => byFigures(figures, a, b))
    .slice(0, limit);
  return { rows: shown.map((one) => agencyRow(agencies, one, isIn)), totalCount: ranked.length };
}

type Figure = Exclude<keyof Ranked, "agency">;

/** Figures that a sort compares in turn, larger first. */
const SORTS: Readonly<Record<string, readonly Figure[]>> = {
  drops: ["dropped", "dropValue", "active"],
  listings: ["active", "dropped"],
  avg_cut: ["avgDropPct", "dropped"],
  value: ["dropValue", "dropped"],
};

/** Null sorts below all others. */
const figureOf = (one: Ranked, figure: Figure): number => one[figure] ?? -1;

function byFigures(figures: readonly Figure[], a: Ranked, b: Ranked): number {
  for (const figure of figures) {
    const difference = figureOf(b, figure) - figureOf(a, figure);
    if (difference !== 0) return difference;
  }
  // Agency numbers break ties.
  return a.agency - b.agency;
}

/** Candidates for the top `limit`: sorting numbers takes a fraction of the time of comparing objects. */
function topCandidates(ranked: readonly Ranked[], figure: Figure, limit: number): Ranked[] {
  if (ranked.length <= limit) return [...ranked];
  const figures = Float64Array.from(ranked, (one) => figureOf(one, figure)).sort();
  const least = figures[figures.length - limit];
  return ranked.filter((one) => figureOf(one, figure) >= least);
}

/** Addresses of the set where the agency has a live listing. Rows of an address are adjacent. */
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

/** By agency: addresses with a cut in the window, the mean of their largest cuts, and the sum of all cuts. */
function agencyCuts(columns: AgencyColumns, windowDays: number, isIn: Uint8Array) {
  const { cutStarts, cutAddress, cutPlace, cutWindow, cutPct, cutAbs } = columns;
  let most = 0;
  for (let i = 1; i < cutStarts.length; i++) most = Math.max(most, cutStarts[i] - cutStarts[i - 1]);
  // Reused buffers: largest cut and sum of cuts by address of the current agency.
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

/** The remaining figures of an agency, computed only for returned rows. */
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
    // Listings of an address are sorted by last sighting, newest first.
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
