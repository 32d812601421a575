import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { fromBinary, fromJsonString, toBinary, toJsonString } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { withinAnswerSize } from "../../../rpc/answer-size.ts";
import type { Answer } from "../../../rpc/unary-method.ts";
import { isEncodedAnswer } from "../../../rpc/unary-method.ts";
import { decodeText } from "./decode-text.ts";
import { refuseUnknownEnumNames } from "./enum-names.ts";
import { readPlainBinary } from "./plain-binary.ts";
import { readPlainJson } from "./plain-json.ts";
import type { WireFormat } from "./unary-headers.ts";
import { type UnknownField, unknownFields } from "./unknown-fields.ts";

const JSON_READ = { ignoreUnknownFields: true };

/** Told of the fields of a request that its message has not, in JSON; a throw refuses the request. */
export type OnUnknownFields = (fields: readonly UnknownField[]) => void;

/** The request message; bytes that are none are the caller's fault. */
export function parseRequest(
  desc: DescMessage,
  format: WireFormat,
  bytes: Uint8Array,
  onUnknownFields: OnUnknownFields = () => {},
): MessageShape<DescMessage> {
  if (format === "json") {
    const plain = readPlainJson(desc, bytes);
    if (plain !== undefined) return plain;
    const text = decodeText(bytes);
    refuseUnknownEnumNames(desc, text);
    const unknown = unknownFields(desc, text);
    if (unknown.length > 0) onUnknownFields(unknown);
    try {
      return fromJsonString(desc, text, JSON_READ);
    } catch (error) {
      throw ConnectError.from(error, Code.InvalidArgument);
    }
  }
  const plain = readPlainBinary(desc, bytes);
  if (plain !== undefined) return plain;
  try {
    return fromBinary(desc, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`parse binary: ${reason}`, Code.InvalidArgument);
  }
}

/** The bytes of an answer; those that come encoded are passed on as they are. One over the budget is refused. */
export function encodeAnswer(desc: DescMessage, format: WireFormat, answer: Answer): Uint8Array {
  if (isEncodedAnswer(answer)) return withinAnswerSize(format === "json" ? answer.json() : answer.binary());
  return withinAnswerSize(
    format === "json" ? Buffer.from(toJsonString(desc, answer)) : toBinary(desc, answer),
  );
}
