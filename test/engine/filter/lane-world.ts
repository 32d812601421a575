import { type AttachedView, FilterLane } from "../../../src/engine/filter/filter-lane.ts";
import type { FilterMemory } from "../../../src/engine/filter/filter-memory.ts";
import { FilterQueue, type QueuedCall } from "../../../src/engine/filter/filter-queue.ts";
import { LaneLoop } from "../../../src/engine/filter/lane-loop.ts";
import {
  DETACH,
  DONE,
  type LaneRing,
  type LaneSignals,
  NO_VIEW,
  newLaneRing,
  predicatesOf,
  putMatchCount,
  SUBMITTED,
  scopeOf,
  viewOf,
} from "../../../src/engine/filter/lane-ring.ts";
import type { TerraceError } from "../../../src/runtime/errors.ts";

/** What happens to the calling thread from outside, at any time after what stands before it in the list. */
export type Outside =
  | { readonly kind: "calls"; readonly count: number; readonly view?: number }
  | { readonly kind: "cancel"; readonly call: number }
  /** Not before the view's own calls have ended, as a filter sees to it. */
  | { readonly kind: "close"; readonly view: number }
  | { readonly kind: "death"; readonly lane: number }
  | { readonly kind: "birth" };

export interface Scenario {
  readonly slots: number;
  readonly lanes: number;
  readonly outside: readonly Outside[];
}

/** Picks one of some ways to go on; undefined ends the run there. */
export type Choose = (ways: readonly string[], state: () => string) => number | undefined;

interface Way {
  readonly name: string;
  readonly isWorker: boolean;
  run(): void;
}

const GO_ON: Way = { name: "go on", isWorker: false, run: () => {} };
const STOPPED = Symbol("stopped");

interface Actor {
  readonly lane: FilterLane;
  readonly ring: LaneRing;
  readonly loop: LaneLoop;
  isAsleep: boolean;
  isDead: boolean;
  /** What the calling thread runs when DONE is notified. */
  waiter: (() => void) | undefined;
}

type Fate = "queued" | "answered" | "evaluated" | "canceled" | "refused";

/** No columns: what workers find is written by `answer` below. */
const EMPTY_MEMORY = {
  memory: { buffer: new SharedArrayBuffer(4) },
  scopes: [] as const,
  masks: 0,
  maskBytes: 0,
} as unknown as FilterMemory;

/**
 * The calling thread's queue and lanes and the workers' loops, the real ones, in one thread: whenever one of them
 * touches what another sees, `choose` says who goes first. Ends when nobody has anything left to do.
 */
export class LaneWorld {
  readonly fates: Fate[] = [];
  readonly #scenario: Scenario;
  readonly #choose: Choose;
  readonly #hasCancels: boolean;
  readonly #queue: FilterQueue;
  readonly #actors: Actor[] = [];
  readonly #calls: QueuedCall[] = [];
  /** Turns of the calling thread's event loop that are due. */
  readonly #turns: { readonly name: string; readonly run: () => void }[] = [];
  readonly #views: AttachedView[] = [1, 2].map((number) => ({ number, filterMemory: EMPTY_MEMORY }));
  /** Calls in the queue, first to leave first. */
  readonly #order: number[] = [];
  #nextOutside = 0;
  /** What the calling thread has seen since its turn began: with the state at its beginning, all that it knows. */
  #turn: string[] = [];
  #isTurning = false;
  #isStopped = false;

  constructor(scenario: Scenario, choose: Choose) {
    this.#scenario = scenario;
    this.#choose = choose;
    this.#hasCancels = scenario.outside.some(({ kind }) => kind === "cancel");
    this.#queue = new FilterQueue(Number.POSITIVE_INFINITY, (run) => this.#turns.push({ name: "send", run }));
    for (let number = 0; number < scenario.lanes; number++) this.#addActor(number);
    for (const view of this.#views) this.#queue.addView(view);
  }

  /** Runs until nobody can go on, and tells whether it came there: false when `choose` ended it before. */
  run(): boolean {
    for (;;) {
      const ways = [...this.#callerWays(), ...this.#actors.flatMap((actor) => this.#workerWays(actor))];
      if (ways.length === 0) return true;
      const way = this.#pick(ways);
      if (way === undefined) return false;
      if (way.isWorker) way.run();
      else this.#takeTurn(way);
      if (this.#isStopped) return false;
    }
  }

  #takeTurn(way: Way): void {
    this.#turn = [this.#state(), way.name];
    this.#isTurning = true;
    try {
      way.run();
    } catch (error) {
      if (error !== STOPPED) throw error;
    }
    this.#isTurning = false;
    this.#turn = [];
  }

  #pick(ways: readonly Way[]): Way | undefined {
    const chosen = this.#choose(
      ways.map(({ name }) => name),
      () => this.#state(),
    );
    if (chosen === undefined) this.#isStopped = true;
    return chosen === undefined ? undefined : ways[chosen];
  }

