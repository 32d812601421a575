import { rowsOf, statement } from "../../../engine/sql/statement.ts";
import type { SnapshotView } from "../../../engine/view.ts";

export interface PublicationRow {
  /** Day numbers; null when the dataset has no trading dates. */
  readonly earliest_date: number | null;
  readonly latest_date: number | null;
  readonly total_dates: number;
}

/** The one row of the publication state. */
const PUBLICATION_STATE = statement<PublicationRow>(
  "publication-state",
  {},
  `
SELECT
  earliest_date,
  latest_date,
  total_dates
FROM publication
`,
);

/** Which trading dates a snapshot holds. */
export async function publicationState({ database }: SnapshotView): Promise<PublicationRow> {
  return rowsOf(await database.query(PUBLICATION_STATE, {}))[0];
}
