/** A worker that exits while it holds a record of a shared table. */
import { workerData } from "node:worker_threads";
import { SharedTable } from "../../../src/runtime/shared/shared-table.ts";

export interface HeldRecord {
  readonly memory: SharedArrayBuffer;
  readonly name: string;
}

const { memory, name } = workerData as HeldRecord;
new SharedTable(memory).enter(name, 0, 0);
