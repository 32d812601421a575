import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { STATES } from "../../../../src/dataset/states.ts";
import { SET_NUMBERS } from "../../../../src/domains/explorer/aggregates/set-numbers.ts";
import { EXPLORER_PAGES } from "../../../../src/domains/explorer/pages/index.ts";
import { SetColumns } from "../../../../src/domains/explorer/sets/set-columns.ts";
import type { SetMembers } from "../../../../src/domains/explorer/sets/set-members.ts";
import { performSetTask, type SetTask } from "../../../../src/domains/explorer/sets/set-questions.ts";
import { PageStore } from "../../../../src/engine/pages/page-store.ts";
import { dateOfDay, dayNumberOf } from "../../../../src/runtime/time/calendar-date.ts";
import { PAGES_FOLDER } from "../../../../src/snapshot/manifest/manifest.ts";
import { buildPageSet } from "../../../../src/snapshot/pages/build-page-set.ts";
import { PAGES_SUFFIX } from "../../../../src/snapshot/pages/page-format.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { openSnapshot } from "../../../support/country/open-snapshot.ts";
import {
  PLAIN_SET_INDEX,
  PLAIN_SET_PRICES,
  PLAIN_SET_SUMMARY,
  plainSetAgencies,
} from "../../../support/plain/plain-suburb-sets.ts";
import { sharedDirectory } from "../../../support/run/fixtures.ts";
import { draws, runSeed } from "../../../support/run/seeded-random.ts";

const TABLES = [
  "drop_index_counters",
  "drop_index_suburb_days",
  "drop_index_suburbs",
  "listed_regions",
  "live_listings",
  "live_price_cuts",
  "sold_listings",
  "suburb_price_points",
];

/** A fifth of the rows lie in another suburb: adverts of one address are then in several, and some in no suburb. */
const SCATTER = ["live_listings", "sold_listings", "live_price_cuts"]
  .map((table) => {
    const id = table === "live_price_cuts" ? "event_id" : "listing_id";
    return `UPDATE ${table} SET position = CAST(hash(${id}) % 90 AS INTEGER) - 1 WHERE hash(${id}, 1) % 5 = 0;`;
  })
  .join("\n");
const LIST_ALL = `
INSERT INTO listed_regions
SELECT DISTINCT position, state_place, region_id, hash(position) % 2 = 0 FROM (
  SELECT position, state_place, region_id FROM live_listings
  UNION ALL
  SELECT position, state_place, region_id FROM sold_listings
  UNION ALL
  SELECT position, state_place, 0 FROM live_price_cuts
);`;

const { random, pick } = draws(runSeed("sets of suburbs against SQL"));

const root = sharedDirectory("test");
let db: BuildDatabase;
let pages: PageStore;
let columns: SetColumns;
let suburbs: number;

beforeAll(async () => {
  const { directory, manifest } = await openSnapshot(inject("opinionCountry").dataDir);
  suburbs = manifest.national.suburbs;
  db = await openBuildDatabase({ path: join(root, "tables"), memoryLimitMb: 400, tempDirectory: root });
  await db.run("SET search_path = 'serve,main'");
  for (const table of TABLES) {
    await db.run(`CREATE TABLE serve.${table} AS FROM '${join(directory, "tables", table)}.parquet'`);
  }
  await db.run(SCATTER + LIST_ALL);
  await SET_NUMBERS.run(db, { asOf: new Date(0), sources: [], synthetic: true });
  await mkdir(join(root, PAGES_FOLDER));
  // Those of the market are made of other tables.
  const sets = EXPLORER_PAGES.filter(
    ({ reads }) => !reads.some((table) => /market|open.suburbs/.test(table)),
  );
  for (const set of sets) {
    const path = join(root, PAGES_FOLDER, `${set.name}${PAGES_SUFFIX}`);
    const context = { sources: [], synthetic: true };
    await buildPageSet(db, set, { path, scratch: join(root, "rows"), context });
  }
  pages = PageStore.open(
    root,
    sets.map(({ name }) => name),
  );
  columns = new SetColumns(pages);
});
afterAll(async () => {
  pages.close();
  db.close();
});

