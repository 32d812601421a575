import { expect, it } from "vitest";
import type { DonationQuery } from "../../../src/domains/politicians/rules.ts";
import { type DonationColumns, sumDonations } from "../../../src/domains/politicians/sets/donations.ts";
import { DonationGroup } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { EVERY_DONATION } from "../../support/data/politics.ts";

const PAYERS = 60_000;
const ROWS_A_PAYER = 5;

/** 300,000 receipts: each payer pays each of five groups once, one cent more than the previous payer. */
const rows = PAYERS * ROWS_A_PAYER;
const columns: DonationColumns = {
  years: [{ label: "2023-24", end: 2024 }],
  groups: Array.from({ length: ROWS_A_PAYER }, (_, i) => `group ${i}`),
  payers: Array.from({ length: PAYERS }, (_, payer) => `payer ${payer}`),
  listed: [],
  ends: Uint32Array.from({ length: PAYERS }, (_, payer) => (payer + 1) * ROWS_A_PAYER),
  year: new Uint8Array(rows),
  group: Uint16Array.from({ length: rows }, (_, row) => row % ROWS_A_PAYER),
  kind: new Uint8Array(rows).fill(1),
  name: new Uint32Array(rows),
  cents: Float64Array.from({ length: rows }, (_, row) => 1 + Math.floor(row / ROWS_A_PAYER)),
};
const QUERY: DonationQuery = {
  set: EVERY_DONATION,
  // Groups first, so that cells are not in the order of their keys.
  groupBy: [DonationGroup.PARTY_GROUP, DonationGroup.DONOR],
  order: "total",
  limit: 3,
  offset: 0,
};

it("sumDonations sums a large set by any order, one question after the other", () => {
  const { sums, totalCount, all } = sumDonations(columns, QUERY);
  expect([totalCount, all.receipts, all.payers]).toEqual([rows, rows, PAYERS]);
  expect(all.cents).toBe((ROWS_A_PAYER * PAYERS * (PAYERS + 1)) / 2);
  expect(sums.map(({ places, cents }) => [...places, cents])).toEqual(
    [0, 1, 2].map((group) => [group, PAYERS - 1, PAYERS]),
  );
  const byKey = sumDonations(columns, { ...QUERY, order: "key", offset: PAYERS - 1, limit: 2 });
  expect(byKey.sums.map(({ places }) => places)).toEqual([
    [0, PAYERS - 1],
    [1, 0],
  ]);
});
