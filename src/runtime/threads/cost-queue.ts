import { abortError } from "../abort.ts";
import { TerraceError } from "../errors.ts";
import { type Waiter, WaitingLine } from "./waiting-line.ts";

/** How long a caller waits, by a clock that its server brings along. */
export interface CallTime {
  /** Milliseconds that never run backwards. */
  now(): number;
  /** When the caller gives up. */
  readonly endsAtMs: number;
}

/** What is known of a task before it runs. */
export interface TaskTurn {
  /** About how many nanoseconds it takes; 0 when nothing is known, for all tasks of a queue: they run as they come. */
  readonly cost: number;
  readonly signal?: AbortSignal | undefined;
  readonly time?: CallTime | undefined;
}

interface WaitingTask {
  readonly turn: TaskTurn;
  /** The task's place in virtual time: when it would end if every waiting task had its fair share. */
  readonly endTag: number;
}

/** Milliseconds a nanosecond of cost takes until a task was seen, and how far one task moves the estimate. */
const FIRST_PACE = 1e-6;
const PACE_SHARE = 0.4;

/** What a wait may take in place of what is expected: shorter tasks may still come and pass. */
const MARGIN = 1.5;

/**
 * Lets tasks run one at a time, or a few, the one that ends first by its cost before the others: a short question does not
 * wait for every long one that came before, and a long one waits for no more than its own cost of short ones. A caller that
 * would hear too late, or for whom there is no room to wait, is refused at once: overload costs it a retry.
 */
export class CostQueue {
  readonly #maxWaiting: number;
  readonly #places: number;
  readonly #waiting = new WaitingLine<WaitingTask>();
  /** The tasks that run, and when each was started. */
  readonly #running = new Map<TaskTurn, number | undefined>();
  #virtualTime = 0;
  #pace = FIRST_PACE;
  #onIdle: (() => void) | undefined;

  constructor(maxWaiting: number, places = 1) {
    this.#maxWaiting = maxWaiting;
    this.#places = places;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when the task may run; `leave` must follow when it has ended. */
  enter(turn: TaskTurn): Promise<void> {
    const { signal } = turn;
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const endTag = this.#virtualTime + turn.cost;
    if (this.#running.size < this.#places) {
      this.#start(turn, endTag);
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#maxWaiting) {
      const message = `${this.#maxWaiting} calls are already waiting; try again shortly`;
      return Promise.reject(this.#refusal(message, this.#costBefore(Number.POSITIVE_INFINITY)));
    }
    const { time } = turn;
    if (time !== undefined) {
      const cost = this.#costBefore(endTag);
      const waitMs = cost * this.#pace;
      if (time.now() + waitMs * MARGIN + turn.cost * this.#pace > time.endsAtMs) {
        return Promise.reject(this.#refusal(lateMessage(waitMs), cost));
      }
    }
    return this.#waiting.add({ turn, endTag }, turn.cost, signal).turn;
  }

  /**
   * A task, or the only one, has ended: the next one starts. What it took tells of others unless it did more than they
   * will.
   */
  leave(isTypical = true, turn: TaskTurn = this.#running.keys().next().value!): void {
    const startedMs = this.#running.get(turn);
    this.#running.delete(turn);
    if (isTypical && startedMs !== undefined && turn.cost > 0) {
      const seen = (turn.time!.now() - startedMs) / turn.cost;
      this.#pace += (seen - this.#pace) * PACE_SHARE;
    }
    const next = this.#shedLate();
    if (next !== undefined) {
      this.#start(next.item.turn, next.item.endTag);
      next.admit();
    } else if (this.#running.size === 0) this.#onIdle?.();
  }

  /** Refuses those who wait and, by what tasks are now known to take, would hear too late. The first of the others. */
  #shedLate(): Waiter<WaitingTask> | undefined {
    let first: Waiter<WaitingTask> | undefined;
    let cost = 0;
    for (const waiter of [...this.#waiting].sort((a, b) => a.item.endTag - b.item.endTag)) {
      const { turn, endTag } = waiter.item;
      const waitMs = cost * this.#pace;
      const endMs = (cost + turn.cost) * this.#pace;
      if (turn.time !== undefined && turn.time.now() + endMs > turn.time.endsAtMs) {
        waiter.refuse(
          this.#refusal(lateMessage(waitMs), this.#costBefore(endTag) - turn.cost / this.#places),
        );
        continue;
      }
      first ??= waiter;
      cost += turn.cost;
    }
    return first;
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #start(turn: TaskTurn, endTag: number): void {
    this.#running.set(turn, turn.time?.now());
    // Later tasks are placed after what has had its turn, so that no waiting one is overtaken for ever.
    this.#virtualTime = Math.max(this.#virtualTime, endTag);
  }

  #costBefore(endTag: number): number {
    let cost = 0;
    for (const turn of this.#running.keys()) cost += turn.cost;
    for (const { item, weight } of this.#waiting) if (item.endTag <= endTag) cost += weight;
    return cost / this.#places;
  }

  #refusal(message: string, cost: number): TerraceError {
    if (cost === 0) return new TerraceError("unavailable", message);
    const retryAfterSeconds = Math.max(1, Math.ceil((cost * this.#pace) / 1000));
    return new TerraceError("unavailable", message, { retryAfterSeconds });
  }
}

function lateMessage(waitMs: number): string {
  return `the work before this call takes about ${Math.ceil(waitMs)} ms, which its deadline does not allow; try again later`;
}
