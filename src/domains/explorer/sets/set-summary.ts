import type { Row } from "../../../snapshot/pages/row-message.ts";
import {
  type CutColumns,
  type ListingColumns,
  placesInSet,
  type SetColumns,
  type SetMembers,
  type SetPlaces,
} from "./set-columns.ts";
import { FLOOR, markedStatistics, sumOf } from "./set-statistics.ts";

/** Cuts, asking and sold prices of a set in one row; undefined if none of its regions ever had a listing. */
export function setSummary(columns: SetColumns, set: SetMembers): Row | undefined {
  const isIn = placesInSet(columns.places, set);
  const regions = countRegions(columns.places, isIn);
  if (regions.catalog_suburbs === 0) return undefined;
  const cuts = countCuts(columns.cuts, isIn);
  const live = countListings(columns.listings, isIn);
  const sold = countListings(columns.sold, isIn);
  return {
    dropped_count: cuts.count,
    avg_drop_pct: cuts.pct.mean,
    median_drop_pct: cuts.pct.median,
    max_drop_pct: cuts.pct.max,
    dropped_value: cuts.value,
    total_active_listings: live.dwellings,
    dropped_share: live.dwellings === 0 ? 0 : cuts.count / live.dwellings,
    for_sale_count: live.counted,
    for_sale_priced: live.priced,
    avg_asking: live.price.mean,
    median_asking: live.price.median,
    sold_count: sold.counted,
    avg_sold: sold.price.mean,
    median_sold: sold.price.median,
    ...regions,
  };
}

function countRegions(places: SetPlaces, isIn: Uint8Array) {
  const { listedRegion, listedPlace, isSwept, trackedRegion, trackedPlace } = places;
  // Rows of a region are adjacent.
  let listed = 0;
  let swept = 0;
  let lastListed = -1;
  let lastSwept = -1;
  for (let row = 0; row < listedRegion.length; row++) {
    if (isIn[listedPlace[row]] === 0) continue;
    const region = listedRegion[row];
    if (region !== lastListed) listed++;
    lastListed = region;
    if (isSwept[row] !== 1) continue;
    if (region !== lastSwept) swept++;
    lastSwept = region;
  }
  let tracked = 0;
  let lastTracked = -1;
  for (let row = 0; row < trackedRegion.length; row++) {
    if (isIn[trackedPlace[row]] === 0 || trackedRegion[row] === lastTracked) continue;
    lastTracked = trackedRegion[row];
    tracked++;
  }
  return { suburbs_tracked: tracked, suburbs_swept_14d: swept, catalog_suburbs: listed };
}

/** Addresses with a listing, and with a counted one: the most recently seen counts for its address. */
function countListings(columns: ListingColumns, isIn: Uint8Array) {
  const { prices, chosenPlace, chosenRank } = columns;
  const marked = new Uint8Array(prices.length);
  let dwellings = 0;
  let counted = 0;
  let priced = 0;
  for (let place = 0; place < isIn.length; place++) {
    if (isIn[place] === 0) continue;
    dwellings += columns.dwellings[place];
    counted += columns.counted[place];
  }
  for (let row = 0; row < chosenPlace.length; row++) {
    const own = isIn[chosenPlace[row]];
    marked[chosenRank[row]] = own;
    priced += own;
  }
  // Dwellings in several places: which of their listings counts depends on the set.
  const { place, dwelling, isCounted, priceRank } = columns;
  let last = -1;
  let lastCounted = -1;
  for (let row = 0; row < place.length; row++) {
    if (isIn[place[row]] === 0) continue;
    const own = dwelling[row];
    if (own !== last) dwellings++;
    last = own;
    if (own === lastCounted || isCounted[row] !== 1) continue;
    lastCounted = own;
    counted++;
    if (priceRank[row] < 0) continue;
    marked[priceRank[row]] = 1;
    priced++;
  }
  return { dwellings, counted, priced, price: markedStatistics(prices, marked, priced) };
}

function countCuts(columns: CutColumns, isIn: Uint8Array) {
  const { pcts, dropValues: values, chosenPlace, chosenPctRank, chosenValueRank } = columns;
  const marked = new Uint8Array(pcts.length);
  const markedValues = new Uint8Array(values.length);
  let settled = 0;
  for (let row = 0; row < chosenPlace.length; row++) {
    const own = isIn[chosenPlace[row]];
    marked[chosenPctRank[row]] = own;
    markedValues[chosenValueRank[row]] = own;
    settled += own;
  }
  const scattered = scatteredCuts(columns, isIn, marked);
  const count = settled + scattered.length;
  const sums = new Float64Array(count);
  let taken = 0;
  for (let i = 0; i < values.length; i++) if (markedValues[i] === 1) sums[taken++] = values[i];
  sums.set(scattered, taken);
  // Already sorted unless a dwelling is in several places.
  if (scattered.length > 0) sums.sort();
  return {
    count,
    pct: markedStatistics(pcts, marked, count),
    value: count < FLOOR ? null : sumOf(sums, count),
  };
}

/** Marks the largest cut of each dwelling in several places; returns its sums of cuts at the best portal. */
function scatteredCuts(columns: CutColumns, isIn: Uint8Array, marked: Uint8Array): number[] {
  const { place, dwelling, portal, dropAbs, pctRank } = columns;
  const sums: number[] = [];
  let bestSum = 0;
  let bestRank = -1;
  for (let row = 0; row < place.length; ) {
    // All cuts of one portal at a dwelling.
    const own = dwelling[row];
    const ownPortal = portal[row];
    let sum = 0;
    let rank = -1;
    for (; row < place.length && dwelling[row] === own && portal[row] === ownPortal; row++) {
      if (isIn[place[row]] === 0) continue;
      sum += dropAbs[row];
      if (pctRank[row] > rank) rank = pctRank[row];
    }
    if (rank >= 0 && (bestRank < 0 || sum > bestSum)) {
      bestSum = sum;
      bestRank = rank;
    }
    if (bestRank < 0 || (row < place.length && dwelling[row] === own)) continue;
    marked[bestRank] = 1;
    sums.push(bestSum);
    bestRank = -1;
  }
  return sums;
}
