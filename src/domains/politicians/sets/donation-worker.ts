import { workerData } from "node:worker_threads";
import { PageStore } from "../../../engine/pages/page-store.ts";
import { answerTasks } from "../../../runtime/threads/answer-tasks.ts";
import type { DonationQuery } from "../rules.ts";
import { readDonationColumns, sumDonations } from "./donations.ts";

const columns = readDonationColumns(PageStore.fromPosted(workerData));

answerTasks((query: DonationQuery) => sumDonations(columns, query));
