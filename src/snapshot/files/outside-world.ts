import { AsyncLocalStorage } from "node:async_hooks";
import { type FileOperations, NODE_FILES } from "./file-operations.ts";
import { DEFAULT_HEARTBEAT, type Heartbeat } from "./heartbeat.ts";
import { type ProcessTable, SYSTEM_PROCESSES } from "./process-stamp.ts";

/** Dependencies of the snapshot store, which tests replace by recording or failing ones. */
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

/** The dependencies of the running work: the real ones unless set by `inWorld`. */
export function outsideWorld(): OutsideWorld {
  return worlds.getStore() ?? REAL;
}

/** Runs work, and everything that it awaits, with some of the dependencies replaced. */
export function inWorld<T>(given: Partial<OutsideWorld>, work: () => T): T {
  const { files, processes, heartbeat } = outsideWorld();
  const world = {
    files: given.files ?? files,
    processes: given.processes ?? processes,
    heartbeat: given.heartbeat ?? heartbeat,
  };
  return worlds.run(world, work);
}

/** File operations of the running work. */
export const disk: FileOperations = new Proxy(NODE_FILES, {
  get: (_, operation) => outsideWorld().files[operation as keyof FileOperations],
});
