import { abortError, type StopSignal } from "../abort.ts";

/** One that waits in a line. It leaves once: what comes after that changes nothing. */
export interface Waiter<Item> {
  readonly item: Item;
  readonly weight: number;
  /** Resolves when it is admitted; rejected when it is refused or its signal fires. */
  readonly turn: Promise<void>;
  admit(): void;
  refuse(error: Error): void;
}

/**
 * Those who wait for their turn, each with a weight, in the order they came: the one queue in which places, turns and
 * room are waited for. One whose signal fires is rejected and forgotten, with what it wanted. The user of a line bounds
 * it, by its size or its weight.
 */
export class WaitingLine<Item = undefined> {
  readonly #waiters = new Map<Waiter<Item>, StopSignal | undefined>();
  readonly #onChange: (() => void) | undefined;
  #weight = 0;

  /** `onChange` is called whenever one has come or left. */
  constructor(onChange?: () => void) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** Of all who wait. */
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

  /** Admits the first whose signal has not fired: not every signal reports that it did. Undefined when nobody waits. */
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
