import type { PageSet } from "../../../snapshot/pages/page-set.ts";

export interface PublicationRow {
  /** Day numbers; null when the dataset has no trading dates. */
  readonly earliest_date: number | null;
  readonly latest_date: number | null;
  readonly total_dates: number;
}

const SQL = "SELECT earliest_date, latest_date, total_dates FROM serve.publication";

/** The publication state, as one JSON document. */
export const PUBLICATION_PAGES: PageSet = {
  name: "publication",
  documents: async function* (db) {
    for await (const [row] of db.stretches<PublicationRow>(SQL)) {
      yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(row)) }] };
    }
  },
};
