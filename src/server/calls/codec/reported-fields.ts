import { AsyncLocalStorage } from "node:async_hooks";
import type { DescMessage } from "@bufbuild/protobuf";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { decodeText, jsonValue } from "./decode-text.ts";
import { holdsEnum, refuseUnknownEnumNames } from "./enum-names.ts";
import {
  isStrict,
  STRICT_HEADER,
  UNKNOWN_FIELDS_HEADER,
  unknownFieldError,
  unknownFields,
  unknownFieldsText,
} from "./unknown-fields.ts";

/** What the reader of a request, which the library calls, has to tell the handler that answers it. */
interface Reading {
  readonly isStrict: boolean;
  unknown: string;
}

const readings = new AsyncLocalStorage<Reading>();

/**
 * Reads the text of a JSON request for the Connect library. Unknown names of enums are refused; unknown fields are refused
 * or reported, as the call in progress wants it.
 */
export function requestTextReader(desc: DescMessage): { decode(bytes: Uint8Array): string } {
  return {
    decode(bytes) {
      const text = decodeText(bytes);
      const reading = readings.getStore();
      if (reading === undefined && !holdsEnum(desc)) return text;
      const value = jsonValue(text);
      refuseUnknownEnumNames(desc, value);
      const unknown = reading === undefined ? [] : unknownFields(desc, value);
      if (unknown.length === 0) return text;
      if (reading!.isStrict) throw unknownFieldError(unknown);
      reading!.unknown = unknownFieldsText(unknown);
      return text;
    },
  };
}

/** The answer of a handler, with a header that names the unknown fields of its request. Binary ones have none to name. */
export async function reportingFields(
  request: UniversalServerRequest,
  strictFields: boolean | undefined,
  answer: () => Promise<UniversalServerResponse>,
): Promise<UniversalServerResponse> {
  if (!isJsonCall(request.method, request.url, request.header)) return answer();
  const reading = { isStrict: isStrict(request.header.get(STRICT_HEADER), strictFields), unknown: "" };
  const response = await readings.run(reading, answer);
  if (reading.unknown === "") return response;
  const header = new Headers(response.header);
  header.set(UNKNOWN_FIELDS_HEADER, reading.unknown);
  return { ...response, header };
}

/** Whether the messages of a call are JSON, however its caller spells that. */
export function isJsonCall(verb: string, url: string, header: Headers): boolean {
  if (verb === "GET") return new URL(url).searchParams.get("encoding") === "json";
  return header.get("content-type")?.toLowerCase().includes("json") ?? false;
}
