import type { ServerResponse } from "node:http";
import type { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, codeToString, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import type { FastifyReply } from "fastify";
import { toConnectError } from "../services/to-connect-error.ts";
import type { Answer, CallContext, SnapshotFacts, UnaryMethod } from "../services/unary-method.ts";
import { canceled, deadlineExceeded } from "./call-end.ts";
import { logCallError } from "./call-error-log.ts";
import { compressMinBytes } from "./compression.ts";
import type { RpcOptions } from "./connect-routes.ts";
import { replyHeaders } from "./reply-headers.ts";
import type { ReplyQueue } from "./reply-queue.ts";
import { snapshotHeaders } from "./snapshot-headers.ts";
import { encodeAnswer, parseRequest } from "./unary-codec.ts";
import type { UnaryDemands, WireFormat } from "./unary-headers.ts";

export type UnaryRouteOptions = RpcOptions & { readonly replies: ReplyQueue };

/** One unary Connect call, from its request bytes to its one answer. */
export class UnaryCall implements CallContext {
  snapshot: SnapshotFacts | undefined = undefined;
  readonly #method: UnaryMethod;
  readonly #options: UnaryRouteOptions;
  readonly #reply: FastifyReply;
  readonly #format: WireFormat;
  readonly #demands: UnaryDemands;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #expired = false;
  #asked = false;
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
    if (timeoutMs !== undefined) this.#startTimer(timeoutMs);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const response: ServerResponse = this.#reply.raw;
      if (this.#expired) controller.abort(deadlineExceeded());
      else if (response.closed) controller.abort(canceled());
      else response.once("close", () => this.#answered || controller.abort(canceled()));
    }
    return this.#controller.signal;
  }

  /** Parses the request, asks the method and sends what it answers or throws. */
  run(bytes: Uint8Array): void {
    try {
      const request = parseRequest(this.#method.desc.input, this.#format, bytes);
      if (this.#expired) throw deadlineExceeded();
      this.#asked = true;
      const answer = this.#method.answer(request as never, this);
      if (answer instanceof Promise) {
        answer.then(
          (value) => this.#succeed(value),
          (error) => this.fail(error),
        );
      } else {
        this.#succeed(answer);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Answers with an error, unless the call is answered already. */
  fail(reason: unknown): void {
    if (this.#answered) return;
    const error: ConnectError = toConnectError(reason);
    const { parent, name } = this.#method.desc;
    const { terraceRecord: record } = this.#reply.request;
    if (record !== undefined) record.code = codeToString(error.code);
    if (this.#asked)
      logCallError(this.#options.logger, `${parent.typeName}/${name}`, error, record?.requestId);
    this.#send(codeToHttpStatus(error.code), "application/json", errorToJsonBytes(error, undefined));
  }

  #succeed(answer: Answer): void {
    if (this.#answered) return;
    try {
      const bytes = encodeAnswer(this.#method.desc.output, this.#format, answer);
      this.#send(200, this.#format === "json" ? "application/json" : "application/proto", bytes);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(status: number, contentType: string, bytes: Uint8Array): void {
    this.#answered = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    const facts = this.snapshot ?? this.#options.snapshotFacts();
    const headers = facts && snapshotHeaders(facts);
    const { terraceRecord: record } = this.#reply.request;
    if (record !== undefined) record.snapshotId = facts?.snapshotId;
    const compression = this.#demands.responseCompression;
    const write = (body: Uint8Array, encoding?: string) => {
      if (record !== undefined) record.bytes = body.byteLength;
      const all = replyHeaders(this.#reply, contentType, body.byteLength, headers, encoding);
      if (status === 200 && this.#reply.request.terraceSuccessHeaders !== undefined) {
        for (const part of this.#reply.request.terraceSuccessHeaders) all.push(part);
      }
      this.#options.replies.push(this.#reply, status, all, body);
    };
    if (compression === null || bytes.byteLength < compressMinBytes) write(bytes);
    else {
      compression.compress(bytes).then(
        (small) => write(small, compression.name),
        () => write(bytes),
      );
    }
  }

  #startTimer(timeoutMs: number): void {
    if (timeoutMs === 0) this.#expired = true;
    else this.#timer = setTimeout(() => this.#expire(), timeoutMs);
  }

  #expire(): void {
    this.#expired = true;
    const error = deadlineExceeded();
    this.#controller?.abort(error);
    if (this.#asked) this.fail(error);
  }
}
