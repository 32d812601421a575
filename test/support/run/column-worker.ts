import { parentPort, workerData } from "node:worker_threads";
import { ColumnFrame } from "../../../src/engine/columns/column-frame.ts";
import type { PostedPageFile } from "../../../src/engine/pages/page-file.ts";
import { PageStore } from "../../../src/engine/pages/page-store.ts";

/** On a message, posts the values of a column of a set that another thread opened, then writes into it. */
const { posted, set, column, written } = workerData as {
  posted: ReadonlyMap<string, PostedPageFile>;
  set: string;
  column: string;
  written: number;
};
const pages = PageStore.fromPosted(posted);

parentPort!.once("message", () => {
  const { raw } = new ColumnFrame(pages, set).numbers(column);
  const values = Array.from(raw);
  raw[0] = written;
  pages.close();
  parentPort!.postMessage(values);
});
parentPort!.postMessage("ready");
