import { constants } from "node:http2";
import { OWN_ROOM, type Room } from "../../../rpc/unary-method.ts";
import { canceled } from "../../../runtime/abort.ts";
import { WaitingLine } from "../../../runtime/threads/waiting-line.ts";
import { isGone, isHttp2, type RawRequest } from "../http/raw-request.ts";
import {
  type Hold,
  type HoldOptions,
  type Outbox,
  outboxOf,
  responseBehind,
  type UnreadAnswer,
  waitIn,
} from "./outbox.ts";

const DEFAULT_UNREAD_LIMITS = {
  /** Bytes of all answers that callers have not taken yet. */
  totalBytes: 128 * 2 ** 20,
  /**
   * Bytes on one connection before more answers wait: a few of the largest, which a caller who reads takes as fast as the
   * network does. What does not wait, as documents, is given up first.
   */
  connectionBytes: 8 * 2 ** 20,
  /** Longest a caller may take to read an answer. */
  timeoutMs: 60_000,
};

export type UnreadLimits = Readonly<typeof DEFAULT_UNREAD_LIMITS>;

/** Threads that share one budget of unread bytes: how much all of them hold, and how many there are. */
export interface SharedBudget {
  readonly threads: number;
  /** Bytes of all threads. */
  total(): number;
  /** Reports how this one is doing to the others. */
  report(byteLength: number, count: number): void;
  /** Called with each answer that was given up. */
  cut(reason: CutReason): void;
}

/**
 * Bytes that are handed to connections in one turn of the event loop. What is given up is free only when the turn is over
 * and the garbage collected, so large answers beyond this wait for the next turn, and a moment when some were given up.
 */
const TURN_BYTES = 16 * 2 ** 20;
const COLLECTION_MS = 5;

/** What the first answer of a method is taken for. */
const UNKNOWN_ANSWER_BYTES = 2 ** 20;

/** Answers below this many bytes never wait for others. */
export const LARGE_ANSWER_BYTES = 64 * 1024;

/** The part of all unread bytes that calls with large answers may take while they are worked on; one always may. */
const WORK_SHARE = 1 / 4;

/** Why an answer was given up before its caller had it. */
export type CutReason = "time" | "budget";

const NO_HOLD: Hold = { release: () => {} };
const NO_OPTIONS: HoldOptions = {};

