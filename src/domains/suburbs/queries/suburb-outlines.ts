import type { State } from "../../../dataset/states.ts";
import { rowsOf } from "../../../engine/sql/statement.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { SUBURB_OUTLINES, SUBURB_OUTLINES_AND_POINTS, type SuburbOutlineRow } from "./outline-statements.ts";
import { PLACES_TABLE } from "./suburb-places.ts";

/** Serving table of the outlines. */
const TABLE = "suburb_outlines";

/** Outlines read at once: about a megabyte of detailed ones. */
const PAGE_ROWS = 200;

/**
 * A state's outlines in pages, sal_code ascending; a suburb without one is a point at its centroid, where that is known.
 * Only one page is held; snapshots without outlines and places have none.
 */
export async function* outlinePages(
  view: SnapshotView,
  { digit }: State,
  signal?: AbortSignal,
): AsyncGenerator<readonly SuburbOutlineRow[], void, void> {
  const { tables } = view.manifest;
  if (!tables.includes(TABLE)) return;
  const question = tables.includes(PLACES_TABLE) ? SUBURB_OUTLINES_AND_POINTS : SUBURB_OUTLINES;
  // Codes are five digits: the state's own digit alone comes before all of them, and the colon follows the nine.
  for (let after = digit; ; ) {
    const parameters = { after, before: `${digit}:`, most: PAGE_ROWS };
    const rows = rowsOf(await view.database.query(question, parameters, signal));
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows[rows.length - 1].sal_code;
  }
}
