import { urlWith } from "../../view/navigate.ts";
import { readCode, readScope, readWhere, whereText } from "../../view/view-state.ts";

/** Place of the market screen: a suburb, or the suburbs of a state or the country that match conditions. */
export type MarketPlace = ReturnType<typeof readPlace>;

/** Reads the place from a query; invalid values fall back to the country. */
export function readPlace(query: string, metrics?: Parameters<typeof readWhere>[1]) {
  const given = new URLSearchParams(query);
  return {
    /** State code, or AU. */
    scope: readScope(given.get("in") ?? ""),
    ...readWhere(given.get("where") ?? "", metrics),
    /** Suburb code, which overrides the others; "" for none. */
    suburb: readCode(given.get("sal") ?? ""),
    /** Key of the shown table; "" for the first. */
    tab: given.get("tab") ?? "",
  };
}

export function placeUrl({ scope, where, suburb, tab }: Omit<MarketPlace, "badWhere">): string {
  const place = suburb === "" && { in: scope === "AU" ? "" : scope, where: whereText({ where }) };
  return urlWith("/market", { ...place, sal: suburb, tab });
}
