import { setImmediate as nextTurn } from "node:timers/promises";
import { type StopSignal, throwIfAborted } from "../../runtime/abort.ts";
import { badSnapshot } from "../../runtime/errors.ts";
import { type ListHead, stretchKey } from "../../snapshot/pages/list-pages.ts";
import type { SnapshotView } from "../view.ts";
import type { Page } from "./page.ts";

/** Stretches to read before yielding to the event loop: about half a millisecond. */
const STRETCHES_A_TURN = 32;

/** Adjacent elements [first, end) of one page. */
export interface ElementRun {
  readonly page: Page;
  readonly first: number;
  readonly end: number;
}

/** A list stored in stretches (pages of elements). Its facets stay in memory; elements are read on demand. */
export class PageList {
  readonly #pages: SnapshotView["pages"];
  readonly #set: string;
  readonly #key: string;
  readonly #head: ListHead;
  /** Stretches in use by a caller, shared by all callers until garbage collection. */
  readonly #held = new Map<number, WeakRef<Page>>();

  constructor(pages: SnapshotView["pages"], set: string, key: string) {
    const page = pages.find(set, key);
    this.#pages = pages;
    this.#set = set;
    this.#key = key;
    this.#head = page?.json<ListHead>(0) ?? { count: 0, starts: [], facets: {} };
    if (!isSound(this.#head)) {
      throw badSnapshot(`the list "${key}" of the pages "${set}" does not fit its own head`);
    }
  }

  get count(): number {
    return this.#head.count;
  }

  /** Values of a facet, one for each element of the list. */
  facet<Value extends string | number | null>(name: string): readonly Value[] {
    return (this.#head.facets[name] ?? []) as readonly Value[];
  }

  /** Reads the elements at ascending places, merging adjacent ones into runs. Throws when `stop` aborts. */
  async read(places: readonly number[], stop: StopSignal): Promise<readonly ElementRun[]> {
    const { starts, count } = this.#head;
    const runs: ElementRun[] = [];
    let stretch = 0;
    let readStretches = 0;
    for (let i = 0; i < places.length; ) {
      while (stretch + 1 < starts.length && starts[stretch + 1] <= places[i]) stretch++;
      const start = starts[stretch];
      const stretchEnd = starts[stretch + 1] ?? count;
      if (++readStretches % STRETCHES_A_TURN === 0) {
        await nextTurn();
        throwIfAborted(stop);
      }
      const page = this.#stretch(stretch);
      while (i < places.length && places[i] < stretchEnd) {
        const first = places[i] - start;
        let end = first + 1;
        i++;
        while (i < places.length && places[i] === start + end && places[i] < stretchEnd) {
          end++;
          i++;
        }
        runs.push({ page, first, end });
      }
    }
    return runs;
  }

  #stretch(stretch: number): Page {
    const held = this.#held.get(stretch)?.deref();
    if (held !== undefined) return held;
    const page = this.#pages.readOnce(this.#set, stretchKey(this.#key, stretch))!;
    this.#held.set(stretch, new WeakRef(page));
    return page;
  }
}

/** Stretches must ascend from place 0 and begin before the end; each facet has one value a place. */
function isSound({ count, starts, facets }: ListHead): boolean {
  return (
    (count === 0 || starts[0] === 0) &&
    starts.every((start, i) => start < (starts[i + 1] ?? count)) &&
    Object.values(facets).every((values) => values.length === count)
  );
}

export function pageList(view: SnapshotView, set: string, key: string): PageList {
  return view.derived(`list:${set}:${key}`, () => new PageList(view.pages, set, key));
}
