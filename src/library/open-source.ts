import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OPEN_TABLES } from "../domains/opened-parts.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { type AddressedSnapshot, Engine } from "../engine/engine.ts";
import { FilterPool } from "../engine/filter/filter-pool.ts";
import { type FollowOptions, followCurrent, pinnedView } from "../engine/follow-current.ts";
import type { OpenedView, OpenViewOptions } from "../engine/open-view.ts";
import { badSnapshot, TerraceError } from "../runtime/errors.ts";
import { MANIFEST_FILE, type SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { addressedId } from "../snapshot/store/addresses.ts";
import { dataDirectory } from "../snapshot/store/data-directory.ts";
import { openSnapshotDirectory } from "../snapshot/store/open.ts";

type OpenSourceOptions = Required<Pick<FollowOptions, "filterThreads">> &
  Pick<FollowOptions, "sqlConnections" | "sqlWaiting" | "onSwap" | "onRefuse" | "onWorkerEnd">;

export interface OpenedSource {
  readonly engine: Engine;
  swap(path: string): Promise<SnapshotManifest>;
  at(name: string): Promise<AddressedSnapshot>;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The default of the setting `openSnapshots`. */
const OLDER = { most: 4, idleMs: 60_000, pauseMs: 0 };

export async function openSource(
  path: string,
  isFollowed: boolean,
  options: OpenSourceOptions,
): Promise<OpenedSource> {
  const kind = await directoryKind(path);
  if (!isFollowed) return openOnce(path, kind, options);
  if (kind === "data") return follow(path, options);
  throw new TerraceError(
    "failed_precondition",
    `${path} is a single snapshot, which never changes; to follow publications, open its data directory`,
  );
}

async function openOnce(
  path: string,
  kind: "snapshot" | "data",
  options: OpenSourceOptions,
): Promise<OpenedSource> {
  const { filterThreads: threads, onWorkerEnd } = options;
  const filterPool = threads === 0 ? undefined : new FilterPool({ threads, onWorkerEnd });
  const viewOptions: OpenViewOptions = { ...options, metrics: METRICS, openTables: OPEN_TABLES, filterPool };
  const engine = new Engine(
    await viewAt(path, viewOptions).catch(async (error) => {
      await filterPool?.close();
      throw error;
    }),
    kind === "snapshot"
      ? undefined
      : { ...OLDER, open: (id) => viewAt(join(dataDirectory(path).snapshots, id), viewOptions) },
  );
  // Swaps run one after another: the last one requested stays.
  let swapping: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const swapTo = async (next: string) => {
    if (isClosed) throw closedError();
    const view = await viewAt(next, viewOptions);
    if (isClosed) {
      await view.close();
      throw closedError();
    }
    engine.swap(view);
    options.onSwap?.(view.view.manifest.snapshotId);
    return view.view.manifest;
  };
  return {
    engine,
    swap: (next) => {
      const swapped = swapping.then(() => swapTo(next));
      swapping = swapped.catch(() => {});
      return swapped;
    },
    at: async (name) => engine.at(kind === "data" ? await addressedId(path, name) : name),
    check: async () => {},
    close: async () => {
      isClosed = true;
      // Rejects calls from now on; a swap in progress ends by itself.
      const engineClosed = engine.close();
      await swapping;
      await engineClosed;
      await filterPool?.close();
    },
  };
}

async function follow(dataDir: string, options: OpenSourceOptions): Promise<OpenedSource> {
  const parts = { metrics: METRICS, openTables: OPEN_TABLES, older: OLDER };
  const follower = await followCurrent({ ...options, ...parts, dataDir });
  return {
    engine: follower.engine,
    swap: () =>
      Promise.reject(
        new TerraceError(
          "failed_precondition",
          `this engine follows ${dataDir}; publish the snapshot there instead: publishSnapshot(directory, dataDir)`,
        ),
      ),
    at: async (name) => follower.engine.at(await addressedId(dataDir, name)),
    check: follower.check,
    close: follower.close,
  };
}

async function viewAt(path: string, options: OpenViewOptions): Promise<OpenedView> {
  await directoryKind(path);
  return pinnedView(await openSnapshotDirectory(path), options);
}

/** Whether a path is a snapshot or a data directory; throws for anything else. */
async function directoryKind(path: string): Promise<"snapshot" | "data"> {
  const root = resolve(path);
  if (await isThere(join(root, MANIFEST_FILE))) return "snapshot";
  const { current, snapshots } = dataDirectory(root);
  if ((await isThere(current)) || (await isThere(snapshots))) return "data";
  const why = (await isThere(root))
    ? `is neither a snapshot (it has no ${MANIFEST_FILE}) nor a data directory (it has no CURRENT)`
    : "does not exist";
  throw badSnapshot(`${path} ${why}`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function closedError(): TerraceError {
  return new TerraceError("unavailable", "the engine is closed");
}