  /** What is wrong at the end; undefined when every call has its answer and nothing is held. */
  complaint(): string | undefined {
    const left = this.fates.flatMap((fate, call) => (fate === "queued" ? [call] : []));
    if (left.length > 0) return `calls ${left.join(", ")} wait for ever`;
    if (this.#queue.pending > 0) return `${this.#queue.pending} calls or ends of views are pending for ever`;
    if (this.#nextOutside < this.#scenario.outside.length) return "not all that should happen could";
    const held = this.#actors.find(({ lane, isDead }) => !isDead && lane.inFlight > 0);
    return held && `lane ${held.lane.number} holds ${held.lane.inFlight} calls`;
  }

  /** Gives back the queue's timer, whatever is left. */
  close(): void {
    void this.#queue.close();
    while (this.#queue.pending > 0) this.#queue.end();
  }

  #addActor(number: number): void {
    const ring = newLaneRing(this.#scenario.slots);
    const actor: Actor = {
      ring,
      isAsleep: false,
      isDead: false,
      waiter: undefined,
      lane: new FilterLane(
        number,
        ring,
        { postMessage: () => {}, close: () => {} },
        () => this.#queue.send(),
        this.#callerSignals(() => actor),
      ),
      loop: new LaneLoop(
        ring,
        { answer: (slot) => answer(ring, slot), rest: () => false },
        workerSignals(() => actor, this.#turns),
      ),
    };
    this.#actors.push(actor);
    this.#queue.addLane(actor.lane);
  }

  /** Workers may take any number of steps before each thing that the caller does to a ring. */
  #callerSignals(own: () => Actor): LaneSignals {
    const seen = <T>(what: string, value: T): T => {
      this.#turn.push(`${what} ${own().lane.number}: ${value}`);
      return value;
    };
    return {
      load: (words, at) => {
        this.#letWorkerGo(own());
        return seen("load", words[at]);
      },
      store: (words, at, value) => {
        this.#letWorkerGo(own());
        words[at] = value;
        seen("store", value);
      },
      notify: (_, at) => {
        this.#letWorkerGo(own());
        seen("notify", at);
        if (at === SUBMITTED) own().isAsleep = false;
        else wakeCaller(own(), this.#turns);
      },
      sleep: () => {
        throw new Error("the calling thread must not block");
      },
      changed: (words, at, value) => {
        this.#letWorkerGo(own());
        const isEqual = seen("wait", words[at] === value);
        const then = (run: () => void) => {
          own().waiter = run;
          if (!isEqual) wakeCaller(own(), this.#turns);
        };
        // The lane hangs on to it as it would to a promise; what follows is a turn of its own.
        return { then } as unknown as PromiseLike<unknown>;
      },
    };
  }

  /** A worker of another lane sees nothing of it, so its steps may as well come before or after. */
  #letWorkerGo(actor: Actor): void {
    while (this.#isTurning) {
      const ways = this.#workerWays(actor);
      if (ways.length === 0) return;
      const way = this.#pick([GO_ON, ...ways]);
      if (way === undefined) throw STOPPED;
      if (way === GO_ON) return;
      way.run();
    }
  }

  #workerWays(actor: Actor): Way[] {
    const { lane, loop, isAsleep, isDead } = actor;
    if (isAsleep || isDead) return [];
    const run = () => {
      loop.step();
      // What nobody else can see needs no order: the calling thread changes a slot in the ring only to drop its call.
      while (loop.state[0] === "rest" || (loop.state[0] === "answer" && !this.#hasCancels)) loop.step();
    };
    return [{ name: `worker ${lane.number} ${loop.state[0]}`, isWorker: true, run }];
  }

  #callerWays(): Way[] {
    const ways: Way[] = this.#turns.map((turn) => ({
      name: turn.name,
      isWorker: false,
      run: () => {
        this.#turns.splice(this.#turns.indexOf(turn), 1);
        turn.run();
      },
    }));
    const outside = this.#scenario.outside[this.#nextOutside];
    if (outside !== undefined && this.#canHappen(outside)) {
      ways.push({
        name: outside.kind,
        isWorker: false,
        run: () => {
          this.#nextOutside++;
          this.#happen(outside);
        },
      });
    }
    return ways;
  }

  #canHappen(outside: Outside): boolean {
    if (outside.kind !== "close") return true;
    const view = this.#views[outside.view];
    return this.#calls.every((call, number) => call.view !== view || this.fates[number] !== "queued");
  }

