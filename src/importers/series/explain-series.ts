import type { StoredSeries } from "./series-part.ts";
import { seriesKeyOf } from "./series-target.ts";

/** Where a series goes, in one line. */
export function explainSeries({ id, target, values }: StoredSeries): string {
  const places = [
    ...(target.economic === undefined
      ? []
      : [`economic_series ${seriesKeyOf(target.economic)} (${target.economic.unit})`]),
    ...(target.price === undefined
      ? []
      : [`house_prices ${target.price.region.code} ${target.price.measure} ${target.price.dwellingType}`]),
  ];
  return `${id}: ${values.length} observations to ${places.join(" and ")}`;
}