/** Suburbs and whole states drawn at random; no suburb where only states count, as for a state or the country. */
function drawSet(): SetMembers {
  const share = pick([0.02, 0.3, 0.9]);
  const members = Uint8Array.from({ length: suburbs }, () => Number(random() < share));
  const kind = pick(["suburbs", "states", "country"]);
  const states = Uint8Array.from({ length: STATES.length + 1 }, (_, place) =>
    Number(kind === "country" || (place < STATES.length && random() < 0.3)),
  );
  return { members, suburbs: kind === "suburbs" ? members : new Uint8Array(suburbs), states };
}

const digits = (flags: Uint8Array) => `'${Array.from(flags).join("")}'`;
const date = (day: number) => `DATE '${dateOfDay(day)}'`;

/** Rows of a question over a set, with numbers where the driver has bigints. */
async function plainRows(sql: string, set: SetMembers, values: Readonly<Record<string, string>> = {}) {
  const literals = { suburbs: digits(set.suburbs), states: digits(set.states), ...values };
  const text = Object.entries(literals).reduce(
    (query, [name, value]) => query.replaceAll(`$${name}`, value),
    sql,
  );
  const rows = await db.rows<Record<string, unknown>>(text);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
    ),
  );
}

const ask = <Task extends SetTask>(task: Task) => performSetTask(columns, task) as never;

describe("columns of sets against SQL over the tables, to the last bit", () => {
  it("gives the index and the summary of random sets", async () => {
    let points = 0;
    let dropped = 0;
    for (let i = 0; i < 8; i++) {
      const set = drawSet();
      const fromDay = dayNumberOf("2026-08-13")! + Math.floor(random() * 60);
      const days = { fromDay, toDay: fromDay + Math.floor(random() * 40) };
      const isCountry = random() < 0.5;
      const own: { points: object[]; summary: { dropped_count: number } | undefined } = ask({
        kind: "set drops",
        job: { set, days, isCountry },
      });
      const index = await plainRows(PLAIN_SET_INDEX, set, {
        from_day: date(days.fromDay),
        to_day: date(days.toDay),
        is_country: String(isCountry),
      });
      expect(own.points).toEqual(index);
      expect(own.summary === undefined ? [] : [own.summary]).toEqual(await plainRows(PLAIN_SET_SUMMARY, set));
      points += index.length;
      dropped += own.summary?.dropped_count ?? 0;
    }
    expect(points).toBeGreaterThan(50);
    expect(dropped).toBeGreaterThan(20);
  });

  it("gives the agencies of random sets in every order", async () => {
    let rows = 0;
    for (let i = 0; i < 8; i++) {
      const set = drawSet();
      const windowDays = pick([1, 7, 30, 365]);
      const sort = pick(["drops", "listings", "avg_cut", "value"]);
      const limit = pick([1, 20, 100]);
      const own: { rows: object[]; totalCount: number } = ask({
        kind: "set agencies",
        job: { set, windowDays, sort, limit },
      });
      const found = await plainRows(plainSetAgencies(sort), set, {
        window_days: String(windowDays),
        most: String(limit),
      });
      expect(own.rows).toEqual(found.map(({ total_count: _, ...row }) => row));
      expect(own.totalCount).toBe(found[0]?.total_count ?? 0);
      rows += found.length;
    }
    expect(rows).toBeGreaterThan(20);
  });

  it("gives the published prices of random sets", async () => {
    const kinds = await db.rows<{ measure: string; dwelling_type: string }>(
      "SELECT DISTINCT measure, dwelling_type FROM suburb_price_points ORDER BY ALL",
    );
    let points = 0;
    for (let i = 0; i < 8; i++) {
      const { members } = drawSet();
      const set = { members, suburbs: members, states: new Uint8Array(STATES.length + 1) };
      const { measure, dwelling_type: dwellingType } = pick(kinds);
      const fromDay = dayNumberOf(pick(["2000-01-01", "2024-03-31"]))!;
      const toDay = dayNumberOf(pick(["2025-06-30", "2030-01-01"]))!;
      const own: { points: object[] } = ask({
        kind: "set prices",
        job: { set, measure, dwellingType, fromDay, toDay, withListings: false },
      });
      const found = await plainRows(PLAIN_SET_PRICES, set, {
        measure: `'${measure}'`,
        dwelling_type: `'${dwellingType}'`,
        from_day: date(fromDay),
        to_day: date(toDay),
      });
      expect(own.points).toEqual(found);
      points += found.length;
    }
    expect(points).toBeGreaterThan(50);
  });
});
