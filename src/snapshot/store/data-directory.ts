import { join } from "node:path";
import { badConfig } from "../../runtime/errors.ts";

/** Where things are in the directory that holds the snapshots. All of it is on one file system. */
export interface DataDirectory {
  readonly root: string;
  /** Text file: the id of the snapshot to serve and a newline. */
  readonly current: string;
  /** Complete snapshots, each under its id. */
  readonly snapshots: string;
  /** Work in progress: `<claim>.json` and `<claim>/`; nothing here outlives its process. */
  readonly staging: string;
  /** Claims of processes that serve, publish or remove a snapshot. */
  readonly leases: string;
  /** Rows refused by the last build of each dataset. */
  readonly rejects: string;
  /** Results of steps of earlier builds: `steps/<key>.json`, `files/<sha256>` and `builds/<snapshot id>.json`. */
  readonly kept: string;
  /** Empty files `<number>-<snapshot id>`, one a publication, in their order. */
  readonly published: string;
  /** Names that an operator gave to snapshots: `<name>`, a text file with the id and a newline. */
  readonly tags: string;
  /** What publications changed: `<id before>.<id after>.ndjson`. */
  readonly changes: string;
  /** Delta tables of the published snapshots, a folder each, where an operator asked for them. */
  readonly delta: string;
}

/** The places under a root. The database would take some characters of the path for a pattern or an option. */
export function dataDirectory(root: string): DataDirectory {
  const odd = /[*?[]/.exec(root)?.[0];
  if (odd !== undefined) {
    throw badConfig(`the data directory "${root}" has a "${odd}" in its path; choose one without *, ? and [`);
  }
  return {
    root,
    current: join(root, "CURRENT"),
    snapshots: join(root, "snapshots"),
    staging: join(root, "staging"),
    leases: join(root, "leases"),
    rejects: join(root, "rejects"),
    kept: join(root, "kept"),
    published: join(root, "published"),
    tags: join(root, "tags"),
    changes: join(root, "changes"),
    delta: join(root, "delta"),
  };
}
