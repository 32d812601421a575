import { AsyncLocalStorage } from "node:async_hooks";
import type { DescMessage } from "@bufbuild/protobuf";
import type { FastifyRequest } from "fastify";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { decodeText, jsonValue } from "../codec/decode-text.ts";
import { holdsEnum, refuseUnknownEnumNames } from "../codec/enum-names.ts";
import { unknownFieldError, unknownFields, unknownFieldsText } from "../codec/unknown-fields.ts";

/** A call that the library works for, for all that it calls by itself: handlers, interceptors, codecs. */
export interface LibraryCall {
  /** With what hooks left on it. */
  readonly request: FastifyRequest;
  /** Counts the answer. */
  readonly outgoing: OutgoingAnswer;
  /** Fires when the caller goes away. */
  readonly signal: AbortSignal | undefined;
  /** Whether a request with unknown fields is refused. */
  readonly isStrict: boolean;
  /** What the answer's header says of the unknown fields of a request that was not. */
  unknownFields: string | undefined;
  /** The JSON of the answer where it is ready; it is sent in place of the message that the library is given. */
  json: Uint8Array | undefined;
  /** Whether the answer is sent as it is, though its caller would take a compressed one. */
  isPlain: boolean;
}

/** The call in progress; undefined where a host's own server answers it. */
export const libraryCalls = new AsyncLocalStorage<LibraryCall>();

/**
 * Reads the text of a JSON request for the library. Unknown names of enums are refused; unknown fields are refused or
 * reported, as the call in progress wants it.
 */
export function requestTextReader(desc: DescMessage): { decode(bytes: Uint8Array): string } {
  return {
    decode(bytes) {
      const text = decodeText(bytes);
      const call = libraryCalls.getStore();
      if (call === undefined && !holdsEnum(desc)) return text;
      const value = jsonValue(text);
      refuseUnknownEnumNames(desc, value);
      const unknown = call === undefined ? [] : unknownFields(desc, value);
      if (unknown.length === 0) return text;
      if (call!.isStrict) throw unknownFieldError(unknown);
      call!.unknownFields = unknownFieldsText(unknown);
      return text;
    },
  };
}

const utf8 = new TextEncoder();

/**
 * Encodes the text of messages, or gives the JSON that is ready. Reading that into a message, which the library would then
 * write as the same JSON, takes a hundred times as long as the answer took to make.
 */
export const answerTextEncoder = {
  encode(text = ""): Uint8Array<ArrayBuffer> {
    const call = libraryCalls.getStore();
    if (call?.json === undefined) return utf8.encode(text);
    const ready = call.json as Uint8Array<ArrayBuffer>;
    call.json = undefined;
    return ready;
  },
};
