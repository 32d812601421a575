import { AsyncLocalStorage } from "node:async_hooks";
import { type FileOperations, NODE_FILES } from "./file-operations.ts";
import { DEFAULT_HEARTBEAT, type Heartbeat } from "./heartbeat.ts";
import { type ProcessTable, SYSTEM_PROCESSES } from "./process-stamp.ts";

/** The outside world of the snapshot store; tests put recording or failing parts in its place. */
export interface OutsideWorld {
  readonly files: FileOperations;
  readonly processes: ProcessTable;
  readonly heartbeat: Heartbeat;
}

const REAL: OutsideWorld = {
  files: NODE_FILES,
  processes: SYSTEM_PROCESSES,
  heartbeat: DEFAULT_HEARTBEAT,
};

const worlds = new AsyncLocalStorage<OutsideWorld>();

/** The world of the work in progress: the real one unless the work runs in another. */
export function outsideWorld(): OutsideWorld {
  return worlds.getStore() ?? REAL;
}

/** Runs work, and all that it awaits, with the given parts in the place of those of its caller's world. */
export function inWorld<T>(given: Partial<OutsideWorld>, work: () => T): T {
  const { files, processes, heartbeat } = outsideWorld();
  const world = {
    files: given.files ?? files,
    processes: given.processes ?? processes,
    heartbeat: given.heartbeat ?? heartbeat,
  };
  return worlds.run(world, work);
}

/** The file operations of that world. */
export const disk: FileOperations = new Proxy(NODE_FILES, {
  get: (_, operation) => outsideWorld().files[operation as keyof FileOperations],
});
