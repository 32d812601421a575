import { parentPort, workerData } from "node:worker_threads";
import type { PostedPageFile } from "../../../engine/pages/page-file.ts";
import { PageStore } from "../../../engine/pages/page-store.ts";
import { readDonationColumns } from "./donation-columns.ts";
import type { DonationQuery } from "./rules.ts";
import { sumDonations } from "./sum-donations.ts";

/** What the thread is given: the pages that hold the columns. */
export type DonationWorkerData = ReadonlyMap<string, PostedPageFile>;

const columns = readDonationColumns(PageStore.fromPosted(workerData as DonationWorkerData));

parentPort?.on("message", (query: DonationQuery) => {
  parentPort?.postMessage(sumDonations(columns, query));
});
