import type { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, codeToString, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import type { FastifyReply } from "fastify";
import { toConnectError } from "../../../rpc/to-connect-error.ts";
import {
  type Answer,
  type AnswerForm,
  type CallContext,
  isEncodedAnswer,
  OWN_ROOM,
  type Room,
  type SnapshotFacts,
  type UnaryMethod,
} from "../../../rpc/unary-method.ts";
import {
  canceled,
  deadlineExceeded,
  errorInTime,
  type StopSignal,
  throwIfAborted,
} from "../../../runtime/abort.ts";
import type { TerraceError } from "../../../runtime/errors.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { MAX_TIMER_MS } from "../../../runtime/time/within.ts";
import { logCallError } from "../../telemetry/call-error-log.ts";
import { compressInTurn, compressionTurns, compressMinBytes } from "../../wire/compression/compression.ts";
import { closeSignal } from "../../wire/compression/compression-turns.ts";
import { isGone, isHttp2 } from "../../wire/http/raw-request.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { whenClosed } from "../../wire/http/when-closed.ts";
import { LARGE_ANSWER_BYTES } from "../../wire/outbox/unread-answers.ts";
import { encodeAnswer, parseRequest } from "../codec/unary-codec.ts";
import type { UnaryDemands, WireFormat } from "../codec/unary-headers.ts";
import {
  isStrict,
  STRICT_HEADER,
  UNKNOWN_FIELDS_HEADER,
  unknownFieldError,
  unknownFieldsText,
} from "../codec/unknown-fields.ts";
import type { RpcOptions } from "../connect/rpc-options.ts";
import { replyHeaders } from "./reply-headers.ts";
import type { ReplyQueue } from "./reply-queue.ts";

export interface UnaryRouteOptions extends RpcOptions {
  readonly replies: ReplyQueue;
}

const NO_LISTENERS: (() => void)[] = [];

export class UnaryCall implements CallContext, StopSignal {
  snapshot: SnapshotFacts | undefined = undefined;
  room: Room = OWN_ROOM;
  readonly #method: UnaryMethod;
  readonly #options: UnaryRouteOptions;
  readonly #reply: FastifyReply;
  readonly #format: WireFormat;
  readonly #demands: UnaryDemands;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The caller's deadline, else the server's. */
  readonly #endsAtMs: number | undefined;
  #onStop: (() => void)[] = NO_LISTENERS;
  #unknownFields: string | undefined;
  #isWatching = false;
  #expired = false;
  #asked = false;
  #isWorking = false;
  #answered = false;

  constructor(
    method: UnaryMethod,
    options: UnaryRouteOptions,
    reply: FastifyReply,
    format: WireFormat,
    demands: UnaryDemands,
  ) {
    this.#method = method;
    this.#options = options;
    this.#reply = reply;
    this.#format = format;
    this.#demands = demands;
    const timeoutMs = demands.timeoutMs ?? options.requestTimeoutMs;
    this.#endsAtMs = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
  }

  /** The call is its own stop signal. */
  get stop(): StopSignal {
    return this;
  }

  get form(): AnswerForm {
    return this.#format === "json" ? "json" : "binary";
  }

  get time(): CallTime | undefined {
    const endsAtMs = this.#endsAtMs;
    return endsAtMs === undefined ? undefined : { now: () => performance.now(), endsAtMs };
  }

  get aborted(): boolean {
    return this.#expired || isGone(this.#reply.raw.req);
  }

  get reason(): TerraceError {
    return this.#expired ? deadlineExceeded() : canceled();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.#onStop === NO_LISTENERS) this.#onStop = [listener];
    else this.#onStop.push(listener);
    this.#watch();
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    if (this.#onStop.length === 1 && this.#onStop[0] === listener) this.#onStop = NO_LISTENERS;
    else this.#onStop = this.#onStop.filter((one) => one !== listener);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.aborted) controller.abort(this.reason);
      else this.addEventListener("abort", () => controller.abort(this.reason));
    }
    return this.#controller.signal;
  }

  /** Parses the request, calls the method and sends the answer or error. */
  run(bytes: Uint8Array): void {
    try {
      const request = parseRequest(this.#method.desc.input, this.#format, bytes, (fields) => {
        if (isStrict(this.#reply.request.headers[STRICT_HEADER], this.#options.strictFields)) {
          throw unknownFieldError(fields);
        }
        this.#unknownFields = unknownFieldsText(fields);
      });
      this.#startTimer();
      throwIfAborted(this);
      this.#asked = true;
      const { unread } = this.#options;
      const room = unread.enter(this.#reply.request.raw, unread.largestOf(this.#method));
      if (room instanceof Promise) {
        room.then(
          (entered) => this.#work(request, entered),
          (error) => this.fail(error),
        );
      } else {
        this.#work(request, room);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  #work(request: unknown, room: Room): void {
    this.room = room;
    this.#isWorking = true;
    try {
      throwIfAborted(this);
      const answer = this.#method.answer(request as never, this);
      if (answer instanceof Promise) {
        answer.then(
          (value) => this.#succeed(value),
          (error) => this.#failWork(error),
        );
      } else {
        this.#succeed(answer);
      }
    } catch (error) {
      this.#failWork(error);
    }
  }

  #failWork(reason: unknown): void {
    this.#isWorking = false;
    this.fail(reason);
    this.#leave();
  }

  /** Releases room once the call is answered and the work has ended, which may be after a timeout. */
  #leave(): void {
    if (this.#answered && !this.#isWorking) this.room.release();
  }

  /** Sends an error, unless the call is answered already. */
  fail(reason: unknown): void {
    if (this.#answered) return;
    const error: ConnectError = toConnectError(errorInTime(reason, this.time));
    const { terraceRecord: record } = this.#reply.request;
    if (record !== undefined) record.code = codeToString(error.code);
    if (this.#asked) logCallError(this.#options.logger, this.#method.desc, error, record?.requestId);
    const retryAfter = error.metadata.get("retry-after");
    if (retryAfter !== null) this.#reply.header("retry-after", retryAfter);
    this.#send(codeToHttpStatus(error.code), "application/json", errorToJsonBytes(error, undefined));
  }

  #succeed(answer: Answer): void {
    this.#isWorking = false;
    if (this.#answered) {
      this.#leave();
      return;
    }
    // Do not encode for a caller that has gone.
    if (this.aborted) {
      this.fail(this.reason);
      return;
    }
    const preparing = isEncodedAnswer(answer) ? answer.prepare?.(this.form) : undefined;
    const waiting =
      preparing ?? this.#options.unread.room(this.#reply.request.raw, this.#isLarge(), this.room);
    if (waiting !== undefined) {
      waiting.then(
        () => this.#succeed(answer),
        (error) => this.fail(error),
      );
      return;
    }
    try {
      const bytes = encodeAnswer(this.#method.desc.output, this.#format, answer);
      this.#send(200, this.#format === "json" ? "application/json" : "application/proto", bytes);
    } catch (error) {
      this.fail(error);
    }
  }

  /** By the method's largest answer so far: the size of this one is only known after encoding. */
  #isLarge(): boolean {
    return this.#options.unread.largestOf(this.#method) >= LARGE_ANSWER_BYTES;
  }

  #send(status: number, contentType: string, bytes: Uint8Array): void {
    this.#answered = true;
    clearTimeout(this.#timer);
    this.#leave();
    const { raw } = this.#reply;
    // Do not write, count or compress for a caller that has gone.
    if (isGone(raw.req)) return;
    if (isHttp2(raw.req)) {
      raw.once("close", this.#options.unread.hold(raw.req, bytes.byteLength).release);
    }
    if (status === 200) this.#options.unread.answered(this.#method, bytes.byteLength);
    const facts = this.snapshot ?? this.#options.snapshotFacts();
    const headers = facts && snapshotHeaders(facts, this.#method.tables);
    const { terraceRecord: record } = this.#reply.request;
    if (record !== undefined) record.snapshotId = facts?.snapshotId;
    const compression = this.#demands.responseCompression;
    const write = (body: Uint8Array, encoding?: string) => {
      if (record !== undefined) record.bytes = body.byteLength;
      const all = replyHeaders(this.#reply, contentType, body.byteLength, headers, encoding);
      if (this.#unknownFields !== undefined) all.push(UNKNOWN_FIELDS_HEADER, this.#unknownFields);
      const limits = status === 200 ? this.#reply.request.terraceSuccessHeaders : undefined;
      for (const name in limits) all.push(name, limits[name]);
      this.#options.replies.push(this.#reply, status, all, body);
    };
    const { byteLength } = bytes;
    if (
      compression === null ||
      byteLength < compressMinBytes ||
      // Uncompressed is always acceptable: do not wait in a long queue.
      !compressionTurns.hasRoomFor(byteLength)
    ) {
      write(bytes);
    } else {
      // Count it while it waits for compression, or the whole pipeline of a connection would find room.
      const isCounted = !isHttp2(raw.req) && byteLength >= LARGE_ANSWER_BYTES;
      const hold = isCounted ? this.#options.unread.hold(raw.req, byteLength) : undefined;
      if (hold !== undefined) raw.once("close", hold.release);
      compressInTurn(compression.name, bytes, closeSignal(raw)).then(
        (small) => {
          hold?.release();
          write(small, compression.name);
        },
        () => {
          hold?.release();
          if (!isGone(raw.req)) write(bytes);
        },
      );
    }
  }

  /** Not before the request is complete: until then disconnects are not reported and the timer would leak. */
  #startTimer(): void {
    if (this.#endsAtMs === undefined) return;
    const leftMs = this.#endsAtMs - performance.now();
    if (leftMs <= 0) this.#expired = true;
    else if (leftMs <= MAX_TIMER_MS) {
      this.#timer = setTimeout(() => this.#expire(), Math.ceil(leftMs)).unref();
    }
  }

  #expire(): void {
    this.#expired = true;
    this.#notifyStop();
    this.fail(deadlineExceeded());
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const { terraceRecord: record } = this.#reply.request;
    const onClose = () => {
      if (!this.#answered) this.#notifyStop();
    };
    // The call record has a close listener already.
    if (record !== undefined) record.onClose = onClose;
    else whenClosed(this.#reply, onClose);
  }

  #notifyStop(): void {
    const listeners = this.#onStop;
    this.#onStop = NO_LISTENERS;
    for (const listener of listeners) listener();
  }
}
