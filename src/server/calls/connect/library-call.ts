import { AsyncLocalStorage } from "node:async_hooks";
import type { DescMessage } from "@bufbuild/protobuf";
import type { FastifyRequest } from "fastify";
import type { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { decodeText, jsonValue } from "../codec/decode-text.ts";
import { holdsEnum, refuseUnknownEnumNames } from "../codec/enum-names.ts";
import { unknownFieldError, unknownFields, unknownFieldsText } from "../codec/unknown-fields.ts";

/** State of a call in the library, for its handlers, interceptors and codecs. */
export interface LibraryCall {
  readonly request: FastifyRequest;
  readonly outgoing: OutgoingAnswer;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal | undefined;
  readonly isStrict: boolean;
  unknownFields?: string;
  /** The encoded JSON, sent in place of the library's message. */
  json?: Uint8Array | undefined;
  /** Whether compression was skipped. */
  isPlain?: boolean;
  /** Trailers, which have the status of gRPC and gRPC-Web once the answer has ended. */
  trailer?: Headers;
}

/** The current call; undefined when a host's own server answers it. */
export const libraryCalls = new AsyncLocalStorage<LibraryCall>();

/** Decodes JSON for the library: rejects unknown enum names, rejects or reports unknown fields. */
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
 * Encodes JSON strings for the library, or returns the JSON that is ready: parsing that into a message only
 * for the library to write it again takes a hundred times as long as making the answer.
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
