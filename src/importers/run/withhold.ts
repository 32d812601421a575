import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { datasetTable } from "../../dataset/tables/index.ts";
import type { Fragment } from "../importer.ts";
import { needsOptIn, type SourceFacts } from "../source-licence.ts";

/** Tables that say nothing by themselves: their rows are shown only through rows that carry a licence. */
const CARRIERS: readonly string[] = ["house_price_regions", "economic_observations", "series_vintages"];

export interface Withheld {
  readonly fragments: readonly Fragment[];
  /** Rows left out because their table has no place for a licence, by source id and table. */
  readonly leftOut: readonly { sourceId: string; table: string; rows: number }[];
}

/**
 * The fragments as they may be stored. Rows of a source that needs the operator's word, and has not got it, carry the
 * restricted licence, which no public read serves; where a table has no licence column the rows are left out.
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

/** Whether public reads must not show the source. */
export function isWithheld(source: SourceFacts, allowed: ReadonlySet<string>): boolean {
  return needsOptIn(source) && !allowed.has(source.id);
}

/** Cells that keep a table's row out of public reads; undefined when the table has none. */
function restrictionOf(table: string): Record<string, string | boolean> | undefined {
  if (CARRIERS.includes(table)) return {};
  if (table === "economic_series") return { licence: RESTRICTED_LICENCE, internal_only: true };
  const hasLicence = datasetTable(table)!.columns.some((column) => column.name === "source_licence");
  return hasLicence ? { source_licence: RESTRICTED_LICENCE } : undefined;
}
