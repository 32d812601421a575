import type { Fragment } from "../importer.ts";
import type { SourceFacts } from "../source-licence.ts";
import { isWithheld } from "./withhold.ts";

const SERIES_TABLES: readonly string[] = ["economic_series", "economic_observations"];

/** Observations of a series that another source owns. */
export interface ForeignRows {
  readonly sourceId: string;
  readonly ownerId: string;
  readonly series: number;
  /** Key of the first one. */
  readonly example: string;
}

/**
 * The fragments with every economic series from one source: a series carries one licence and one attribution, and its
 * observations have none of their own. Of two sources the one that may be shown owns it, then the one of higher
 * precedence.
 */
export function oneSourceSeries(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
  allowed: ReadonlySet<string>,
): { fragments: Fragment[]; foreign: ForeignRows[] } {
  const owners = new Map<string, string>();
  const strength = (id: string) => {
    const source = facts.get(id)!;
    return (isWithheld(source, allowed) ? 0 : 1_000_000) + source.precedence;
  };
  for (const { table, sourceId, rows } of fragments) {
    if (table !== "economic_series") continue;
    for (const { series_key } of rows) {
      const owner = owners.get(String(series_key));
      const isStronger =
        owner === undefined ||
        strength(sourceId) > strength(owner) ||
        (strength(sourceId) === strength(owner) && sourceId > owner);
      if (isStronger) owners.set(String(series_key), sourceId);
    }
  }
  const foreign = new Map<string, { row: ForeignRows; keys: Set<string> }>();
  const kept = fragments.map((fragment) => {
    if (!SERIES_TABLES.includes(fragment.table)) return fragment;
    const own = fragment.rows.filter(({ series_key }) => {
      const [key, { sourceId }] = [String(series_key), fragment];
      const ownerId = owners.get(key);
      if (ownerId === undefined || ownerId === sourceId) return true;
      const id = `${sourceId} ${ownerId}`;
      const entry = foreign.get(id) ?? {
        row: { sourceId, ownerId, series: 0, example: key },
        keys: new Set(),
      };
      foreign.set(id, { row: entry.row, keys: entry.keys.add(key) });
      return false;
    });
    return own.length === fragment.rows.length ? fragment : { ...fragment, rows: own };
  });
  return {
    fragments: kept.filter(({ rows }) => rows.length > 0),
    foreign: [...foreign.values()].map(({ row, keys }) => ({ ...row, series: keys.size })),
  };
}
