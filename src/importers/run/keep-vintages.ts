import { remembered } from "../../runtime/lazy.ts";
import type { Fragment, ImportCell, ImportRow } from "../importer.ts";
import { order } from "./merge.ts";

/** The newest figure of a period, and the first day on which it is known to have been published. */
interface KnownFigure {
  readonly value: ImportCell | undefined;
  readonly publishedOn: ImportCell;
}

/**
 * Dates each observation by the first publication of its value, and turns values that a later file replaced
 * into rows of `series_vintages`. Assumes one source per series. A value without a publication day never
 * becomes a vintage.
 */
export function keepVintages(fragments: readonly Fragment[]): Fragment[] {
  const known = new Map<string, Map<ImportCell | undefined, KnownFigure>>();
  const made = new Map<Fragment, Fragment[]>();
  const inOrder = fragments
    .filter(({ table }) => table === "economic_observations")
    .sort((a, b) => order(a.vintage, b.vintage));
  for (const fragment of inOrder) {
    const replaced: ImportRow[] = [];
    const rows = fragment.rows.map((row) => {
      const { series_key, period, value } = row;
      const series = remembered(known, String(series_key), () => new Map());
      const before = series.get(period);
      const own = row.published_on ?? null;
      const publishedOn = before !== undefined && before.value === value ? (before.publishedOn ?? own) : own;
      series.set(period, { value, publishedOn });
      if (
        before !== undefined &&
        before.value !== value &&
        before.publishedOn !== null &&
        before.publishedOn !== own
      )
        replaced.push({ series_key, period, value: before.value, published_on: before.publishedOn });
      return before === undefined ? row : { ...row, published_on: publishedOn };
    });
    made.set(fragment, [
      { ...fragment, rows },
      ...(replaced.length === 0 ? [] : [{ ...fragment, table: "series_vintages", rows: replaced }]),
    ]);
  }
  return fragments.flatMap((fragment) => made.get(fragment) ?? [fragment]);
}
