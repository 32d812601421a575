import { abortError, type StopSignal } from "../../runtime/abort.ts";
import type { AttachedView } from "./filter-batch.ts";
import type { QueuedCall } from "./filter-lane.ts";
import type { FilterQueue } from "./filter-queue.ts";
import { inlineFilter } from "./inline-filter.ts";
import { MaskCopies } from "./mask-copies.ts";
import type { FilterAnswer, RangePredicate, SuburbFilter } from "./predicate.ts";

/**
 * A filter over one snapshot whose calls go through the queue. While no worker is up they are evaluated here, and
 * `start` is called.
 */
export function pooledFilter(view: AttachedView, queue: FilterQueue, start: () => void): SuburbFilter {
  const { filterMemory } = view;
  const inline = inlineFilter(filterMemory);
  const copies = new MaskCopies(filterMemory.memory.buffer);
  const scopes = new Map(filterMemory.scopes.map((scope, position) => [scope.code, position]));
  let pending = 0;
  let onIdle: (() => void) | undefined;
  queue.addView(view);

  function queued(
    code: string,
    scope: number,
    predicates: readonly RangePredicate[],
    signal: StopSignal | undefined,
  ): Promise<FilterAnswer> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        signal?.removeEventListener("abort", onAbort);
        queue.end();
        if (--pending === 0) onIdle?.();
      };
      const call: QueuedCall = {
        view,
        scope,
        predicates,
        isGone: false,
        isRetried: false,
        answered(count, mask) {
          settle();
          resolve(copies.answer(filterMemory.scopes[scope], mask, count));
        },
        evaluate() {
          settle();
          resolve(inline.filterSync(code, predicates));
        },
        refuse(error) {
          settle();
          reject(error);
        },
      };
      const onAbort = () => {
        queue.remove(call);
        settle();
        reject(abortError(signal!));
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      pending++;
      queue.begin();
      queue.add(call);
    });
  }

  return {
    filterSync: inline.filterSync,
    filter: (code, predicates, signal) => {
      if (signal?.aborted) return Promise.reject(abortError(signal));
      const refusal = queue.refusal();
      if (refusal !== undefined) return Promise.reject(refusal);
      const scope = scopes.get(code);
      if (scope !== undefined && queue.hasLanes) return queued(code, scope, predicates, signal);
      start();
      return inline.filter(code, predicates);
    },
    close: async () => {
      if (pending > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      await inline.close();
      await queue.removeView(view);
    },
  };
}
