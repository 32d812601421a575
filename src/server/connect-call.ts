import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromJsonString } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { Code, ConnectError } from "@connectrpc/connect";
import { TerraceError } from "../errors.ts";
import type { CallContext, EncodedAnswer, SnapshotFacts, UnaryMethod } from "../services/unary-method.ts";
import { isEncodedAnswer } from "../services/unary-method.ts";
import { snapshotHeaders } from "./snapshot-headers.ts";
import { setSuccessHeaders } from "./success-headers.ts";

/** The answer of a method as a message, for the handlers of connect-fastify. Ends with the deadline. */
export async function answerConnectCall(
  method: UnaryMethod,
  request: MessageShape<DescMessage>,
  handler: HandlerContext,
): Promise<MessageShape<DescMessage>> {
  const call: CallContext = { signal: callSignal(handler.signal) };
  try {
    call.signal.throwIfAborted();
    const answer = await orAborted(method.answer(request as never, call), call.signal);
    setSuccessHeaders(handler);
    return isEncodedAnswer(answer) ? toMessage(method, answer, isJson(handler)) : answer;
  } finally {
    if (call.snapshot !== undefined) setSnapshotHeaders(handler.responseHeader, call.snapshot);
  }
}

export function setSnapshotHeaders(header: Headers, facts: SnapshotFacts): void {
  for (const [name, value] of Object.entries(snapshotHeaders(facts))) header.set(name, value);
}

/** A signal that aborts with an error of the catalogue. */
function callSignal(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(abortReason(signal.reason));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

function abortReason(reason: unknown): TerraceError {
  if (reason instanceof ConnectError && reason.code === Code.DeadlineExceeded) {
    return new TerraceError("deadline_exceeded", reason.rawMessage);
  }
  return new TerraceError("canceled", "the call was canceled", { cause: reason });
}

function orAborted<T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    Promise.resolve(answer).then(resolve, reject);
  });
}

/** The message to encode. For JSON it is read from the JSON: floats keep the short decimals they have there. */
function toMessage(method: UnaryMethod, answer: EncodedAnswer, json: boolean): MessageShape<DescMessage> {
  return json ? fromJsonString(method.desc.output, Buffer.from(answer.json()).toString()) : answer.message();
}

function isJson(handler: HandlerContext): boolean {
  if (handler.requestMethod === "GET") return new URL(handler.url).searchParams.get("encoding") === "json";
  return handler.requestHeader.get("content-type")?.includes("json") ?? false;
}
