import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { DonationColumns } from "../../../src/domains/politicians/sets/donation-columns.ts";
import { type DonationQuery, sumDonations } from "../../../src/domains/politicians/sets/sum-donations.ts";
import { DonationGroup } from "../../../src/gen/terrace/v1/explorer_pb.ts";

const PAYERS = 60_000;
const ROWS_A_PAYER = 5;

/** 300,000 receipts: each payer pays each of five groups once, a cent more than the payer before. */
const rows = PAYERS * ROWS_A_PAYER;
const COLUMNS = {
  years: [],
  groups: [],
  payers: Array.from({ length: PAYERS }, (_, payer) => `payer ${payer}`),
  listed: [],
  names: [],
  ends: Uint32Array.from({ length: PAYERS }, (_, payer) => (payer + 1) * ROWS_A_PAYER),
  year: new Uint8Array(rows),
  group: Uint16Array.from({ length: rows }, (_, row) => row % ROWS_A_PAYER),
  kind: new Uint8Array(rows).fill(1),
  name: new Uint32Array(rows),
  cents: Float64Array.from({ length: rows }, (_, row) => 1 + Math.floor(row / ROWS_A_PAYER)),
  companies: new Map(),
} as unknown as DonationColumns;
const columns = {
  ...COLUMNS,
  years: [{}] as unknown as DonationColumns["years"],
  groups: Array.from(
    { length: ROWS_A_PAYER },
    (_, i) => `group ${i}`,
  ) as unknown as DonationColumns["groups"],
};
const QUERY: DonationQuery = {
  set: {
    years: undefined,
    groups: undefined,
    kinds: undefined,
    contains: "",
    prefix: "",
    minCents: 0,
    isListedOnly: false,
  },
  // Groups first, so that cells do not come in the order of their keys.
  groupBy: [DonationGroup.PARTY_GROUP, DonationGroup.DONOR],
  order: "total",
  limit: 3,
  offset: 0,
};

describe("sumDonations", () => {
  it("lets others have their turn while it sums a large set, and sums it right", async () => {
    let isSumming = true;
    let turns = 0;
    const others = (async () => {
      for (; isSumming; turns++) await nextTurn();
    })();
    const { sums, totalCount, all } = await sumDonations(columns, QUERY);
    isSumming = false;
    await others;
    expect(turns).toBeGreaterThanOrEqual(8);
    expect([totalCount, all.receipts, all.payers]).toEqual([rows, rows, PAYERS]);
    expect(all.cents).toBe((ROWS_A_PAYER * PAYERS * (PAYERS + 1)) / 2);
    expect(sums.map(({ places, cents }) => [...places, cents])).toEqual(
      [0, 1, 2].map((group) => [group, PAYERS - 1, PAYERS]),
    );
    const byKey = await sumDonations(columns, { ...QUERY, order: "key", offset: PAYERS - 1, limit: 2 });
    expect(byKey.sums.map(({ places }) => places)).toEqual([
      [0, PAYERS - 1],
      [1, 0],
    ]);
  });

  it("lets others have a turn after each stretch of each of several sums at once", async () => {
    let left = 5;
    let turns = 0;
    const others = (async () => {
      for (; left > 0; turns++) await nextTurn();
    })();
    const sum = () => sumDonations(columns, QUERY).finally(() => left--);
    await Promise.all(Array.from({ length: left }, sum));
    await others;
    expect(turns).toBeGreaterThanOrEqual(5 * 8);
  });

  it("stops at the next stretch once nobody waits", async () => {
    const controller = new AbortController();
    const summing = sumDonations(columns, QUERY, controller.signal);
    controller.abort();
    await expect(summing).rejects.toThrow();
  });

  it("refuses at once whose deadline what waits before would outlast, and answers the others", async () => {
    const at = (endsAtMs: number) => ({ now: () => 0, endsAtMs });
    const [running, waiting] = [1, 2].map(() => sumDonations(columns, QUERY, undefined, at(60_000)));
    const late = sumDonations(columns, QUERY, undefined, at(20));
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
    expect((await waiting).sums).toEqual((await running).sums);
  });

  it("leaves its place to the next when a caller goes away, running or waiting", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = [first, second].map(({ signal }) => sumDonations(columns, QUERY, signal));
    const staying = sumDonations(columns, QUERY);
    first.abort();
    second.abort();
    const ends = await Promise.allSettled(gone);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await staying).totalCount).toBe(PAYERS * ROWS_A_PAYER);
  });
});
