import { resolve } from "node:path";
import { dataDirectory, isSnapshotId } from "../snapshot/store/data-directory.ts";

/** A snapshot's directory from its id or its path. */
export function snapshotDirectory(name: string, dataDir: string): string {
  return isSnapshotId(name) ? resolve(dataDirectory(dataDir).snapshots, name) : resolve(name);
}
