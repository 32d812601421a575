import { TerraceError } from "../runtime/errors.ts";
import type { WorkerThread, WorkerThreadOptions } from "../runtime/worker-thread.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import type { SuburbColumns } from "./columns/column.ts";
import type { SuburbFilter } from "./filter/predicate.ts";
import type { PageStore } from "./pages/page-store.ts";
import type { ServingDatabase } from "./sql/database.ts";

/** Tables of a snapshot that are withheld, with the columns withheld of each: none named means every row. */
export type HiddenTables = ReadonlyMap<string, readonly string[]>;

/** One snapshot, whole and immutable. A call takes it once and uses nothing else. */
export interface SnapshotView {
  readonly manifest: SnapshotManifest;
  readonly columns: SuburbColumns;
  readonly suburbs: SuburbFilter;
  /** Answers by key, read by position. */
  readonly pages: PageStore;
  /** For open questions, over the tables. */
  readonly database: ServingDatabase;
  /** Resolves when the tables have been checked, where opening left that: who reads their files by itself waits for it. */
  readonly checkTables?: (() => Promise<void>) | undefined;
  /** Tells that the files of tables could not be read: they are looked at, and health says which one is damaged. */
  readonly tablesFailed?: (() => void) | undefined;
  readonly heavyWork: HeavyWork;
  /** Tables that may not be shown; none unless given. */
  readonly hidden?: HiddenTables | undefined;
  /** Names what a switch takes out of this view: its answers are kept apart from those of the whole one. */
  readonly withheld?: string | undefined;
  /**
   * Values derived from the snapshot once, by name: the queries of the domains keep theirs here. They live as long as
   * the view; one with a `close` is closed with it.
   */
  derived<T>(name: string, derive: () => T): T;
}

/** How questions that take milliseconds of computing are answered. */
export interface HeavyWork {
  /** Whether they may have threads of their own; otherwise the caller computes them itself. */
  readonly hasThreads: boolean;
  /** The thread of that name for this snapshot. There is one in the process, whichever thread asks, and one queue before it. */
  thread<Task, Answer>(options: HeavyThreadOptions): WorkerThread<Task, Answer>;
}

/** A thread for heavy tasks; the name tells it from the others of a snapshot. */
export type HeavyThreadOptions = Omit<WorkerThreadOptions, "maxWaiting">;

export function derivedValues() {
  const values = new Map<string, unknown>();
  let isClosed = false;
  return {
    derived<T>(name: string, derive: () => T): T {
      if (!values.has(name)) {
        if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
        values.set(name, derive());
      }
      return values.get(name) as T;
    },
    /** Makes no further values, and resolves when those that can be closed are. */
    close: async () => {
      isClosed = true;
      await Promise.all(
        Array.from(values.values(), (value) => (isClosable(value) ? value.close() : undefined)),
      );
    },
  };
}

function isClosable(value: unknown): value is { close(): Promise<void> } {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}
