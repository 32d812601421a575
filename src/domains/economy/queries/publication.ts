import { statement } from "../../../engine/sql/statement.ts";

export interface PublicationRow {
  /** Day numbers; null when the dataset has no trading dates. */
  readonly earliest_date: number | null;
  readonly latest_date: number | null;
  readonly total_dates: number;
}

/** The one row of the publication state. */
export const PUBLICATION_STATE = statement<PublicationRow>(
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
