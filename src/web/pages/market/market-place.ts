import type { WhereExpression } from "terrace/client";
import { urlWith } from "../../view/navigate.ts";
import { readWhere, STATE_CODES, type View, whereText } from "../../view/view-state.ts";

/** What the market screen is about: a suburb, or the suburbs of a state or the country that satisfy conditions. */
export interface MarketPlace {
  /** A state, or AU. */
  readonly scope: string;
  readonly where: readonly WhereExpression[];
  readonly badWhere: View["badWhere"];
  /** Code of a suburb, in place of the others; "" without one. */
  readonly suburb: string;
  /** The table shown; "" is the first. */
  readonly tab: string;
}

/** The place that an address names; what cannot be read falls back to the country. */
export function readPlace(query: string, metrics?: Parameters<typeof readWhere>[1]): MarketPlace {
  const given = new URLSearchParams(query);
  const scope = (given.get("in") ?? "").toUpperCase();
  const suburb = given.get("sal") ?? "";
  return {
    scope: STATE_CODES.includes(scope) ? scope : "AU",
    ...readWhere(given.get("where") ?? "", metrics),
    suburb: /^\d{5}$/.test(suburb) ? suburb : "",
    tab: given.get("tab") ?? "",
  };
}

/** The address of a place. */
export function placeUrl({ scope, where, suburb, tab }: Omit<MarketPlace, "badWhere">): string {
  const place = suburb === "" && { in: scope === "AU" ? "" : scope, where: whereText({ where }) };
  return urlWith("/market", { ...place, sal: suburb, tab });
}
