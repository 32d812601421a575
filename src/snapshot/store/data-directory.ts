import { join } from "node:path";
import { badConfig } from "../../runtime/errors.ts";

/** Paths within a data directory, all on one file system. Rejects `*`, `?` and `[`, patterns for DuckDB. */
export function dataDirectory(root: string) {
  const odd = /[*?[]/.exec(root)?.[0];
  if (odd !== undefined) {
    throw badConfig(`the data directory "${root}" has a "${odd}" in its path; choose one without *, ? and [`);
  }
  return {
    root,
    /** Text file: the id of the snapshot to serve, and a newline. */
    current: join(root, "CURRENT"),
    /** Complete snapshots, each under its id. */
    snapshots: join(root, "snapshots"),
    /** Work in progress: `<claim>.json` and `<claim>/`, which do not outlive their process. */
    staging: join(root, "staging"),
    /** Claims of processes that serve, publish or remove a snapshot. */
    leases: join(root, "leases"),
    /** Rows rejected by the last build of each dataset. */
    rejects: join(root, "rejects"),
    /** Cached step results: `steps/<key>.json`, `files/<sha256>` and `builds/<snapshot id>.json`. */
    kept: join(root, "kept"),
    /** Empty files `<number>-<snapshot id>`, one a publication, in order. */
    published: join(root, "published"),
    /** Tags of snapshots: `<name>`, a text file with the id and a newline. */
    tags: join(root, "tags"),
    /** Changes files of publications: `<id before>.<id after>.ndjson`. */
    changes: join(root, "changes"),
    /** Optional Delta tables of the published snapshots, a folder each. */
    delta: join(root, "delta"),
  };
}
