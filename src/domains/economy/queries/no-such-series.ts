import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import type { EconomicSeries } from "./series-store.ts";

/** The error for a key that no series has, with those that are like it. */
export function noSuchSeries(key: string, catalogue: readonly EconomicSeries[]): TerraceError {
  const near = nearestNames(
    key,
    catalogue.map(({ seriesKey }) => seriesKey),
    3,
  ).map((name) => `"${name}"`);
  const hint = near.length === 0 ? "ListEconomicSeries lists them" : `did you mean ${near.join(", ")}?`;
  return new TerraceError("not_found", `no series ${quoted(key)}; ${hint}`);
}
