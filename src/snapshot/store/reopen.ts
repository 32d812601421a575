import { join, resolve } from "node:path";
import { isTerraceError } from "../../runtime/errors.ts";
import { outsideWorldFrom } from "../files/outside-world.ts";
import { dataDirectory } from "./data-directory.ts";
import { type OpenOptions, openPinned, type PinnedSnapshot } from "./open.ts";
import { listFiles } from "./verify.ts";

/**
 * Opens snapshots like openPinned and makes something of them, again and again if need be. Content that either finds
 * wrong is not read a second time while no file of it has changed: checking a damaged snapshot every few seconds would
 * take time from callers.
 */
export function reopenable<T>(
  dataDir: string,
  use: (snapshot: PinnedSnapshot) => Promise<T>,
  options: OpenOptions = {},
): (snapshotId: string) => Promise<T> {
  let refused: { readonly state: string; readonly error: unknown } | undefined;
  return async (snapshotId) => {
    const directory = join(dataDirectory(resolve(dataDir)).snapshots, snapshotId);
    const state = await fileStates(directory, options).catch(() => "");
    if (refused !== undefined && state !== "" && refused.state === state) throw refused.error;
    refused = undefined;
    try {
      return await use(await openPinned(dataDir, snapshotId, options));
    } catch (error) {
      if (isAboutContent(error)) refused = { state, error };
      throw error;
    }
  };
}

/** Path, size and change time of every file: writing a file again, even with its old time, changes the text. */
async function fileStates(directory: string, options: OpenOptions): Promise<string> {
  const { files } = outsideWorldFrom(options);
  const states: string[] = [];
  for (const path of await listFiles(directory, files)) {
    const found = await files.describe(join(directory, path));
    states.push(`${path} ${found?.bytes} ${found?.changedMs}`);
  }
  return states.length === 0 ? "" : [directory, ...states].join("\n");
}

/** False when the system refused something, which may be over a moment later although no file changes. */
function isAboutContent(error: unknown): boolean {
  if (!isTerraceError(error, "bad_snapshot")) return false;
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ((e as NodeJS.ErrnoException).syscall !== undefined) return false;
  }
  return true;
}
