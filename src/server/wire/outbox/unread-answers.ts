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
  /** Most unread bytes in all. */
  totalBytes: 128 * 2 ** 20,
  /**
   * Unread bytes on one connection before more answers wait: a few of the largest, which a reading client
   * takes at network speed. Answers that do not wait, such as documents, are cut off first.
   */
  connectionBytes: 8 * 2 ** 20,
  /** Longest time for a client to read an answer. */
  timeoutMs: 60_000,
};

export type UnreadLimits = Readonly<typeof DEFAULT_UNREAD_LIMITS>;

/** The budget of unread bytes that several threads share. */
export interface SharedBudget {
  readonly threads: number;
  total(): number;
  report(byteLength: number, count: number): void;
  cut(reason: CutReason): void;
}

/**
 * Most bytes written in one turn of the event loop. Memory of cut answers is free only after the turn and a
 * garbage collection, so further large answers wait for the next turn, plus a pause if some were cut.
 */
const TURN_BYTES = 16 * 2 ** 20;
const COLLECTION_MS = 5;

/** Assumed size of a method's first answer. */
const UNKNOWN_ANSWER_BYTES = 2 ** 20;

/** Smaller answers never wait. */
export const LARGE_ANSWER_BYTES = 64 * 1024;

/** Share of the unread budget for large answers being worked on; a single one is always allowed. */
const WORK_SHARE = 1 / 4;

/** Why an answer was cut off. */
export type CutReason = "time" | "budget";

const NO_HOLD: Hold = { release: () => {} };
const NO_OPTIONS: HoldOptions = {};

/**
 * Counts bytes that were written to connections and not read by clients. Over the budget, the oldest answers
 * are cut off: a client that reads has its answer in milliseconds, so they belong to those that do not.
 * Connections over their own limit come first, so that none of them costs others their answers. After the
 * timeout, every answer is cut off.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #shared: SharedBudget | undefined;
  /** Oldest first. */
  readonly #answers = new Set<UnreadAnswer>();
  /** Connections that got another answer though over their limit. */
  readonly #overfull = new Set<Outbox>();
  /** Bytes of the largest answer so far, by method. */
  readonly #largest = new Map<object, number>();
  readonly #cut: Record<CutReason, number> = { time: 0, budget: 0 };
  /** Calls with large answers that wait for work memory, and the memory in use. */
  readonly #entering = new WaitingLine();
  #workBytes = 0;
  /** Answers that wait for the next turn of the event loop. */
  readonly #nextTurn = new WaitingLine();
  #turnBytes = 0;
  #isTurnAwaited = false;
  /** Answers were cut over budget since the last turn. */
  #isPressed = false;
  #byteLength = 0;
  #peakByteLength = 0;

  constructor(limits: Partial<UnreadLimits> = {}, shared?: SharedBudget) {
    this.#limits = { ...DEFAULT_UNREAD_LIMITS, ...limits };
    this.#shared = shared;
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  get peakByteLength(): number {
    return this.#peakByteLength;
  }

  get count(): number {
    return this.#answers.size;
  }

  get cut(): Readonly<Record<CutReason, number>> {
    return this.#cut;
  }

  /** Estimated size of a method's answer: its largest so far. */
  largestOf(method: object): number {
    return this.#largest.get(method) ?? UNKNOWN_ANSWER_BYTES;
  }

  answered(method: object, byteLength: number): void {
    if (byteLength > (this.#largest.get(method) ?? -1)) this.#largest.set(method, byteLength);
  }

  /**
   * Reserves work memory for a call with an answer of this size, waiting for others if needed. A large one
   * counts on its connection and in total until released. Rejects if the client disconnects meanwhile.
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
   * Call it before encoding: resolves when there is room for the answer, undefined if there already is.
   * Rejects if the client disconnects. A call with work memory has room, unless other answers turned out
   * larger than estimated: then it gives up its reservation while it waits, so that it blocks no other call.
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
    // HTTP/1.1 answers in order: the one that has the socket never waits, as later ones cannot be read before
    // it.
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

  /** Counts an answer until it is released or times out; cuts older ones if over budget. */
  hold(request: RawRequest, byteLength: number, options: HoldOptions = NO_OPTIONS): Hold {
    // Its "close" would not be emitted again.
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
        // Pipelined responses do not get "close" when their connection closes.
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
   * Cuts the oldest answers while all threads together are over budget and this one is over its share, so
   * that a thread whose clients read loses nothing to others. Call it regularly: other threads can exceed the
   * budget.
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

  /** Cuts during the pause do not prolong it, or clients that never read would block everybody else. */
  readonly #endTurn = (): void => {
    if (this.#isPressed) setTimeout(this.#beginTurn, COLLECTION_MS);
    else this.#beginTurn();
  };

  /** Admits one waiting answer; the next one follows when its bytes are counted. */
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

  /** Cuts an answer and returns true; one that was already read is only released. */
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
    // In HTTP/2, only the slow stream is closed.
    if (stream === undefined) answer.request.socket.destroy();
    answer.release();
    answer.onCut?.();
    if (stream?.closed === false) stream.close(constants.NGHTTP2_CANCEL);
  }

  #admitNext(connection: Outbox): void {
    admitWhile(connection.waiting, () => connection.byteLength < this.#limits.connectionBytes);
  }
}

/** Admits one call per turn of the event loop while there is room, as each must count its bytes first. */
function admitWhile(line: WaitingLine, hasRoom: () => boolean): void {
  if (line.size === 0 || !hasRoom()) return;
  line.admitNext();
  if (line.size > 0) setImmediate(() => admitWhile(line, hasRoom));
}
