import {
  type DescMessage,
  fromBinary,
  fromJson,
  fromJsonString,
  type JsonValue,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { withinAnswerSize } from "../../../rpc/answer-size.ts";
import { type Answer, isEncodedAnswer } from "../../../rpc/unary-method.ts";
import { decodeText, jsonValue, latin1Text } from "./decode-text.ts";
import { refuseUnknownEnumNames } from "./enum-names.ts";
import { plainQuotes, readPlainJson } from "./plain-json.ts";
import type { WireFormat } from "./unary-headers.ts";
import { type UnknownField, unknownFields } from "./unknown-fields.ts";

const JSON_READ = { ignoreUnknownFields: true };

/** Called with unknown fields of a JSON request; a throw rejects it. */
export type OnUnknownFields = (fields: readonly UnknownField[]) => void;

/** Decodes a request; throws `invalid_argument` if that fails. */
export function parseRequest(
  desc: DescMessage,
  format: WireFormat,
  bytes: Uint8Array,
  onUnknownFields: OnUnknownFields = () => {},
): MessageShape<DescMessage> {
  if (format === "json") {
    const quotes = plainQuotes(bytes);
    const text = quotes < 0 ? decodeText(bytes) : latin1Text(bytes);
    const value = jsonValue(text);
    const plain = quotes < 0 ? undefined : readPlainJson(desc, value, quotes);
    if (plain !== undefined) return plain;
    refuseUnknownEnumNames(desc, value);
    const unknown = unknownFields(desc, value);
    if (unknown.length > 0) onUnknownFields(unknown);
    try {
      // Parse invalid JSON again with the library, for its error message.
      if (value === undefined) return fromJsonString(desc, text, JSON_READ);
      return fromJson(desc, value as JsonValue, JSON_READ);
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

/** Encodes an answer, or returns its own bytes; throws if it exceeds the size limit. */
export function encodeAnswer(desc: DescMessage, format: WireFormat, answer: Answer): Uint8Array {
  if (isEncodedAnswer(answer)) return withinAnswerSize(format === "json" ? answer.json() : answer.binary());
  return withinAnswerSize(
    format === "json" ? Buffer.from(toJsonString(desc, answer)) : toBinary(desc, answer),
  );
}
