import { TerraceError } from "../../runtime/errors.ts";

/** How many files are in progress in all threads: in all, and those of a caller. Each thread adds its own. */
type ExportCounts = ReturnType<typeof ownCounts>;

/** The same for one thread alone. */
export function ownCounts() {
  const byCaller = new Map<string, number>();
  let total = 0;
  let refusals = 0;
  return {
    /** Counts a caller who was refused as all places were taken. */
    refuse: () => {
      refusals++;
    },
    /** Those refused so far. */
    refusals: () => refusals,
    total: () => total,
    totalOf: (caller: string) => byCaller.get(caller) ?? 0,
    add: (caller: string, change: 1 | -1) => {
      total += change;
      const left = (byCaller.get(caller) ?? 0) + change;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    },
  };
}

/** A file's place among those that are sent. */
export type ExportPlace = ReturnType<ExportSlots["take"]>;

interface Held {
  readonly caller: string;
  bytes: number;
  /** What it had taken at the last looks, oldest first. */
  readonly marks: number[];
  cut: (() => void) | undefined;
}

/** How often files are looked at, and over how many looks a rate is taken. */
const LOOK_MS = 1000;
const LOOKS = 5;

/** Who takes less than this gives way to others who wait. */
const LEAST_BYTES_A_SECOND = 32 * 1024;

/**
 * Files that are sent at once, in all threads, and for one caller half as many. While others wait, the slowest gives way:
 * one that takes less than the least rate, or one of a caller who has more than a quarter of the places.
 */
export function exportSlots(most: number, counts: ExportCounts = ownCounts()) {
  const mostOfOne = Math.ceil(most / 2);
  const share = Math.ceil(most / 4);
  const files = new Set<Held>();
  let timer: NodeJS.Timeout | undefined;
  let refusalsSeen = 0;
  const givesWay = (held: Held): boolean =>
    rateOf(held) < LEAST_BYTES_A_SECOND || counts.totalOf(held.caller) > share;
  /** Ends the slowest file of this thread that gives way, when somebody was refused since the look before. */
  const look = (): void => {
    const refusals = counts.refusals();
    const isAwaited = refusals > refusalsSeen && counts.total() >= most;
    refusalsSeen = refusals;
    let slowest: Held | undefined;
    for (const held of files) {
      // One that has just begun has not shown how fast it is.
      if (held.cut !== undefined && held.marks.length > LOOKS && givesWay(held)) {
        if (slowest === undefined || rateOf(held) < rateOf(slowest)) slowest = held;
      }
      held.marks.push(held.bytes);
      if (held.marks.length > LOOKS + 1) held.marks.shift();
    }
    if (isAwaited) slowest?.cut?.();
  };
  /** Takes a place; refused when none is left. */
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
      /** Gives it back; once. */
      release: () => {
        if (!files.delete(held)) return;
        counts.add(caller, -1);
        if (files.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      },
      /** Counts bytes that its caller has taken. */
      taken: (byteLength: number) => {
        held.bytes += byteLength;
      },
      /** From now on the file can be given up for others who wait; `cut` ends it. */
      mayBeCut: (cut: () => void) => {
        held.cut = cut;
      },
    };
  };
  return { take, look };
}

export type ExportSlots = ReturnType<typeof exportSlots>;

/** Bytes a second over the last looks. */
function rateOf({ bytes, marks }: Held): number {
  return ((bytes - marks[0]) * 1000) / (marks.length * LOOK_MS);
}
