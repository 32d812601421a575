import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { badSnapshot, failedPrecondition, isTerraceError } from "../../runtime/errors.ts";
import { lazy } from "../../runtime/lazy.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId, MANIFEST_FILE, type SnapshotManifest } from "../manifest/manifest.ts";
import { dataDirectory } from "./data-directory.ts";
import { pinForReading, refuseDuringRemoval, type SnapshotPin } from "./leases.ts";
import { readCurrent } from "./read-current.ts";
import { checkTables, listFiles, type VerifyOptions, verifySnapshot } from "./verify.ts";

/** A snapshot whose files are verified; page files only by size, as each page is verified when read. */
export interface VerifiedSnapshot {
  readonly directory: string;
  readonly manifest: SnapshotManifest;
  /** Verifies the tables, once, if opening skipped them; await it before reading them. */
  readonly checkTables?: () => Promise<void>;
}

export interface PinnedSnapshot extends VerifiedSnapshot {
  readonly pin: SnapshotPin;
}

export type OpenOptions = Pick<VerifyOptions, "onProgress" | "signal" | "defersTables">;

/** How often CURRENT may change during an opening before the opening fails. */
const MAX_REPLACEMENTS = 5;

/**
 * Opens and pins a snapshot by its own directory, or the current one of a data directory. A snapshot outside
 * any data directory needs no pin: nobody removes it.
 */
export async function openSnapshotDirectory(
  path: string,
  options: OpenOptions = {},
): Promise<PinnedSnapshot> {
  if ((await disk.describe(join(path, MANIFEST_FILE))) === undefined) return openCurrent(path, options);
  for (const directory of [resolve(path), await realpath(path)]) {
    const root = await holderOf(directory);
    if (root === undefined) continue;
    return openPinned(root, basename(directory), options, "open another one");
  }
  const snapshot = await verified(resolve(path), options);
  const pin = { snapshotId: snapshot.manifest.snapshotId, isHeld: false, release: async () => {} };
  return { ...snapshot, pin };
}

/** Data directory that contains a snapshot directory; undefined if there is none. */
async function holderOf(directory: string): Promise<string | undefined> {
  const [snapshots, root] = [dirname(directory), dirname(dirname(directory))];
  if (!isSnapshotId(basename(directory)) || basename(snapshots) !== "snapshots" || /[*?[]/.test(root)) return;
  const { current, leases, staging } = dataDirectory(root);
  for (const path of [current, leases, staging]) {
    if ((await disk.describe(path)) !== undefined) return root;
  }
  return undefined;
}

/** Opens and pins the current snapshot; if it is replaced and gone meanwhile, opens the new one. */
export async function openCurrent(dataDir: string, options: OpenOptions = {}): Promise<PinnedSnapshot> {
  for (let replacements = 0; ; replacements++) {
    const id = await readCurrent(dataDir);
    if (id === undefined) {
      throw failedPrecondition(
        `${dataDir} holds no published snapshot; make one: terrace demo, or terrace snapshot build and publish`,
      );
    }
    try {
      return await openPinned(dataDir, id, options);
    } catch (error) {
      const isReplaced = (await readCurrent(dataDir)) !== id;
      if (!isReplaced || replacements === MAX_REPLACEMENTS) throw error;
    }
  }
}

/** Opens and pins a snapshot by id. With `advice`, throws if another process is already removing it. */
export async function openPinned(
  dataDir: string,
  snapshotId: string,
  options: OpenOptions = {},
  advice?: string,
): Promise<PinnedSnapshot> {
  const pin = await pinForReading(dataDir, snapshotId);
  try {
    if (advice !== undefined && pin.isHeld) await refuseDuringRemoval(dataDir, snapshotId, advice);
    const directory = join(dataDirectory(resolve(dataDir)).snapshots, snapshotId);
    const snapshot = await verified(directory, options);
    checkName(snapshot);
    return { ...snapshot, pin };
  } catch (error) {
    await pin.release();
    throw error;
  }
}

async function verified(directory: string, options: OpenOptions): Promise<VerifiedSnapshot> {
  const manifest = await verifySnapshot(directory, { ...options, trustsPages: true });
  if (options.defersTables !== true) return { directory, manifest };
  return { directory, manifest, checkTables: lazy(() => checkTables(directory, manifest, options.signal)) };
}

/** Throws if a directory named by a snapshot id holds another snapshot. Other names may hold any. */
export function checkName({ directory, manifest }: VerifiedSnapshot): void {
  const name = basename(directory);
  if (name === manifest.snapshotId || !isSnapshotId(name)) return;
  throw badSnapshot(
    `${directory}: ${MANIFEST_FILE} names the snapshot ${manifest.snapshotId}, the directory another`,
  );
}

/**
 * Opens snapshots like openPinned, and passes them to `use`. If either throws because of the content, throws
 * the same error again until a file changes: verifying a damaged snapshot every few seconds would take time
 * from callers.
 */
export function reopenable<T>(
  dataDir: string,
  use: (snapshot: PinnedSnapshot) => Promise<T>,
  options: OpenOptions = {},
): (snapshotId: string) => Promise<T> {
  let refused: { readonly state: string; readonly error: unknown } | undefined;
  return async (snapshotId) => {
    const directory = join(dataDirectory(resolve(dataDir)).snapshots, snapshotId);
    const state = await fileStates(directory).catch(() => "");
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

/** Path, size and ctime of every file: rewriting a file changes the string even if mtime is restored. */
async function fileStates(directory: string): Promise<string> {
  const states: string[] = [];
  for (const path of await listFiles(directory)) {
    const found = await disk.describe(join(directory, path));
    states.push(`${path} ${found?.bytes} ${found?.changedMs}`);
  }
  return states.length === 0 ? "" : [directory, ...states].join("\n");
}

/** False for errors of the system, which may be temporary. */
function isAboutContent(error: unknown): boolean {
  if (!isTerraceError(error, "bad_snapshot")) return false;
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ((e as NodeJS.ErrnoException).syscall !== undefined) return false;
  }
  return true;
}
