import { type FileOperations, NODE_FILES } from "./file-operations.ts";
import { DEFAULT_HEARTBEAT, type Heartbeat } from "./heartbeat.ts";
import { type ProcessTable, SYSTEM_PROCESSES } from "./process-stamp.ts";

/** The outside world of the snapshot store; tests put recording or failing parts in its place. */
export interface OutsideWorld {
  readonly files: FileOperations;
  readonly processes: ProcessTable;
  readonly heartbeat: Heartbeat;
}

/** The given parts, and the real ones for the rest. */
export function outsideWorldFrom(given: Partial<OutsideWorld> = {}): OutsideWorld {
  return {
    files: given.files ?? NODE_FILES,
    processes: given.processes ?? SYSTEM_PROCESSES,
    heartbeat: given.heartbeat ?? DEFAULT_HEARTBEAT,
  };
}
