import type { SnapshotView } from "../../../engine/view.ts";
import { type Battleground, battlegrounds, battlegroundsOf } from "./battlegrounds.ts";
import { type Campaign, shortCampaigns } from "./campaigns.ts";
import { Indices } from "./indices.ts";
import { marketOf } from "./market.ts";
import { makeScreener, type Screener } from "./screener.ts";
import { shortRanking } from "./top-shorts.ts";

/** Lists that follow from a snapshot alone: each is made once, with the first question about it. */
export function rankingOf(view: SnapshotView): readonly number[] {
  return view.derived("market-ranking", () => shortRanking(marketOf(view)));
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
