import { abortError, type StopSignal } from "../abort.ts";

/** An entry of a queue. It leaves once; calls after that have no effect. */
export interface Waiter<Item> {
  readonly item: Item;
  readonly weight: number;
  /** Resolves when admitted; rejects when refused or when its signal aborts. */
  readonly turn: Promise<void>;
  admit(): void;
  refuse(error: Error): void;
}

/**
 * A first-in, first-out queue of weighted waiters, used wherever calls wait for places, turns or room. A
 * waiter whose signal aborts is rejected and removed. The queue is unbounded: its user limits the size or
 * weight.
 */
export class WaitingLine<Item = undefined> {
  readonly #waiters = new Map<Waiter<Item>, StopSignal | undefined>();
  readonly #onChange: (() => void) | undefined;
  #weight = 0;

  /** `onChange` is called whenever a waiter has joined or left. */
  constructor(onChange?: () => void) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#waiters.size;
  }

  get weight(): number {
    return this.#weight;
  }

  [Symbol.iterator](): Iterator<Waiter<Item>> {
    return this.#waiters.keys();
  }

  add(item: Item, weight: number, stop?: StopSignal): Waiter<Item> {
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const leave = (settle: () => void) => {
      if (!this.#waiters.delete(waiter)) return;
      this.#weight -= weight;
      stop?.removeEventListener("abort", onAbort);
      this.#onChange?.();
      settle();
    };
    const onAbort = () => waiter.refuse(abortError(stop!));
    const waiter: Waiter<Item> = {
      item,
      weight,
      turn,
      admit: () => leave(resolve),
      refuse: (error) => leave(() => reject(error)),
    };
    this.#waiters.set(waiter, stop);
    this.#weight += weight;
    this.#onChange?.();
    stop?.addEventListener("abort", onAbort, { once: true });
    return waiter;
  }

  /** Admits the first waiter that is not aborted: not every signal fires its event. Undefined when empty. */
  admitNext(): Waiter<Item> | undefined {
    for (const [waiter, stop] of this.#waiters) {
      if (stop?.aborted) {
        waiter.refuse(abortError(stop));
        continue;
      }
      waiter.admit();
      return waiter;
    }
    return undefined;
  }
}
