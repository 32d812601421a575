import {
  type DescMessage,
  fromBinary,
  fromJsonString,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import type { AnswerForm, EncodedAnswer } from "../unary-method.ts";
import { shortFloats } from "./short-floats.ts";

/** A message in one form, in memory of its own that can be handed to another thread. */
export function encodeForm<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  form: AnswerForm,
): Uint8Array<ArrayBuffer> {
  return form === "json"
    ? new TextEncoder().encode(toJsonString(schema, message))
    : toBinary(schema, message);
}

/** An answer that comes in one form; the other, which hardly anybody asks for then, is made from it. */
export function bytesAnswer<Desc extends DescMessage>(
  schema: Desc,
  form: AnswerForm,
  bytes: Uint8Array,
): EncodedAnswer {
  const message = () =>
    form === "json"
      ? fromJsonString(schema, Buffer.from(bytes).toString())
      : shortFloats(schema, fromBinary(schema, new Uint8Array(bytes)));
  return {
    binary: () => (form === "binary" ? bytes : toBinary(schema, message())),
    json: () => (form === "json" ? bytes : Buffer.from(toJsonString(schema, message()))),
    message,
  };
}
