import { TerraceError } from "../runtime/errors.ts";
import type { WorkerThread, WorkerThreadOptions } from "../runtime/worker-thread.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import type { SuburbColumns } from "./columns/column.ts";
import type { SuburbFilter } from "./filter/predicate.ts";
import type { PageStore } from "./pages/page-store.ts";
import type { ServingDatabase } from "./sql/database.ts";

/** Withheld tables with their withheld columns; an empty list means the whole table. */
export type HiddenTables = ReadonlyMap<string, readonly string[]>;

/** One immutable snapshot. A call takes it once and uses nothing else. */
export interface SnapshotView {
  readonly manifest: SnapshotManifest;
  readonly columns: SuburbColumns;
  readonly suburbs: SuburbFilter;
  /** Stored answers by key. */
  readonly pages: PageStore;
  readonly database: ServingDatabase;
  /** Resolves when the tables are verified, if opening skipped that; await it before reading their files. */
  readonly checkTables?: (() => Promise<void>) | undefined;
  /** Reports that table files could not be read: they get verified, and health names the damaged one. */
  readonly tablesFailed?: (() => void) | undefined;
  readonly heavyWork: HeavyWork;
  readonly hidden?: HiddenTables | undefined;
  /** Name of what a switch withholds from this view: cache its answers apart from the full view's. */
  readonly withheld?: string | undefined;
  /** Returns the value cached by name, or derives it. Closing the view closes values with a `close`. */
  derived<T>(name: string, derive: () => T): T;
}

/** Where queries run that compute for milliseconds. */
export interface HeavyWork {
  /** Whether they may use worker threads; otherwise the caller computes. */
  readonly hasThreads: boolean;
  /** The thread of that name for this snapshot: one in the process, with one queue for all callers. */
  thread<Task, Answer>(options: HeavyThreadOptions): WorkerThread<Task, Answer>;
}

/** Options of a thread for heavy tasks; its name is unique within a snapshot. */
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
    /** Rejects new values, and resolves when all closable ones are closed. */
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
