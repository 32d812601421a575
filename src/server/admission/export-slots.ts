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
export class ExportSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #share: number;
  readonly #counts: ExportCounts;
  readonly #held = new Set<Held>();
  #timer: NodeJS.Timeout | undefined;
  #refusalsSeen = 0;

  constructor(most: number, counts: ExportCounts = ownCounts()) {
    this.#most = most;
    this.#mostOfOne = Math.ceil(most / 2);
    this.#share = Math.ceil(most / 4);
    this.#counts = counts;
  }

  /** Takes a place; refused when none is left. */
  take(caller: string) {
    const counts = this.#counts;
    const own = counts.totalOf(caller);
    if (own >= this.#mostOfOne) {
      throw new TerraceError(
        "unavailable",
        `${own} of your files are still being sent; take one after the other`,
      );
    }
    const all = counts.total();
    if (all >= this.#most) {
      counts.refuse();
      throw new TerraceError("unavailable", `${all} files are being sent; try again shortly`);
    }
    const held: Held = { caller, bytes: 0, marks: [0], cut: undefined };
    counts.add(caller, 1);
    this.#held.add(held);
    this.#timer ??= setInterval(this.look, LOOK_MS).unref();
    return {
      /** Gives it back; once. */
      release: () => {
        if (!this.#held.delete(held)) return;
        counts.add(caller, -1);
        if (this.#held.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
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
  }

  /** Ends the slowest file of this thread that gives way, when somebody was refused since the look before. */
  readonly look = (): void => {
    const refusals = this.#counts.refusals();
    const isAwaited = refusals > this.#refusalsSeen && this.#counts.total() >= this.#most;
    this.#refusalsSeen = refusals;
    let slowest: Held | undefined;
    for (const held of this.#held) {
      // One that has just begun has not shown how fast it is.
      if (held.cut !== undefined && held.marks.length > LOOKS && this.#givesWay(held)) {
        if (slowest === undefined || rateOf(held) < rateOf(slowest)) slowest = held;
      }
      held.marks.push(held.bytes);
      if (held.marks.length > LOOKS + 1) held.marks.shift();
    }
    if (isAwaited) slowest?.cut?.();
  };

  #givesWay(held: Held): boolean {
    return rateOf(held) < LEAST_BYTES_A_SECOND || this.#counts.totalOf(held.caller) > this.#share;
  }
}

/** Bytes a second over the last looks. */
function rateOf({ bytes, marks }: Held): number {
  return ((bytes - marks[0]) * 1000) / (marks.length * LOOK_MS);
}
