import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { datasetTable } from "../../dataset/tables/index.ts";
import type { Fragment } from "../importer.ts";
import { needsOptIn, type SourceFacts } from "../source-licence.ts";

/** Tables whose rows are visible only through rows that carry a licence. */
const CARRIERS: readonly string[] = ["house_price_regions", "economic_observations", "series_vintages"];

export interface Withheld {
  readonly fragments: readonly Fragment[];
  /** Rows dropped because their table has no licence column, by source id and table. */
  readonly leftOut: readonly { sourceId: string; table: string; rows: number }[];
}

/**
 * Marks rows of sources without the operator's opt-in with the restricted licence, which no public query
 * returns. Rows of tables without a licence column are dropped.
 */
export function withholdRestricted(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
  allowed: ReadonlySet<string>,
): Withheld {
  const kept: Fragment[] = [];
  const leftOut: { sourceId: string; table: string; rows: number }[] = [];
  for (const fragment of fragments) {
    const { sourceId, table, rows } = fragment;
    const mark = isWithheld(facts.get(sourceId)!, allowed) ? restrictionOf(table) : {};
    if (mark === undefined) leftOut.push({ sourceId, table, rows: rows.length });
    else if (Object.keys(mark).length === 0) kept.push(fragment);
    else kept.push({ ...fragment, rows: rows.map((row) => ({ ...row, ...mark })) });
  }
  return { fragments: kept, leftOut };
}

/** True if public queries must not return the source's rows. */
export function isWithheld(source: SourceFacts, allowed: ReadonlySet<string>): boolean {
  return needsOptIn(source) && !allowed.has(source.id);
}

/** Cells that hide a row from public queries; undefined when the table has no such column. */
function restrictionOf(table: string): Record<string, string | boolean> | undefined {
  if (CARRIERS.includes(table)) return {};
  if (table === "economic_series") return { licence: RESTRICTED_LICENCE, internal_only: true };
  const hasLicence = datasetTable(table)!.columns.some((column) => column.name === "source_licence");
  return hasLicence ? { source_licence: RESTRICTED_LICENCE } : undefined;
}

/** Rows that must come from a single source, grouped by the column `by`. */
const GROUPS: readonly { tables: readonly string[]; by: string; what: string; newestOnly?: true }[] = [
  // A series has one licence and attribution, and its observations have none.
  {
    tables: ["economic_series", "economic_observations", "series_vintages"],
    by: "series_key",
    what: "series",
  },
  // Shares of a suburb add up to one only within one list and edition.
  { tables: ["suburb_lga"], by: "sal_code", what: "councils of suburbs", newestOnly: true },
];

/** Groups of rows dropped because another source owns them. */
export interface ForeignRows {
  readonly what: string;
  readonly sourceId: string;
  readonly ownerId: string;
  readonly count: number;
  readonly example: string;
}

/** Keeps each series and suburb's councils from one source: one that may be shown, then by precedence. */
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
