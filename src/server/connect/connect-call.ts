import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromJsonString } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { Code, ConnectError } from "@connectrpc/connect";
import { carriedMessage } from "../../rpc/encoding/carried-message.ts";
import type { CallContext, EncodedAnswer, SnapshotFacts, UnaryMethod } from "../../rpc/unary-method.ts";
import { isEncodedAnswer } from "../../rpc/unary-method.ts";
import {
  abortError,
  deadlineExceeded,
  followAbort,
  type StopSignal,
  throwIfAborted,
  untilAborted,
} from "../../runtime/abort.ts";
import type { TerraceError } from "../../runtime/errors.ts";
import { readHeadersKey } from "../http/conditional.ts";
import { snapshotHeaders } from "../http/snapshot-headers.ts";
import { recordKey } from "../metrics/call-record.ts";
import { carriageKey, setSuccessHeaders } from "./call-values.ts";

/**
 * The answer of a method as a message, for the handlers of connect-fastify. Ends with the caller's deadline, or after
 * `requestTimeoutMs` when the caller set none.
 */
export async function answerConnectCall(
  method: UnaryMethod,
  request: MessageShape<DescMessage>,
  handler: HandlerContext,
  requestTimeoutMs: number | undefined,
): Promise<MessageShape<DescMessage>> {
  const controller = new AbortController();
  const unfollow = followAbort(handler.signal, controller, callError);
  const timer =
    requestTimeoutMs === undefined || handler.timeoutMs() !== undefined
      ? undefined
      : setTimeout(() => controller.abort(deadlineExceeded()), requestTimeoutMs);
  const timeoutMs = handler.timeoutMs() ?? requestTimeoutMs;
  const endsAtMs = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
  const call: CallContext = {
    signal: controller.signal,
    form: isJson(handler) ? "json" : "binary",
    time: endsAtMs === undefined ? undefined : { now: () => performance.now(), endsAtMs },
  };
  try {
    throwIfAborted(call.signal);
    const answer = await untilAborted(method.answer(request as never, call), call.signal);
    if (isEncodedAnswer(answer)) {
      await untilAborted(answer.prepare?.(isJson(handler) ? "json" : "binary"), call.signal);
    }
    const carriage = handler.values.get(carriageKey);
    await untilAborted(carriage?.unread.room(carriage.request, false), call.signal);
    setSuccessHeaders(handler);
    setReadHeaders(handler, call.snapshot);
    if (!isEncodedAnswer(answer)) return answer;
    if (carriage !== undefined && !isJson(handler))
      return carriedMessage(method.desc.output, answer.binary());
    return toMessage(method, answer, isJson(handler));
  } finally {
    unfollow();
    clearTimeout(timer);
    if (call.snapshot !== undefined) setSnapshotHeaders(handler.responseHeader, call.snapshot);
    const record = handler.values.get(recordKey);
    if (record !== undefined) record.snapshotId = call.snapshot?.snapshotId;
  }
}

/** An answer without a snapshot of its own gets no tag: nothing would change it. */
function setReadHeaders(handler: HandlerContext, snapshot: SnapshotFacts | undefined): void {
  const readHeaders = handler.values.get(readHeadersKey);
  if (readHeaders === undefined || snapshot === undefined) return;
  for (const [name, value] of Object.entries(readHeaders(snapshot.snapshotId))) {
    handler.responseHeader.set(name, value);
  }
}

export function setSnapshotHeaders(header: Headers, facts: SnapshotFacts): void {
  for (const [name, value] of Object.entries(snapshotHeaders(facts))) header.set(name, value);
}

/** The deadline of a Connect call is an error of its library. */
function callError(signal: StopSignal): TerraceError {
  const { reason } = signal;
  const isLate = reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;
  return isLate ? deadlineExceeded() : abortError(signal);
}

/** The message to encode. For JSON it is read from the JSON: floats keep the short decimals they have there. */
function toMessage(method: UnaryMethod, answer: EncodedAnswer, json: boolean): MessageShape<DescMessage> {
  return json ? fromJsonString(method.desc.output, Buffer.from(answer.json()).toString()) : answer.message();
}

function isJson(handler: HandlerContext): boolean {
  if (handler.requestMethod === "GET") return new URL(handler.url).searchParams.get("encoding") === "json";
  return handler.requestHeader.get("content-type")?.includes("json") ?? false;
}
