import { jsonPage, pageSet } from "../../../snapshot/pages/page-set.ts";

export interface PublicationRow {
  /** Day numbers; null when the dataset has no trading dates. */
  readonly earliest_date: number | null;
  readonly latest_date: number | null;
  readonly total_dates: number;
}

const SQL = "SELECT earliest_date, latest_date, total_dates FROM serve.publication";

/** The publication state, as one JSON document. */
export const PUBLICATION_PAGES = pageSet({
  name: "publication",
  queries: { sql: SQL },
  documents: async function* (results) {
    for await (const [row] of results.stretches<PublicationRow>("sql")) {
      yield jsonPage("all", row);
    }
  },
});