  #happen(outside: Outside): void {
    switch (outside.kind) {
      case "calls":
        for (let i = 0; i < outside.count; i++) this.#call(this.#views[outside.view ?? 0]);
        return;
      case "cancel": {
        if (this.fates[outside.call] !== "queued") return;
        this.#queue.remove(this.#calls[outside.call]);
        this.#settle(outside.call, "canceled");
        return;
      }
      case "close":
        this.#queue.removeView(this.#views[outside.view]).catch((error) => {
          if (error !== STOPPED) throw error;
        });
        return;
      case "birth":
        this.#addActor(this.#actors.length);
        return;
      case "death": {
        const actor = this.#actors[outside.lane];
        actor.isDead = true;
        this.#turns.push({ name: `exit ${outside.lane}`, run: () => this.#queue.removeLane(actor.lane) });
      }
    }
  }

  #call(view: AttachedView): void {
    const number = this.#calls.length;
    const order = this.#order;
    let where: FilterLane | undefined;
    const call: QueuedCall = {
      view,
      scope: 0,
      predicates: [{ metric: number, min: number, max: number }],
      get lane() {
        return where;
      },
      set lane(lane) {
        where = lane;
        if (lane === undefined) order.push(number);
        else order.splice(order.indexOf(number), 1);
      },
      slot: 0,
      isGone: false,
      isRetried: false,
      answered: (count) => {
        if (count !== answerTo(number)) throw new Error(`call ${number} has the answer ${count}`);
        this.#settle(number, "answered");
      },
      evaluate: () => this.#settle(number, "evaluated"),
      refuse: (_: TerraceError) => this.#settle(number, "refused"),
    };
    this.#calls.push(call);
    this.fates.push("queued");
    order.push(number);
    this.#queue.begin();
    this.#queue.add(call);
  }

  #settle(call: number, fate: Fate): void {
    if (this.fates[call] !== "queued") throw new Error(`call ${call} is ${this.fates[call]}, then ${fate}`);
    this.fates[call] = fate;
    this.#queue.end();
  }

  /** All that decides what can still happen, as text. */
  #state(): string {
    let text = `${this.#turn.join(" ")}|${this.#nextOutside} ${this.#queue.pending} ${this.#order.join()}`;
    for (const { lane, ring, loop, isAsleep, isDead, waiter } of this.#actors) {
      text += `|${ring.words[SUBMITTED]} ${ring.words[DONE]} ${lane.inFlight} ${loop.state.join()}`;
      text += ` ${isAsleep} ${isDead} ${waiter !== undefined}`;
      for (let slot = 0; slot < ring.slots; slot++) text += ` ${viewOf(ring, slot)} ${scopeOf(ring, slot)}`;
    }
    for (let i = 0; i < this.#calls.length; i++) {
      const { lane, slot, isRetried } = this.#calls[i];
      text += `|${this.fates[i]} ${lane?.number} ${slot} ${isRetried}`;
    }
    for (const name of this.#turns.map((turn) => turn.name).sort()) text += `|${name}`;
    return text;
  }
}

/** What a worker finds for a call, from what stands in the slot alone. */
function answer(ring: LaneRing, slot: number): void {
  if (viewOf(ring, slot) === NO_VIEW || scopeOf(ring, slot) === DETACH) return;
  putMatchCount(ring, slot, answerTo(predicatesOf(ring, slot)[0].metric));
}

function answerTo(call: number): number {
  return 100 + call;
}

function wakeCaller(actor: Actor, turns: { name: string; run: () => void }[]): void {
  const { waiter } = actor;
  if (waiter === undefined) return;
  actor.waiter = undefined;
  turns.push({ name: `wake ${actor.lane.number}`, run: waiter });
}

function workerSignals(own: () => Actor, turns: { name: string; run: () => void }[]): LaneSignals {
  return {
    load: (words, at) => words[at],
    store: (words, at, value) => {
      words[at] = value;
    },
    notify: () => wakeCaller(own(), turns),
    sleep: (words, at, value) => {
      own().isAsleep = words[at] === value;
    },
    changed: () => {
      throw new Error("a worker has no event loop");
    },
  };
}