/**
 * Counts the bytes of answers that were handed to connections and not taken by their callers. Over the budget the oldest
 * are given up: a caller that reads has its answer in milliseconds, so they belong to those who do not. Connections with more
 * than one may have come first, so that none of them costs others their answers. After the time set all are given up.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #shared: SharedBudget | undefined;
  /** Oldest first. */
  readonly #answers = new Set<UnreadAnswer>();
  /** Connections that were handed another answer though they had no room. */
  readonly #overfull = new Set<Outbox>();
  /** Bytes of the largest answer that each method has given. */
  readonly #largest = new Map<object, number>();
  readonly #cut: Record<CutReason, number> = { time: 0, budget: 0 };
  /** Calls with large answers that wait to be worked on, and what those take that are. */
  readonly #entering = new WaitingLine();
  #workBytes = 0;
  /** Answers that wait for the next turn. */
  readonly #nextTurn = new WaitingLine();
  #turnBytes = 0;
  #isTurnAwaited = false;
  /** Some were given up for lack of room since the last turn. */
  #isPressed = false;
  #byteLength = 0;
  #peakByteLength = 0;

  constructor(limits: Partial<UnreadLimits> = {}, shared?: SharedBudget) {
    this.#limits = { ...DEFAULT_UNREAD_LIMITS, ...limits };
    this.#shared = shared;
  }

  /** Bytes not taken yet. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** The most that were ever in flight at once. */
  get peakByteLength(): number {
    return this.#peakByteLength;
  }

  /** Answers not taken yet. */
  get count(): number {
    return this.#answers.size;
  }

  /** Answers given up so far, by reason. */
  get cut(): Readonly<Record<CutReason, number>> {
    return this.#cut;
  }

  /** What the answer of a method is taken for: as large as any that it has given. */
  largestOf(method: object): number {
    return this.#largest.get(method) ?? UNKNOWN_ANSWER_BYTES;
  }

  /** Notes what an answer of a method came to. */
  answered(method: object, byteLength: number): void {
    if (byteLength > (this.#largest.get(method) ?? -1)) this.#largest.set(method, byteLength);
  }

  /**
   * Room to work on a call whose answer may have so many bytes, as a promise where others must end first. A large one
   * counts on its connection and in all until it is released. Rejected when the caller goes away meanwhile.
   */
  enter(request: RawRequest, byteLength: number): Room | Promise<Room> {
    if (byteLength < LARGE_ANSWER_BYTES) return OWN_ROOM;
    const waiting = this.#connectionRoom(request, 0) ?? this.#workRoom(request, byteLength);
    if (waiting !== undefined) return waiting.then(() => this.enter(request, byteLength));
    if (isGone(request)) return Promise.reject(canceled());
    const connection = outboxOf(request);
    connection.byteLength += byteLength;
    this.#workBytes += byteLength;
    const entered = {
      byteLength,
      release: () => {
        const counted = entered.byteLength;
        if (counted === 0) return;
        entered.byteLength = 0;
        connection.byteLength -= counted;
        this.#workBytes -= counted;
        this.#admitNext(connection);
        admitWhile(this.#entering, () => this.#workBytes < this.#mostWork);
      },
    };
    return entered;
  }

  /**
   * Resolves when there is room for an answer; undefined when there is. Ask before the answer is encoded. Rejected when the
   * caller goes away meanwhile. One that has entered has room on its connection, unless the answers of others turned out
   * larger than they were taken for: then it waits outside, where it holds up nobody.
   */
  room(request: RawRequest, isLarge: boolean, entered = OWN_ROOM): Promise<void> | undefined {
    if (isLarge && (this.#isPressed || this.#turnBytes >= TURN_BYTES)) {
      this.#awaitTurn();
      return waitIn(this.#nextTurn, request);
    }
    const waiting = this.#connectionRoom(request, entered.byteLength);
    if (waiting !== undefined) entered.release();
    return waiting;
  }

  #connectionRoom(request: RawRequest, own: number): Promise<void> | undefined {
    const { byteLength, waiting } = outboxOf(request);
    if (byteLength - own < this.#limits.connectionBytes) return undefined;
    if (isHttp2(request)) return waitIn(waiting, request);
    // HTTP/1.1 answers in order. One whose turn it is never waits: those behind it are not taken before it.
    const behind = responseBehind(request);
    return behind && waitIn(waiting, request, behind);
  }

  #workRoom(request: RawRequest, byteLength: number): Promise<void> | undefined {
    if (this.#workBytes === 0 || this.#workBytes + byteLength <= this.#mostWork) return undefined;
    return waitIn(this.#entering, request);
  }

  get #mostWork(): number {
    return (this.#limits.totalBytes * WORK_SHARE) / (this.#shared?.threads ?? 1);
  }

  /** Counts an answer until it is released or its time is over; makes room for it among the older ones. */
  hold(request: RawRequest, byteLength: number, options: HoldOptions = NO_OPTIONS): Hold {
    // The end of what has ended is not reported again.
    if (byteLength === 0 || isGone(request)) return NO_HOLD;
    const connection = outboxOf(request);
    if (connection.byteLength >= this.#limits.connectionBytes) this.#overfull.add(connection);
    connection.byteLength += byteLength;
    this.#byteLength += byteLength;
    this.#turnBytes += byteLength;
    this.#awaitTurn();
    let isReleased = false;
    const answer: UnreadAnswer = {
      request,
      ...options,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        clearTimeout(late);
        this.#answers.delete(answer);
        connection.answers.delete(answer);
        this.#byteLength -= byteLength;
        this.#report();
        connection.byteLength -= byteLength;
        if (connection.byteLength < this.#limits.connectionBytes) this.#overfull.delete(connection);
        // Responses that wait behind others never hear that their connection is gone.
        if (!isHttp2(request) && request.socket.destroyed) {
          for (const other of connection.answers) other.release();
        }
        this.#admitNext(connection);
      },
    };
    const late = setTimeout(() => this.#end(answer, "time"), this.#limits.timeoutMs).unref();
    this.#report();
    this.relieve();
    this.#answers.add(answer);
    connection.answers.add(answer);
    this.#report();
    this.#peakByteLength = Math.max(this.#peakByteLength, this.#byteLength);
    return answer;
  }

  /**
   * Gives up the oldest answers while all threads together are over the budget and this one is over its share: a thread
   * whose callers read loses nothing to one whose callers do not. Others may go over meanwhile, so look now and then.
   */
  relieve(): void {
    for (const connection of this.#overfull) {
      this.#relieve(connection.answers, () => this.#overfull.has(connection));
    }
    this.#relieve(this.#answers);
  }

  #relieve(oldestFirst: Iterable<UnreadAnswer>, isDue: () => boolean = () => true): void {
    const { totalBytes } = this.#limits;
    const share = totalBytes / (this.#shared?.threads ?? 1);
    for (const oldest of oldestFirst) {
      if (this.#byteLength <= share || (this.#shared?.total() ?? this.#byteLength) <= totalBytes) break;
      if (!isDue()) break;
      if (!this.#end(oldest, "budget")) continue;
      this.#isPressed = true;
      this.#awaitTurn();
    }
  }

  #report(): void {
    this.#shared?.report(this.#byteLength, this.#answers.size);
  }

  /** What is given up during the pause does not prolong it: callers who never read would hold up everybody else. */
  readonly #endTurn = (): void => {
    if (this.#isPressed) setTimeout(this.#beginTurn, COLLECTION_MS);
    else this.#beginTurn();
  };

  /** Lets one answer that waited go on: the next follows when its bytes are counted. */
  readonly #beginTurn = (): void => {
    this.#isTurnAwaited = false;
    this.#isPressed = false;
    this.#turnBytes = 0;
    this.#nextTurn.admitNext();
    if (this.#nextTurn.size > 0) this.#awaitTurn();
  };

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(this.#endTurn);
  }

  /** Gives an answer up and counts it; one that was taken is only released. */
  #end(answer: UnreadAnswer, reason: CutReason): boolean {
    const isTaken = answer.isTaken?.() === true;
    if (isTaken) answer.release();
    else this.#giveUp(answer, reason);
    return !isTaken;
  }

  #giveUp(answer: UnreadAnswer, reason: CutReason): void {
    this.#cut[reason]++;
    this.#shared?.cut(reason);
    const stream = isHttp2(answer.request) ? answer.request.stream : undefined;
    // One slow call of an HTTP/2 connection does not end the others.
    if (stream === undefined) answer.request.socket.destroy();
    answer.release();
    answer.onCut?.();
    if (stream?.closed === false) stream.close(constants.NGHTTP2_CANCEL);
  }

  #admitNext(connection: Outbox): void {
    admitWhile(connection.waiting, () => connection.byteLength < this.#limits.connectionBytes);
  }
}

/** Admits one at a time while there is room, the next a turn later, when the bytes of this one count. */
function admitWhile(line: WaitingLine, hasRoom: () => boolean): void {
  if (line.size === 0 || !hasRoom()) return;
  line.admitNext();
  if (line.size > 0) setImmediate(() => admitWhile(line, hasRoom));
}
