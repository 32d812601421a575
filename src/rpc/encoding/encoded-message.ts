import { type DescMessage, type MessageShape, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { AnswerForm, EncodedAnswer } from "../unary-method.ts";

/** Encodes a message into its own buffer, which can be kept or transferred to another thread. */
export function encodeForm<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  form: AnswerForm,
): Uint8Array<ArrayBuffer> {
  return form === "json"
    ? new TextEncoder().encode(toJsonString(schema, message))
    : toBinary(schema, message);
}

/** An answer that encodes lazily, once per form, and keeps the message for in-process callers. */
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
