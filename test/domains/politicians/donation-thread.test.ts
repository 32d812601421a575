import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { DonationQuery } from "../../../src/domains/politicians/rules.ts";
import {
  donationNames,
  donationSums,
  readDonationColumns,
  sumDonations,
} from "../../../src/domains/politicians/sets/donations.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { type OpenedView, openView } from "../../../src/engine/open-view.ts";
import { DonationGroup } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { EVERY_DONATION } from "../../support/data/politics.ts";

const QUERY: DonationQuery = {
  set: EVERY_DONATION,
  groupBy: [DonationGroup.DONOR],
  order: "total",
  limit: 20,
  offset: 0,
};
let opened: OpenedView;
let sum: ReturnType<typeof donationSums>;

beforeAll(async () => {
  const snapshot = await openSnapshot(inject("country").dataDir);
  opened = await openView(snapshot, { metrics: METRICS, sqlConnections: 1, sqlWaiting: 4, threads: 2 });
  sum = donationSums(opened.view, 0);
});
afterAll(() => opened.close());

describe("donationSums", () => {
  it("answers from a thread of its own what the columns tell", async () => {
    const columns = readDonationColumns(opened.view.pages);
    expect(donationNames(opened.view).receiptCount).toBe(columns.cents.length);
    expect(columns.cents.length).toBeGreaterThan(0);
    const { thread } = opened.view.heavyWork;
    const donationThread = thread({ name: "donation", file: new URL("file:///none") });
    expect(donationThread.isStarted).toBe(false);
    for (const order of ["total", "receipts", "key"] as const) {
      const query = { ...QUERY, order };
      expect(await sum(query)).toEqual(sumDonations(columns, query));
    }
    expect(donationThread.isStarted).toBe(true);
  });

  it("refuses at once whose deadline what waits before would outlast, and answers the others", async () => {
    const [running, waiting] = [1, 2].map(() => sum(QUERY));
    const late = sum(QUERY, undefined, { now: () => 0, endsAtMs: 0 });
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
    expect((await waiting).sums).toEqual((await running).sums);
  });

  it("answers the next when a caller goes away, running or waiting", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = [first, second].map(({ signal }) => sum(QUERY, signal));
    const staying = sum(QUERY);
    first.abort();
    second.abort();
    const ends = await Promise.allSettled(gone);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await staying).totalCount).toBeGreaterThan(0);
  });
});
