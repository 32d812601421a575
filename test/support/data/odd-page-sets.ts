import { TerraceError } from "../../../src/runtime/errors.ts";
import { type PageSet, pageSet } from "../../../src/snapshot/pages/page-set.ts";

function counted(count: number): PageSet {
  return pageSet({
    name: `counted_${count}`,
    queries: { rows: `SELECT range AS n FROM range(${count})` },
    documents: async function* (results) {
      for await (const rows of results.stretches<{ n: number }>("rows"))
        for (const { n } of rows) yield { key: `key ${n}`, elements: [{ binary: Buffer.from(`row ${n}`) }] };
    },
  });
}

export const FAILING = pageSet({
  name: "failing",
  queries: { rows: "SELECT 1 AS n" },
  documents: async function* (results) {
    for (const { n } of await results.rows<{ n: number }>("rows"))
      throw new TerraceError("bad_dataset", `row ${n} is odd`);
    yield { key: "", elements: [] };
  },
});

export const ENDLESS = pageSet({
  name: "endless",
  queries: {},
  documents: async function* () {
    for (let n = 0; ; n++) yield { key: String(n), elements: [] };
  },
});

/** Page sets for workers: some count rows, one fails, one never ends. */
export async function loadPageSets(): Promise<readonly PageSet[]> {
  return [counted(100), counted(200), counted(300), FAILING, ENDLESS];
}
