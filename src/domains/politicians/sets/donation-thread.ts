import { extname } from "node:path";
import type { SnapshotView } from "../../../engine/view.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { DONATION_PAGES, donationNames, readDonationColumns } from "./donation-columns.ts";
import type { DonationWorkerData } from "./donation-worker.ts";
import type { DonationQuery } from "./rules.ts";
import { type FoundSums, sumDonations } from "./sum-donations.ts";

/** About what a receipt takes in both looks, in nanoseconds. */
const COST_A_RECEIPT = 200;

/** Sums below this many nanoseconds are computed by the caller: another answer waits no longer for them. */
const COST_WORTH_A_THREAD = 500_000;

/** Sums receipts of a view: many of them in a thread of their own, where one has its turn after the other. */
export type DonationSums = (
  query: DonationQuery,
  signal?: AbortSignal,
  time?: CallTime,
) => Promise<FoundSums>;

export function donationSums(view: SnapshotView, costWorthAThread = COST_WORTH_A_THREAD): DonationSums {
  return view.derived("donation-sums", () => {
    const cost = COST_A_RECEIPT * donationNames(view).receiptCount;
    if (!view.heavyWork.hasThreads || cost < costWorthAThread) {
      const columns = readDonationColumns(view.pages);
      return async (query) => sumDonations(columns, query);
    }
    const thread = view.heavyWork.thread<DonationQuery, FoundSums>({
      file: new URL(`./donation-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "donation",
      workerData: () => view.pages.posted([DONATION_PAGES]) satisfies DonationWorkerData,
    });
    return (query, signal, time) => thread.perform(query, signal, { cost, time });
  });
}
