import type { Pin } from "../../engine/engine.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { OwnedAccess } from "../admission/owned-access.ts";
import type { Question } from "./thread-messages.ts";

export interface AnswerOptions {
  readonly accessControl: Pick<OwnedAccess, "health" | "readUsers">;
  readonly metricsPage: () => string;
}

/** The first thread's answer to another thread; `pins` are the snapshots that it has open, by number. */
export async function answerQuestion(
  question: Exclude<Question, { kind: "open" }>,
  pins: ReadonlyMap<number, Pin>,
  signal: AbortSignal,
  { accessControl, metricsPage }: AnswerOptions,
): Promise<unknown> {
  switch (question.kind) {
    case "metrics":
      return metricsPage();
    case "quota-health":
      return accessControl.health();
    case "users":
      return accessControl.readUsers!(question.userIds);
    case "query":
      return viewOf(pins, question.snapshot).database.query(question.statement, question.parameters, signal);
    case "task": {
      const { snapshot, name, file, givesWay, data, task, cost, leftMs } = question;
      const thread = viewOf(pins, snapshot).heavyWork.thread({
        name,
        file: new URL(file),
        ...(givesWay !== undefined && { givesWay }),
        workerData: () => data,
      });
      const endsAtMs = leftMs === undefined ? undefined : performance.now() + leftMs;
      const time = endsAtMs === undefined ? undefined : { now: () => performance.now(), endsAtMs };
      return thread.perform(task, signal, cost === undefined ? undefined : { cost, time });
    }
  }
}

function viewOf(pins: ReadonlyMap<number, Pin>, number: number): Pin["view"] {
  const pin = pins.get(number);
  if (pin === undefined) throw new TerraceError("unavailable", "the snapshot is closed");
  return pin.view;
}

/** Buffers to transfer instead of copy: only if the bytes fill their buffer. */
export function ownedBuffers(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
