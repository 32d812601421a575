import { Indices } from "../../../engine/columns/market/indices.ts";
import { marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { TreeMapQuery } from "../rules.ts";
import { type Battleground, battlegrounds, battlegroundsOf } from "./battlegrounds.ts";
import { type Campaign, shortCampaigns } from "./campaigns.ts";
import { makeScreener, type Screener } from "./screener.ts";
import { shortRanking } from "./top-shorts.ts";
import { type TreeMap, treeMap } from "./tree-map.ts";

/** Lists that follow from a snapshot alone: each is made once, with the first question about it. */
export function rankingOf(view: SnapshotView): readonly number[] {
  return view.derived("market-ranking", () => shortRanking(marketOf(view)));
}

/** One for each period and mode; who wants fewer stocks takes the first ones. */
export function treeMapOf(view: SnapshotView, query: TreeMapQuery): TreeMap {
  return view.derived(`market-tree-map-${query.period}-${query.viewMode}`, () =>
    treeMap(marketOf(view), query),
  );
}

export function screenerOf(view: SnapshotView): Screener {
  return view.derived("market-screener", () => makeScreener(marketOf(view)));
}

export function battlegroundsIn(
  view: SnapshotView,
  order: "squeeze" | "divergence",
): readonly Battleground[] {
  return view.derived(`market-battlegrounds-${order}`, () =>
    battlegroundsOf(battlegrounds(screenerOf(view)), order),
  );
}

export function campaignsOf(view: SnapshotView): readonly Campaign[] {
  return view.derived("market-campaigns", () => shortCampaigns(marketOf(view)));
}

export function indicesOf(view: SnapshotView): Indices {
  return view.derived("market-indices", () => new Indices(view.pages));
}
