import type { Fragment } from "../importer.ts";
import type { SourceFacts } from "../source-licence.ts";
import { isWithheld } from "./withhold.ts";

/** Rows that only make sense together, so that one source gives all of them: by the column that they have in common. */
const GROUPS: readonly { tables: readonly string[]; by: string; what: string; newestOnly?: true }[] = [
  // A series carries one licence and one attribution, and its observations have none of their own.
  {
    tables: ["economic_series", "economic_observations", "series_vintages"],
    by: "series_key",
    what: "series",
  },
  // Shares of one suburb add up to one; those of two lists or two editions do not.
  { tables: ["suburb_lga"], by: "sal_code", what: "councils of suburbs", newestOnly: true },
];

/** Rows of a group that another source owns. */
export interface ForeignRows {
  readonly what: string;
  readonly sourceId: string;
  readonly ownerId: string;
  readonly count: number;
  /** Key of the first one. */
  readonly example: string;
}

/**
 * The fragments with every economic series, and every suburb's councils, from one source. Of two sources the one that
 * may be shown owns the group, then the one of higher precedence.
 */
export function oneSourceGroups(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
  allowed: ReadonlySet<string>,
): { fragments: Fragment[]; foreign: ForeignRows[] } {
  const strength = (id: string) => {
    const source = facts.get(id)!;
    return (isWithheld(source, allowed) ? 0 : 1_000_000) + source.precedence;
  };
  const compareOwners = (a: Fragment, b: Fragment) =>
    strength(a.sourceId) - strength(b.sourceId) ||
    (a.sourceId === b.sourceId ? (a.vintage > b.vintage ? 1 : -1) : a.sourceId > b.sourceId ? 1 : -1);
  let kept: readonly Fragment[] = fragments;
  const foreign = new Map<string, { row: Omit<ForeignRows, "count">; keys: Set<string> }>();
  for (const { tables, by, what, newestOnly } of GROUPS) {
    const owners = new Map<string, Fragment>();
    for (const fragment of kept) {
      if (fragment.table !== tables[0]) continue;
      for (const row of fragment.rows) {
        const owner = owners.get(String(row[by]));
        if (owner === undefined || compareOwners(fragment, owner) > 0) owners.set(String(row[by]), fragment);
      }
    }
    kept = kept.map((fragment) => {
      const { table, sourceId, vintage } = fragment;
      if (!tables.includes(table)) return fragment;
      const own = fragment.rows.filter((row) => {
        const key = String(row[by]);
        const owner = owners.get(key);
        if (owner === undefined) return true;
        const ownerId = owner.sourceId;
        if (ownerId === sourceId) return !newestOnly || owner.vintage === vintage;
        const id = `${what} ${sourceId} ${ownerId}`;
        const entry = foreign.get(id) ?? { row: { what, sourceId, ownerId, example: key }, keys: new Set() };
        foreign.set(id, { row: entry.row, keys: entry.keys.add(key) });
        return false;
      });
      return own.length === fragment.rows.length ? fragment : { ...fragment, rows: own };
    });
  }
  return {
    fragments: kept.filter(({ rows }) => rows.length > 0),
    foreign: [...foreign.values()].map(({ row, keys }) => ({ ...row, count: keys.size })),
  };
}
