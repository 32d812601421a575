import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromBinary, fromJsonString, toBinary, toJsonString } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Answer } from "../../rpc/unary-method.ts";
import { isEncodedAnswer } from "../../rpc/unary-method.ts";
import { readPlainJson } from "./plain-json.ts";
import type { WireFormat } from "./unary-headers.ts";

const textDecoder = new TextDecoder("utf-8", { fatal: true });
const JSON_READ = { ignoreUnknownFields: true };

/** The request message; bytes that are none are the caller's fault. */
export function parseRequest(
  desc: DescMessage,
  format: WireFormat,
  bytes: Uint8Array,
): MessageShape<DescMessage> {
  if (format === "json") {
    const plain = readPlainJson(desc, bytes);
    if (plain !== undefined) return plain;
    try {
      return fromJsonString(desc, decodeText(bytes), JSON_READ);
    } catch (error) {
      throw ConnectError.from(error, Code.InvalidArgument);
    }
  }
  try {
    return fromBinary(desc, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`parse binary: ${reason}`, Code.InvalidArgument);
  }
}

/** The bytes of an answer; those that come encoded are passed on as they are. */
export function encodeAnswer(desc: DescMessage, format: WireFormat, answer: Answer): Uint8Array {
  if (isEncodedAnswer(answer)) return format === "json" ? answer.json() : answer.binary();
  return format === "json" ? Buffer.from(toJsonString(desc, answer)) : toBinary(desc, answer);
}

/** The text of a message. One that is no UTF-8 is not mended: that would not be what the caller sent. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return textDecoder.decode(bytes);
  } catch (cause) {
    const message = "the message is not UTF-8";
    throw new ConnectError(message, Code.InvalidArgument, undefined, undefined, cause);
  }
}
