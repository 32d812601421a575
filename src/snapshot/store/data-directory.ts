import { join } from "node:path";
import { badConfig } from "../../runtime/errors.ts";

/**
 * Where things are in the directory that holds the snapshots, all of it on one file system. The database would take some
 * characters of the path for a pattern or an option.
 */
export function dataDirectory(root: string) {
  const odd = /[*?[]/.exec(root)?.[0];
  if (odd !== undefined) {
    throw badConfig(`the data directory "${root}" has a "${odd}" in its path; choose one without *, ? and [`);
  }
  return {
    root,
    /** Text file: the id of the snapshot to serve and a newline. */
    current: join(root, "CURRENT"),
    /** Complete snapshots, each under its id. */
    snapshots: join(root, "snapshots"),
    /** Work in progress: `<claim>.json` and `<claim>/`; nothing here outlives its process. */
    staging: join(root, "staging"),
    /** Claims of processes that serve, publish or remove a snapshot. */
    leases: join(root, "leases"),
    /** Rows refused by the last build of each dataset. */
    rejects: join(root, "rejects"),
    /** Results of steps of earlier builds: `steps/<key>.json`, `files/<sha256>` and `builds/<snapshot id>.json`. */
    kept: join(root, "kept"),
    /** Empty files `<number>-<snapshot id>`, one a publication, in their order. */
    published: join(root, "published"),
    /** Names that an operator gave to snapshots: `<name>`, a text file with the id and a newline. */
    tags: join(root, "tags"),
    /** What publications changed: `<id before>.<id after>.ndjson`. */
    changes: join(root, "changes"),
    /** Delta tables of the published snapshots, a folder each, where an operator asked for them. */
    delta: join(root, "delta"),
  };
}
