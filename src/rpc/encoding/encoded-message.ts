import { type DescMessage, type MessageShape, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { AnswerForm, EncodedAnswer } from "../unary-method.ts";

/** A message in one form, in memory of its own that can be kept, or handed to another thread. */
export function encodeForm<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  form: AnswerForm,
): Uint8Array<ArrayBuffer> {
  return form === "json"
    ? new TextEncoder().encode(toJsonString(schema, message))
    : toBinary(schema, message);
}

/** A message that is encoded at most once in each form, and kept for programs that ask in their own memory. */
export function encodedMessage<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): EncodedAnswer {
  let binary: Uint8Array | undefined;
  let json: Uint8Array | undefined;
  return {
    binary: () => (binary ??= encodeForm(schema, message, "binary")),
    json: () => (json ??= encodeForm(schema, message, "json")),
    message: () => message,
  };
}
