import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { onTestFinished } from "vitest";

/** A file whose readers wait for its first byte until the test ends, as those of a hung disk do. */
export interface HangingFile {
  /** Resolves when somebody waits. */
  readonly isRead: Promise<void>;
  /** Lets the readers go on, with an empty file. */
  release(): Promise<void>;
}

/** Makes one: a pipe with a name, into which nobody writes. */
export function hangingFile(path: string): HangingFile {
  execFileSync("mkfifo", [path]);
  // Opens when there is a reader, and keeps it waiting while it is open.
  const writing = open(path, "w");
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= (async () => {
      // A reader of our own, for a writer that nobody has met.
      const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      await (await writing).close();
      await reader.close();
    })();
    return released;
  };
  onTestFinished(release);
  return { isRead: writing.then(() => {}), release };
}
