import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import type { ChangedRow } from "../../../src/snapshot/compare/changes-file.ts";
import { recordChanges } from "../../../src/snapshot/compare/record-changes.ts";
import { asking } from "../../support/country/ask-country.ts";
import { type Edit, publishEdits } from "../../support/country/publish-edits.ts";
import { serveCountry, steppingClock } from "../../support/country/serve-country.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { opened, sharedDirectory } from "../../support/run/fixtures.ts";
import { messagesOf, postMcp, toolCall } from "../../support/wire/mcp-calls.ts";

interface Answer {
  readonly since: string;
  readonly changes: readonly (ChangedRow & { readonly snapshot_id: string; readonly before_id: string })[];
  readonly next_cursor: string | null;
  readonly is_whole: boolean;
}

const PRICE = "AUS,mean_price,all,2025-12-31,Q,1022000,AUD,false,example-prices\n";
const root = sharedDirectory("changes");
const dataDir = join(root, "data");
const ids: string[] = [];
const priced = (price: number): Edit => ["house_prices.csv", PRICE, PRICE.replace("1022000", String(price))];
/** An edit of each other kind of item that has figures. */
const OTHERS: readonly Edit[] = [
  ["lga.csv", ",41200,", ",41300,"],
  ["dividends.csv", ",0.062,", ",0.065,"],
  ["politicians.csv", "Bea Sample", "Bea Sampler"],
  ["property_listings.ndjson", '"price":1150000', '"price":1120000'],
  ["economic_observations.csv", "2026-06-01,142.0", "2026-06-01,142.5"],
];

const serving = opened(async () => {
  await shareKept(dataDir);
  for (const edits of [[], [priced(1023000)], [priced(1024500)]]) {
    ids.push(await publishEdits(root, dataDir, edits));
  }
  expect(await recordChanges(dataDir, ids[1], ids[2])).toBe(0);
  return serveCountry(dataDir, { monotonicMs: steppingClock() });
});

const { json, text, expectAnswers } = asking(serving);
const ask = (query: string, at = "") => json<Answer>(`${at}/v1/changes.json${query}`);
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
    const lines = (await text(`/v1/changes.ndjson?since=${ids[0]}`)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(changes);
    const csv = await text(`/v1/changes.csv?since=${ids[0]}`);
    expect(csv.split("\r\n")).toHaveLength(changes.length + 2);
    expect(csv).toContain(
      `${ids[1]},${ids[0]},price,price_series,AUS mean_price all,2025-12-31,changed,1022000,1023000\r\n`,
    );
  });

  it("names what is wrong with a question", async () => {
    const wrong = ["since=No", "kind=suburb&kind=price", "kind=suburbs", "limit=0", "limit=1e9", "cursor=.."];
    await expectAnswers([
      ["/v1/changes.json?since=2020-01-01-0123456789ab", 404],
      ...[...wrong, "nothing=1"].map((query) => [`/v1/changes.json?${query}`, 400] as const),
    ]);
  });

  it("ends with the snapshot that is asked", async () => {
    const then = await ask(`?since=${ids[0]}`, `/at/${ids[1]}`);
    expect(figures(then)).toEqual([revised(1, 1022000, 1023000)]);
    expect((await ask("", `/at/${ids[0]}`)).changes).toEqual([]);
  });

  it("has things of every kind, and what a switch withholds leaves it at once", async () => {
    ids.push(await publishEdits(root, dataDir, [priced(1024500), ...OTHERS]));
    await serving.check();
    const seen = async (query = "") =>
      (await ask(query)).changes.map(({ kind, table, key, field, before, after }) =>
        [kind, table, key, field, before, after].join(" "),
      );
    const all = await seen();
    const listing = "listing property_addresses 4-jetty-lane-brindle-bay-nsw-2480 price 1150000 1120000";
    const member = "member register_people bea-sample display_name Bea Sample Bea Sampler";
    for (const row of [
      "council council_summaries 10050 population 41200 41300",
      "stock dividends ZZA 2026-09-04 final amount_per_share 0.062 0.065",
      "series economic_series cpi.index.all_groups.aus 2026-06-01 142 142.5",
      ...[listing, member],
    ]) {
      expect(all).toContain(row);
      // Also with kind and key as filters, which use the file's index.
      const [kind, , key] = row.split(" ");
      expect(await seen(`?kind=${kind}&key=${encodeURIComponent(key)}`)).toContain(row);
      const byKey = all.filter((one) => one.split(" ")[2] === key);
      expect(await seen(`?key=${encodeURIComponent(key)}`)).toEqual(byKey);
    }
    expect(await seen("?key=0")).toEqual([]);
    expect(await seen("?key=zzzz")).toEqual([]);
    const off = { dropListings: false, interestRegister: false };
    await writeFile(switchesFile(dataDir), JSON.stringify(off));
    const shown = await seen();
    expect(all.filter((row) => !shown.includes(row)).some((row) => row === listing)).toBe(true);
    for (const row of shown) expect(row).not.toMatch(/^(listing|member) |price_drop_share/);
    expect(shown).toEqual(
      all.filter((row) => !/^(listing|member) |price_drop_share|politician_prop/.test(row)),
    );
    await writeFile(switchesFile(dataDir), "{}");
    expect(await seen()).toEqual(all);
  });

  it("is answered to assistants with the same rows, a piece at a time", async () => {
    const { changes } = await ask("");
    const rows: unknown[] = [];
    let cursor: string | undefined;
    do {
      const asked = toolCall("changes", { limit: 3, cursor });
      const [message] = await messagesOf<Json>(await postMcp(serving.url, asked));
      const { data, next_cursor } = message.result.structuredContent;
      const { columns, rows: cells } = data.changes;
      for (const row of columns === undefined ? data.changes : cells) {
        rows.push(
          columns === undefined
            ? row
            : Object.fromEntries(columns.map((name: string, i: number) => [name, row[i]])),
        );
      }
      cursor = next_cursor;
    } while (cursor !== undefined);
    const told = (row: unknown) => {
      const { kind, key, field, before, after } = row as ChangedRow;
      return [kind, key, field, before ?? null, after ?? null];
    };
    expect(rows.map(told)).toEqual(changes.map(told));
  });

  it("tells nothing of rows whose source is withheld by now, old figures included", async () => {
    const real: Edit = ["dataset.json", '"synthetic": true', '"synthetic": false'];
    const withheld: Edit = [
      "dataset.json",
      '"id": "example-prices",',
      '"id": "example-prices", "withheld": true,',
    ];
    await publishEdits(root, dataDir, [real]);
    await publishEdits(root, dataDir, [real, priced(1030000)]);
    await serving.check();
    expect(figures(await ask("")).length).toBe(1);
    await publishEdits(root, dataDir, [real, withheld]);
    await serving.check();
    const { changes, is_whole } = await ask(`?since=${ids[3]}`);
    expect([changes, is_whole]).toEqual([[], false]);
    // Before the dataset was marked as real: its figures were made up.
    expect((await ask(`?since=${ids[0]}`)).changes.length).toBeGreaterThan(0);
  });
});
