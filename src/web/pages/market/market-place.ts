import { urlWith } from "../../view/navigate.ts";
import { readCode, readScope, readWhere, whereText } from "../../view/view-state.ts";

/** What the market screen is about: a suburb, or the suburbs of a state or the country that satisfy conditions. */
export type MarketPlace = ReturnType<typeof readPlace>;

/** The place that an address names; what cannot be read falls back to the country. */
export function readPlace(query: string, metrics?: Parameters<typeof readWhere>[1]) {
  const given = new URLSearchParams(query);
  return {
    /** A state, or AU. */
    scope: readScope(given.get("in") ?? ""),
    ...readWhere(given.get("where") ?? "", metrics),
    /** Code of a suburb, in place of the others; "" without one. */
    suburb: readCode(given.get("sal") ?? ""),
    /** The table shown; "" is the first. */
    tab: given.get("tab") ?? "",
  };
}

/** The address of a place. */
export function placeUrl({ scope, where, suburb, tab }: Omit<MarketPlace, "badWhere">): string {
  const place = suburb === "" && { in: scope === "AU" ? "" : scope, where: whereText({ where }) };
  return urlWith("/market", { ...place, sal: suburb, tab });
}
