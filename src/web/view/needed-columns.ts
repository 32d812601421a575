import { metricsOf } from "terrace/client";
import { priceKey } from "./household.ts";
import { shownColumns, type View } from "./view-state.ts";

/** Metrics without which a view cannot be shown. */
export function neededColumns(view: View): string[] {
  const keys = [view.by, ...view.histograms, ...view.where.flatMap((one) => metricsOf(one)), "population"];
  if (view.afford !== undefined) keys.push(priceKey(view.afford));
  if (view.show === "table")
    keys.push(...shownColumns(view), ...view.sort.map((key) => key.replace(/^-/, "")));
  if (view.show === "score") keys.push(...view.weights.map(({ metricKey }) => metricKey));
  return [...new Set(keys)].filter((key) => key !== "name" && key !== "state" && key !== "postcode");
}
