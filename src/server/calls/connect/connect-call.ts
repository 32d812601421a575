import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromJsonString } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { Code, ConnectError } from "@connectrpc/connect";
import { withinAnswerSize } from "../../../rpc/answer-size.ts";
import type { Answer, CallContext, Room, SnapshotFacts, UnaryMethod } from "../../../rpc/unary-method.ts";
import { isEncodedAnswer, OWN_ROOM } from "../../../rpc/unary-method.ts";
import {
  abortError,
  deadlineExceeded,
  errorInTime,
  followAbort,
  type StopSignal,
  throwIfAborted,
  untilAborted,
} from "../../../runtime/abort.ts";
import type { TerraceError } from "../../../runtime/errors.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { libraryCalls } from "./library-call.ts";
import { preEncodedAnswer } from "./pre-encoded-answer.ts";

/**
 * The answer of a method as a message, for the handlers of the Connect library. Ends with the caller's deadline, or after
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
  const { requestMethod, url, requestHeader } = handler;
  const form = isJsonCall(requestMethod, url, requestHeader) ? "json" : "binary";
  const { signal } = controller;
  const { outgoing, request: asked } = libraryCalls.getStore() ?? {};
  const call: { -readonly [Key in keyof CallContext]: CallContext[Key] } = {
    signal,
    stop: signal,
    room: OWN_ROOM,
    form,
    time: endsAtMs === undefined ? undefined : { now: () => performance.now(), endsAtMs },
  };
  let working: Answer | Promise<Answer> | undefined;
  try {
    throwIfAborted(signal);
    if (outgoing !== undefined) call.room = await enteredRoom(method, outgoing, signal);
    working = method.answer(request as never, call);
    const answer = await untilAborted(working, signal);
    if (isEncodedAnswer(answer)) await untilAborted(answer.prepare?.(form), signal);
    const message =
      outgoing === undefined
        ? messageOf(method, answer, call)
        : await preEncodedAnswer(method, answer, call, outgoing);
    const header = handler.responseHeader;
    // An answer without a snapshot of its own gets no tag: nothing would change it.
    const tags = call.snapshot && asked?.terraceReadHeaders?.(call.snapshot.snapshotId);
    const own = { ...asked?.terraceSuccessHeaders, ...tags };
    for (const [name, value] of Object.entries(own)) header.set(name, value);
    return message;
  } catch (error) {
    throw errorInTime(error, call.time);
  } finally {
    // A call that was answered as late may still be worked on.
    Promise.resolve(working).then(call.room.release, call.room.release);
    unfollow();
    clearTimeout(timer);
    if (call.snapshot !== undefined) setSnapshotHeaders(handler.responseHeader, call.snapshot, method.tables);
    if (asked?.terraceRecord !== undefined) asked.terraceRecord.snapshotId = call.snapshot?.snapshotId;
  }
}

/** Room to work on a call; one that comes after its caller has gone is given back. */
function enteredRoom(
  method: UnaryMethod,
  { unread, request }: OutgoingAnswer,
  signal: AbortSignal,
): Promise<Room> {
  const entering = Promise.resolve(unread.enter(request, unread.largestOf(method)));
  return untilAborted(entering, signal, () => entering.then((room) => room.release()).catch(() => {}));
}

/** Whether the messages of a call are JSON, however its caller spells that. */
function isJsonCall(verb: string, url: string, header: Headers): boolean {
  if (verb === "GET") return new URL(url).searchParams.get("encoding") === "json";
  return header.get("content-type")?.toLowerCase().includes("json") ?? false;
}

export function setSnapshotHeaders(
  header: Headers,
  facts: SnapshotFacts,
  tables?: readonly string[] | undefined,
): void {
  for (const [name, value] of Object.entries(snapshotHeaders(facts, tables))) header.set(name, value);
}

/** The deadline of a Connect call is an error of its library. */
function callError(signal: StopSignal): TerraceError {
  const { reason } = signal;
  const isLate = reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;
  return isLate ? deadlineExceeded() : abortError(signal);
}

/**
 * The message that a host's own server encodes. For JSON it is read from the JSON: floats keep the short decimals they have
 * there.
 */
function messageOf({ desc }: UnaryMethod, answer: Answer, { form }: CallContext): MessageShape<DescMessage> {
  if (!isEncodedAnswer(answer)) return answer;
  if (form !== "json") return answer.message();
  return fromJsonString(desc.output, Buffer.from(withinAnswerSize(answer.json())).toString());
}
