import { DONE, LANE_SIGNALS, type LaneRing, type LaneSignals, SUBMITTED, slotOf } from "./lane-ring.ts";

/** What a worker does at its end of a lane. */
export interface LaneWork {
  /** Answers the call in a slot. */
  answer(slot: number): void;
  /** Does a piece of what can wait until no call does; false when there is nothing. */
  rest(): boolean;
}

/**
 * The worker's end of a lane, as steps that look at or change what the caller sees once at most: a test can stop the
 * worker between any two of them, as the machine can.
 */
export class LaneLoop {
  readonly #ring: LaneRing;
  readonly #work: LaneWork;
  readonly #signals: LaneSignals;
  #next: "look" | "answer" | "tell" | "notify" | "rest" | "sleep" = "look";
  #submitted = 0;
  #done = 0;

  constructor(ring: LaneRing, work: LaneWork, signals: LaneSignals = LANE_SIGNALS) {
    this.#ring = ring;
    this.#work = work;
    this.#signals = signals;
  }

  /** Where the worker is, for tests. */
  get state(): readonly [next: string, submitted: number, done: number] {
    return [this.#next, this.#submitted, this.#done];
  }

  /** Answers all calls that were there at the last look, tells so once, and sleeps when there was none. */
  step(): void {
    const { words } = this.#ring;
    switch (this.#next) {
      case "look":
        this.#submitted = this.#signals.load(words, SUBMITTED);
        this.#next = this.#done === this.#submitted ? "rest" : "answer";
        return;
      case "answer":
        this.#work.answer(slotOf(this.#ring, this.#done));
        this.#done = (this.#done + 1) | 0;
        if (this.#done === this.#submitted) this.#next = "tell";
        return;
      case "tell":
        this.#signals.store(words, DONE, this.#done);
        this.#next = "notify";
        return;
      case "notify":
        this.#signals.notify(words, DONE);
        this.#next = "look";
        return;
      case "rest":
        this.#next = this.#work.rest() ? "look" : "sleep";
        return;
      case "sleep":
        this.#signals.sleep(words, SUBMITTED, this.#submitted);
        this.#next = "look";
    }
  }
}
