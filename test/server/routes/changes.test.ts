import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { Serving } from "../../../src/server/start/start-serving.ts";
import type { ChangedRow } from "../../../src/snapshot/compare/changed-rows.ts";
import { recordChanges } from "../../../src/snapshot/compare/record-changes.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { copyKept } from "../../support/country/copy-kept.ts";
import { serveCountry } from "../../support/country/serve-country.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";

interface Answer {
  readonly since: string;
  readonly changes: readonly (ChangedRow & { readonly snapshot_id: string; readonly before_id: string })[];
  readonly next_cursor: string | null;
  readonly is_whole: boolean;
}

const PRICE = "AUS,mean_price,all,2025-12-31,Q,1022000,AUD,false,example-prices\n";
let root: string;
let serving: Serving;
const ids: string[] = [];

/** Publishes the example with one price at each of these values. */
async function publishPrices(dataDir: string, prices: readonly number[]): Promise<void> {
  for (const price of prices) {
    const datasetDir = join(root, `dataset-${price}`);
    await cp(EXAMPLE_DATASET, datasetDir, { recursive: true });
    const file = join(datasetDir, "house_prices.csv");
    const text = await readFile(file, "utf8");
    expect(text).toContain(PRICE);
    await writeFile(file, text.replace(PRICE, PRICE.replace("1022000", String(price))));
    const built = await buildSnapshot({ datasetDir, dataDir, strict: true });
    const { snapshotId, previousId } = await publishSnapshot(built.directory, dataDir);
    await built.discard();
    ids.push(snapshotId);
    if (previousId !== undefined) {
      expect(await recordChanges(dataDir, previousId, snapshotId, [])).toBeGreaterThan(0);
      expect(await recordChanges(dataDir, previousId, snapshotId, [])).toBe(0);
    }
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-changes-"));
  const dataDir = await copyKept(join(root, "data"));
  await publishPrices(dataDir, [1022000, 1023000, 1024500]);
  serving = await serveCountry(dataDir);
});
afterAll(async () => {
  await serving.close();
  await removeDirectory(root);
});

const get = (query: string, extension = "json") => fetch(`${serving.url}/v1/changes.${extension}${query}`);
const ask = async (query: string) => (await (await get(query)).json()) as Answer;
const figures = ({ changes }: Answer) =>
  changes
    .filter(({ kind, field }) => kind === "price" && field === "2025-12-31")
    .map(({ snapshot_id, before_id, key, change, before, after }) => [
      ...[snapshot_id, before_id, key, change],
      ...[before, after],
    ]);

describe("GET /v1/changes", () => {
  const revised = (i: number, before: number, after: number) => [
    ...[ids[i], ids[i - 1], "AUS mean_price all", "changed"],
    ...[before, after],
  ];

  it("has the old and the new figure of the last publication, or of all since a snapshot", async () => {
    const last = await ask("");
    expect([last.since, last.is_whole, last.next_cursor]).toEqual([ids[1], true, null]);
    expect(figures(last)).toEqual([revised(2, 1023000, 1024500)]);
    const all = await ask(`?since=${ids[0]}`);
    expect(figures(all)).toEqual([revised(1, 1022000, 1023000), revised(2, 1023000, 1024500)]);
    expect((await ask(`?since=${ids[2]}`)).changes).toEqual([]);
    expect((await ask(`?since=${ids[0]}&kind=source`)).changes).toEqual([]);
    const byKey = await ask(`?since=${ids[0]}&kind=price&key=AUS%20mean_price%20all`);
    expect(byKey.changes.length).toBe(2);
  });

  it("is paged: the pages have every row once, in the same order", async () => {
    const { changes } = await ask(`?since=${ids[0]}`);
    const paged: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Answer = await ask(`?since=${ids[0]}&limit=1${cursor && `&cursor=${cursor}`}`);
      expect(page.changes.length).toBeLessThanOrEqual(1);
      paged.push(...page.changes);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(changes);
  });

  it("says the same as lines and as a table", async () => {
    const { changes } = await ask(`?since=${ids[0]}`);
    const lines = (await (await get(`?since=${ids[0]}`, "ndjson")).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(changes);
    const csv = await (await get(`?since=${ids[0]}`, "csv")).text();
    expect(csv.split("\r\n")).toHaveLength(changes.length + 2);
    expect(csv).toContain(
      `${ids[1]},${ids[0]},price,AUS mean_price all,2025-12-31,changed,1022000,1023000\r\n`,
    );
  });

  it("names what is wrong with a question", async () => {
    for (const [query, status] of [
      ["?since=2020-01-01-0123456789ab", 404],
      ["?since=No", 400],
      ["?kind=suburbs", 400],
      ["?limit=0", 400],
      ["?limit=1e9", 400],
      ["?cursor=..", 400],
      ["?nothing=1", 400],
    ] as const) {
      expect([query, (await get(query)).status]).toEqual([query, status]);
    }
  });
});
