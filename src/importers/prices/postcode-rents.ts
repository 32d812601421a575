import { type Fragment, fragmentsOf, type ImportRow, type StoredPart } from "../importer.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { firstDayOf } from "../series/period.ts";
import type { SourceFacts } from "../source-licence.ts";
import type { SuburbFigure } from "./suburb-figures.ts";

export interface PostcodeRent {
  readonly postcode: string;
  readonly dwellingType: SuburbFigure["dwellingType"];
  readonly lastDay: string;
  readonly value: number;
  readonly row: number;
}

/** Drops postcodes that occur in two parts of the state, because two medians cannot be combined. */
export function rentsOfWholePostcodes(rents: readonly PostcodeRent[], tally: RejectTally): PostcodeRent[] {
  const byPostcode = Map.groupBy(rents, ({ postcode }) => postcode);
  return [...byPostcode].flatMap(([postcode, own]) => {
    const [first, second] = new Set(own.map(({ row }) => row));
    if (second === undefined) return own;
    tally.reject("postcode in two parts of the state", second, `${postcode} is in row ${first} too`);
    return [];
  });
}

/**
 * Series of rents by postcode, `rents.median_weekly.house.5000`, dated by the first day of the quarter. Not
 * in the price tables: a postcode has many suburbs, and its median is none of sourceName.
 */
export function postcodeRentFragments(
  parts: readonly StoredPart<{ readonly postcodes?: readonly PostcodeRent[] }>[],
  source: SourceFacts,
  stateName: string,
): Fragment[] {
  return parts.flatMap(({ part, vintage }) => {
    const series = new Map<string, ImportRow>();
    const observations: ImportRow[] = [];
    for (const { postcode, dwellingType, lastDay, value } of part.postcodes ?? []) {
      const series_key = `rents.median_weekly.${dwellingType}.${postcode}`;
      series.set(series_key, {
        series_key,
        topic: "rents",
        metric: "median_weekly",
        product: dwellingType,
        region_type: "postcode",
        region_code: postcode,
        region_name: `Postcode ${postcode}, ${stateName}`,
        unit: "aud",
        frequency: "quarterly",
        adjustment: "original",
        source_key: source.id,
        licence: source.licence,
        internal_only: false,
      });
      observations.push({ series_key, period: firstDayOf(lastDay, "Q"), value });
    }
    const tables = { economic_series: [...series.values()], economic_observations: observations };
    return fragmentsOf(source, { vintage }, tables);
  });
}
