import type { SnapshotView } from "../../../engine/view.ts";
import { OUTLINES_AND_POINTS_BY_CODE, OUTLINES_BY_CODE } from "./outline-statements.ts";
import { PLACES_TABLE } from "./suburb-places.ts";

/** The geometry of each suburb as text, its outline or the point at its centroid; null where neither is known. */
export async function outlinesOf(
  view: SnapshotView,
  salCodes: readonly string[],
  signal?: AbortSignal,
): Promise<(string | null)[]> {
  const { tables } = view.manifest;
  if (!tables.includes("suburb_outlines")) return salCodes.map(() => null);
  const question = tables.includes(PLACES_TABLE) ? OUTLINES_AND_POINTS_BY_CODE : OUTLINES_BY_CODE;
  const { columns } = await view.database.query(question, { codes: salCodes }, signal);
  const found = new Map(columns.sal_code.map((code, row) => [code, columns.outline[row]]));
  return salCodes.map((code) => found.get(code) ?? null);
}
