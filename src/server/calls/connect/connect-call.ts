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
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { LARGE_ANSWER_BYTES } from "../../wire/outbox/unread-answers.ts";
import { encodeAnswer } from "../codec/unary-codec.ts";
import { libraryCalls } from "./library-call.ts";

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

/**
 * A message that is encoded to exactly these bytes, which are one: they ride along as a field that nobody knows. A
 * protocol that encodes answers by itself then copies them, where reading and writing them again takes milliseconds.
 * It shows no member, so it is for the wire alone.
 */
function preEncodedMessage<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
  const message = create(schema);
  if (bytes.byteLength === 0) return message;
  const reader = new BinaryReader(bytes);
  const [no, wireType] = reader.tag();
  // Everything after the first tag, further fields included, is written behind it as it is.
  message.$unknown = [{ no, wireType, data: bytes.subarray(reader.pos) }];
  return message;
}

/**
 * The answer for the library to send: it is encoded as soon as there is room for it, counts from then on, and goes out in
 * exactly these bytes. Nothing may run between the look for room and the count, or many calls at once would all find it.
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
