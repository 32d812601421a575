import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PageList } from "../../../src/engine/pages/page-list.ts";
import { PageStore } from "../../../src/engine/pages/page-store.ts";
import {
  HousingRegionSchema,
  ListHousingRegionsResponseSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { pageListAnswer } from "../../../src/rpc/encoding/page-list-answer.ts";
import { buildPageSet } from "../../../src/snapshot/pages/build-page-set.ts";
import { listPages } from "../../../src/snapshot/pages/list-pages.ts";
import { writePages } from "../../../src/snapshot/pages/write-pages.ts";
import { openTestDatabase } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const SET = "regions";
const NEVER = new AbortController().signal;
const LACKING = [
  ...["region_type", "state_code", "postcode"].map((name) => `NULL::VARCHAR AS ${name}`),
  "NULL::DOUBLE AS latest_period",
  "NULL::BOOLEAN AS latest_is_preliminary",
  "NULL::INTEGER AS latest_sale_count",
];

interface RegionRow {
  readonly list_key: string;
  readonly region_code: string;
  readonly region_name: string;
  readonly latest_value: number | null;
}

/** The regions of each key as pages; rows are passed a few at a time. */
async function openLists(rows: readonly RegionRow[]): Promise<PageStore> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "pages"));
  const file = join(directory, "rows.ndjson");
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const sql = `SELECT *, ${LACKING.join(", ")} FROM read_json('${file}', format = 'newline_delimited', columns = {
    list_key: 'VARCHAR', region_code: 'VARCHAR', region_name: 'VARCHAR', latest_value: 'DOUBLE'
  })`;
  const db = await openTestDatabase();
  const set = listPages({
    name: SET,
    response: ListHousingRegionsResponseSchema,
    element: HousingRegionSchema,
    sql,
    facets: ["region_name", "latest_value"],
  });
  await buildPageSet(db, set, {
    path: join(directory, "pages", `${SET}.pages`),
    scratch: join(directory, "copied"),
    context: { sources: [], synthetic: true },
  });
  const pages = PageStore.open(directory, [SET]);
  onTestFinished(() => pages.close());
  return pages;
}

describe("PageList", () => {
  it("gives the elements at any places, byte for byte as the whole message is encoded", async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => ({
      list_key: i < 3000 ? "long" : "short",
      region_code: `R${i}`,
      region_name: `Region ${i} `.repeat(1 + (i % 7)),
      latest_value: i % 3 === 0 ? null : i * 1.5,
    }));
    const pages = await openLists(rows);
    // The long list is split into several pages, and each key has a page with its search columns.
    expect(pages.count(SET)).toBeGreaterThan(12);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("long", "short"),
        fc.uniqueArray(fc.nat(999), { maxLength: 400 }),
        fc.boolean(),
        async (key, drawn, isRun) => {
          const own = rows.filter((row) => row.list_key === key);
          const list = new PageList(pages, SET, key);
          expect(list.count).toBe(own.length);
          const places = isRun
            ? Array.from({ length: own.length }, (_, place) => place).slice(drawn[0] ?? 0)
            : drawn.toSorted((a, b) => a - b);
          const answer = pageListAnswer(ListHousingRegionsResponseSchema, await list.read(places, NEVER));
          const message = create(ListHousingRegionsResponseSchema, {
            regions: places.map((place) => ({
              regionCode: own[place].region_code,
              regionName: own[place].region_name,
              latestValue: own[place].latest_value ?? 0,
            })),
          });
          expect(Buffer.from(answer.binary())).toEqual(
            Buffer.from(toBinary(ListHousingRegionsResponseSchema, message)),
          );
          expect(Buffer.from(answer.json()).toString()).toBe(
            toJsonString(ListHousingRegionsResponseSchema, message),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("has one copy of a stretch for all who read it at once, and stops with its caller", async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => ({
      list_key: "long",
      region_code: `R${i}`,
      region_name: `Region ${i} `.repeat(4),
      latest_value: i,
    }));
    const pages = await openLists(rows);
    const reads = vi.spyOn(pages, "readOnce");
    const list = new PageList(pages, SET, "long");
    const stretches = pages.count(SET) - 1;
    expect(stretches).toBeGreaterThan(64);
    const places = rows.map((_, place) => place);
    const all = await Promise.all(Array.from({ length: 50 }, () => list.read(places, NEVER)));
    expect(reads).toHaveBeenCalledTimes(stretches);
    for (const [i, { page }] of all[0].entries()) {
      for (const runs of all) expect(runs[i].page).toBe(page);
    }
    const gone = new AbortController();
    const other = new PageList(pages, SET, "long");
    reads.mockClear();
    const reading = other.read(places, gone.signal);
    gone.abort();
    await expect(reading).rejects.toMatchObject({ code: "canceled" });
    expect(reads.mock.calls.length).toBeLessThan(stretches / 2);
  });

  it("refuses a head that does not fit its own list", async () => {
    const facets = { name: ["a", "b", "c"] };
    const heads = {
      "facet too long": { count: 2, starts: [0], facets },
      "facet too short": { count: 4, starts: [0], facets },
      "no start": { count: 3, starts: [], facets },
      "late start": { count: 3, starts: [1], facets },
      "start again": { count: 3, starts: [0, 2, 2], facets },
      "start behind the end": { count: 3, starts: [0, 3], facets },
    };
    const directory = await temporaryDirectory();
    await mkdir(join(directory, "pages"));
    await writePages(
      join(directory, "pages", `${SET}.pages`),
      Object.entries(heads).map(([key, head]) => ({
        key,
        elements: [{ binary: Buffer.from(JSON.stringify(head)) }],
      })),
    );
    const pages = PageStore.open(directory, [SET]);
    onTestFinished(() => pages.close());
    for (const key of Object.keys(heads)) {
      expect(() => new PageList(pages, SET, key), key).toThrow(
        expect.objectContaining({ code: "bad_snapshot" }),
      );
    }
  });

  it("has every value that it is searched by in the order of the list, and nothing under an unknown key", async () => {
    const rows = [
      { list_key: "a", region_code: "1", region_name: "Äh", latest_value: null },
      { list_key: "a", region_code: "2", region_name: "b", latest_value: 2.5 },
    ];
    const pages = await openLists(rows);
    const list = new PageList(pages, SET, "a");
    expect(list.facet("region_name")).toEqual(["Äh", "b"]);
    expect(list.facet("latest_value")).toEqual([null, 2.5]);
    const nothing = new PageList(pages, SET, "z");
    expect([nothing.count, nothing.facet("region_name"), await nothing.read([], NEVER)]).toEqual([0, [], []]);
  });
});
