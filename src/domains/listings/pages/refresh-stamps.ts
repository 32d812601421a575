import { pageSet } from "../../../snapshot/pages/page-set.ts";

/** When a listing aggregate was computed and the newest observation behind it, epoch milliseconds. */
export interface RefreshStamp {
  readonly name: string;
  readonly as_of: number;
  readonly data_through: number | null;
}

export const STAMPS_SQL = "SELECT name, as_of, data_through FROM serve.refresh_stamps ORDER BY name";

/** The stamps of all listing aggregates, as one JSON document; none when the dataset holds no listings. */
export const REFRESH_STAMP_PAGES = pageSet({
  name: "refresh_stamps",
  queries: { stamps: STAMPS_SQL },
  documents: async function* (results) {
    for await (const stamps of results.stretches<RefreshStamp>("stamps")) {
      yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(stamps)) }] };
    }
  },
});
