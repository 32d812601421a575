import type { PageSet } from "../../../snapshot/pages/page-set.ts";

/** When a listing aggregate was computed and the newest observation behind it, epoch milliseconds. */
export interface RefreshStamp {
  readonly name: string;
  readonly as_of: number;
  readonly data_through: number | null;
}

export const STAMPS_SQL = "SELECT name, as_of, data_through FROM serve.refresh_stamps ORDER BY name";

/** The stamps of all listing aggregates, as one JSON document; none when the dataset holds no listings. */
export const REFRESH_STAMP_PAGES: PageSet = {
  name: "refresh_stamps",
  documents: async function* (db) {
    for await (const stamps of db.stretches<RefreshStamp>(STAMPS_SQL)) {
      yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(stamps)) }] };
    }
  },
};
