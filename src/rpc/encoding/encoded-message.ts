import { type DescMessage, type MessageShape, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { EncodedAnswer } from "../unary-method.ts";
import { unpooledBytes } from "./unpooled-bytes.ts";

/** A message that is encoded at most once in each form. */
export function encodedMessage<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): EncodedAnswer {
  let binary: Uint8Array | undefined;
  let json: Uint8Array | undefined;
  return {
    binary: () => (binary ??= toBinary(schema, message)),
    json: () => (json ??= unpooledBytes(Buffer.from(toJsonString(schema, message)))),
    message: () => message,
  };
}
