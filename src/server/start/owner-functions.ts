import type { Pin } from "../../engine/engine.ts";
import type { PostedSnapshot } from "../../engine/open-view.ts";
import type { ParameterValue, Statement } from "../../engine/sql/statement.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { TaskEstimate } from "../../runtime/worker-thread.ts";
import type { OwnedAccess } from "../admission/owned-access.ts";

export interface OwnerParts {
  readonly accessControl: Pick<OwnedAccess, "health" | "readUsers">;
  readonly metricsPage: () => string;
}

/** A worker for heavy tasks, as another thread names it. */
export interface NamedWorker {
  readonly name: string;
  readonly file: string;
  readonly givesWay: boolean | undefined;
  /** Worker data; only with this thread's first task for that worker. */
  readonly data: unknown;
}

/**
 * What other threads ask the first one for: it has the tables, heavy workers, counts and stores. `pins` are the
 * snapshots that the thread has open, by number; the signal aborts with its call.
 */
export function ownerFunctions(
  { accessControl, metricsPage }: OwnerParts,
  pins: ReadonlyMap<number, Pin>,
  signal: AbortSignal,
) {
  const viewOf = (snapshot: number): Pin["view"] => {
    const pin = pins.get(snapshot);
    if (pin === undefined) throw new TerraceError("unavailable", "the snapshot is closed");
    return pin.view;
  };
  return {
    metrics: metricsPage,
    quotaHealth: () => accessControl.health(),
    users: (userIds: readonly string[]) => accessControl.readUsers!(userIds),
    query: (
      snapshot: number,
      statement: Pick<Statement<object>, "name" | "sql" | "parameters">,
      parameters: Readonly<Record<string, ParameterValue>>,
    ) => viewOf(snapshot).database.query(statement, parameters, signal),
    task(snapshot: number, worker: NamedWorker, task: unknown, cost?: number, leftMs?: number) {
      const { name, file, givesWay, data } = worker;
      const thread = viewOf(snapshot).heavyWork.thread({
        name,
        file: new URL(file),
        ...(givesWay !== undefined && { givesWay }),
        workerData: () => data,
      });
      const endsAtMs = leftMs === undefined ? undefined : performance.now() + leftMs;
      const time: TaskEstimate["time"] =
        endsAtMs === undefined ? undefined : { now: () => performance.now(), endsAtMs };
      return thread.perform(task, signal, cost === undefined ? undefined : { cost, time });
    },
  };
}

/** A snapshot with its sequence number. */
export interface NumberedSnapshot {
  readonly number: number;
  readonly posted: PostedSnapshot;
}

export interface OwnerFunctions extends ReturnType<typeof ownerFunctions> {
  /** Opens a snapshot other than the current one in the first thread, too; its number is below 0. */
  open(snapshotId: string): Promise<NumberedSnapshot | undefined>;
}

/** Buffers to transfer instead of copy: only if the bytes fill their buffer. */
export function ownedBuffers(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
