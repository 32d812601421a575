import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { Answer, CallContext, UnaryMethod } from "../../../rpc/unary-method.ts";
import { throwIfAborted, untilAborted } from "../../../runtime/abort.ts";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { LARGE_ANSWER_BYTES } from "../../wire/outbox/unread-answers.ts";
import { encodeAnswer } from "../codec/unary-codec.ts";
import { libraryCalls } from "./library-call.ts";

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
export async function preEncodedAnswer(
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
