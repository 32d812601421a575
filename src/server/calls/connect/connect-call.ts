import { create, type DescMessage, fromJsonString, type MessageShape } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { withinAnswerSize } from "../../../rpc/answer-size.ts";
import {
  type Answer,
  type CallContext,
  isEncodedAnswer,
  OWN_ROOM,
  type Room,
  type SnapshotFacts,
  type UnaryMethod,
} from "../../../rpc/unary-method.ts";
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
import { MAX_TIMER_MS } from "../../../runtime/time/within.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { LARGE_ANSWER_BYTES } from "../../wire/outbox/unread-answers.ts";
import { encodeAnswer } from "../codec/unary-codec.ts";
import { libraryCalls } from "./library-call.ts";

/** Answers a call of the Connect library. Deadline: the caller's, or else after `requestTimeoutMs`. */
export async function answerConnectCall(
  method: UnaryMethod,
  request: MessageShape<DescMessage>,
  handler: HandlerContext,
  requestTimeoutMs: number | undefined,
): Promise<MessageShape<DescMessage>> {
  const controller = new AbortController();
  const unfollow = followAbort(handler.signal, controller, callError);
  const timer =
    requestTimeoutMs === undefined || requestTimeoutMs > MAX_TIMER_MS || handler.timeoutMs() !== undefined
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
    if (outgoing !== undefined) call.room = await waitForRoom(method, outgoing, signal);
    working = method.answer(request as never, call);
    const answer = await untilAborted(working, signal);
    if (isEncodedAnswer(answer)) await untilAborted(answer.prepare?.(form), signal);
    const message =
      outgoing === undefined
        ? messageOf(method, answer, call)
        : await preEncodedAnswer(method, answer, call, outgoing);
    const header = handler.responseHeader;
    // No ETag for an answer that depends on no snapshot: nothing would ever change it.
    const tags = call.snapshot && asked?.terraceReadHeaders?.(call.snapshot.snapshotId);
    const own = { ...asked?.terraceSuccessHeaders, ...tags };
    for (const [name, value] of Object.entries(own)) header.set(name, value);
    return message;
  } catch (error) {
    throw errorInTime(error, call.time);
  } finally {
    // Work may continue after a timeout: keep its memory reserved until it ends.
    Promise.resolve(working).then(call.room.release, call.room.release);
    unfollow();
    clearTimeout(timer);
    if (call.snapshot !== undefined) setSnapshotHeaders(handler.responseHeader, call.snapshot, method.tables);
    if (asked?.terraceRecord !== undefined) asked.terraceRecord.snapshotId = call.snapshot?.snapshotId;
  }
}

/** Waits for room; releases it if it comes after the caller has gone. */
function waitForRoom(
  method: UnaryMethod,
  { unread, request }: OutgoingAnswer,
  signal: AbortSignal,
): Promise<Room> {
  const entering = Promise.resolve(unread.enter(request, unread.largestOf(method)));
  return untilAborted(entering, signal, () => entering.then((room) => room.release()).catch(() => {}));
}

/** Whether a call uses JSON, in any spelling of the content type. */
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

function callError(signal: StopSignal): TerraceError {
  const { reason } = signal;
  const isLate = reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;
  return isLate ? deadlineExceeded() : abortError(signal);
}

/** The message for a host's own server. In JSON calls it is parsed from JSON: floats keep short decimals. */
function messageOf({ desc }: UnaryMethod, answer: Answer, { form }: CallContext): MessageShape<DescMessage> {
  if (!isEncodedAnswer(answer)) return answer;
  if (form !== "json") return answer.message();
  return fromJsonString(desc.output, Buffer.from(withinAnswerSize(answer.json())).toString());
}

/**
 * A message that encodes to exactly these bytes: they are set as an unknown field, which the library copies;
 * decoding and encoding them again takes milliseconds. All members are empty, so use it only for sending.
 */
function preEncodedMessage<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
  const message = create(schema);
  if (bytes.byteLength === 0) return message;
  const reader = new BinaryReader(bytes);
  const [no, wireType] = reader.tag();
  // Bytes after the first tag, other fields included, are copied unchanged.
  message.$unknown = [{ no, wireType, data: bytes.subarray(reader.pos) }];
  return message;
}

/**
 * Encodes the answer once there is room, counts it, and makes the library send exactly these bytes. Nothing
 * may await between the check for room and the count, or many calls would pass the check at once.
 */
async function preEncodedAnswer(
  method: UnaryMethod,
  answer: Answer,
  { form, signal, room }: CallContext,
  outgoing: OutgoingAnswer,
): Promise<MessageShape<DescMessage>> {
  const { output } = method.desc;
  const { unread, request } = outgoing;
  for (;;) {
    const waiting = unread.room(request, unread.largestOf(method) >= LARGE_ANSWER_BYTES, room);
    if (waiting === undefined) break;
    await untilAborted(waiting, signal);
  }
  throwIfAborted(signal);
  const bytes = encodeAnswer(output, form === "json" ? "json" : "proto", answer);
  outgoing.made(bytes.byteLength);
  unread.answered(method, bytes.byteLength);
  if (form !== "json") return preEncodedMessage(output, bytes);
  libraryCalls.getStore()!.json = bytes;
  return create(output);
}
