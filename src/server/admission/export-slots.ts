import { TerraceError } from "../../runtime/errors.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";

/** Files in progress, in total and per caller. With several threads, they are sums over all of them. */
type ExportCounts = ThreadMetrics["exports"];

export type ExportPlace = ReturnType<ExportSlots["take"]>;

interface Held {
  readonly caller: string;
  bytes: number;
  /** Bytes sent at the last samples, oldest first. */
  readonly marks: number[];
  cut: (() => void) | undefined;
}

/** Sampling interval, and the number of samples behind a rate. */
const LOOK_MS = 1000;
const LOOKS = 5;

/** Files slower than this can be cut when others wait. */
const MIN_BYTES_A_SECOND = 32 * 1024;

/**
 * Limits concurrent files over all threads; one caller gets at most half. While others wait, the slowest file
 * is cut: one below the minimum rate, or of a caller with more than a quarter of the slots.
 */
export function exportSlots(most: number, counts: ExportCounts) {
  const mostOfOne = Math.ceil(most / 2);
  const share = Math.ceil(most / 4);
  const files = new Set<Held>();
  let timer: NodeJS.Timeout | undefined;
  let refusalsSeen = 0;
  const givesWay = (held: Held): boolean =>
    rateOf(held) < MIN_BYTES_A_SECOND || counts.totalOf(held.caller) > share;
  /** Cuts this thread's slowest eligible file if a caller was refused since the last look. */
  const look = (): void => {
    const refusals = counts.refusals();
    const isAwaited = refusals > refusalsSeen && counts.total() >= most;
    refusalsSeen = refusals;
    let slowest: Held | undefined;
    for (const held of files) {
      // A file that just started has no rate yet.
      if (held.cut !== undefined && held.marks.length > LOOKS && givesWay(held)) {
        if (slowest === undefined || rateOf(held) < rateOf(slowest)) slowest = held;
      }
      held.marks.push(held.bytes);
      if (held.marks.length > LOOKS + 1) held.marks.shift();
    }
    if (isAwaited) slowest?.cut?.();
  };
  /** Reserves a slot; throws `unavailable` if none is free. */
  const take = (caller: string) => {
    const own = counts.totalOf(caller);
    if (own >= mostOfOne) {
      const why = `${own} of your files are still being sent; take one after the other`;
      throw new TerraceError("unavailable", why);
    }
    const all = counts.total();
    if (all >= most) {
      counts.refuse();
      throw new TerraceError("unavailable", `${all} files are being sent; try again shortly`);
    }
    const held: Held = { caller, bytes: 0, marks: [0], cut: undefined };
    counts.add(caller, 1);
    files.add(held);
    timer ??= setInterval(look, LOOK_MS).unref();
    return {
      /** Idempotent. */
      release: () => {
        if (!files.delete(held)) return;
        counts.add(caller, -1);
        if (files.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      },
      /** Adds bytes that the client has read. */
      taken: (byteLength: number) => {
        held.bytes += byteLength;
      },
      /** Makes the file eligible for cutting; `cut` ends it. */
      mayBeCut: (cut: () => void) => {
        held.cut = cut;
      },
    };
  };
  return { take, look };
}

export type ExportSlots = ReturnType<typeof exportSlots>;

function rateOf({ bytes, marks }: Held): number {
  return ((bytes - marks[0]) * 1000) / (marks.length * LOOK_MS);
}
