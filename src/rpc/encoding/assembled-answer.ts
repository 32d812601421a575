import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import type { Page } from "../../engine/pages/page.ts";
import { varintSize, writeVarint } from "../../runtime/varint.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { jsonFromBinary } from "./json-from-binary.ts";
import { LENGTH_DELIMITED } from "./wire-bytes.ts";

/** Elements of a page that fill one field of an answer: a list, or a message of its own. */
export interface PagePart {
  readonly field: DescField;
  readonly page: Page | undefined;
  /** Places of the elements to give, in their order; one at most where the field is not a list. */
  readonly places: readonly number[];
}

/** An answer put together from elements of pages and from fields to be encoded, in the order of the field numbers. */
export function assembledAnswer<Response extends DescMessage>(
  response: Response,
  parts: readonly PagePart[],
  fields: { readonly before?: MessageInitShape<Response>; readonly after?: MessageInitShape<Response> } = {},
): EncodedAnswer {
  const [before, after] = [fields.before, fields.after].map((init) =>
    init === undefined ? undefined : create(response, init),
  );
  const encoded = (message: typeof before) => (message === undefined ? NOTHING : toBinary(response, message));
  const binary = () => joined(encoded(before), parts, encoded(after));
  return {
    binary,
    json: () => {
      const members = [before, after].map((message) =>
        message === undefined ? "" : toJsonString(response, message).slice(1, -1),
      );
      const filled = parts.filter(({ places }) => places.length > 0);
      const texts = [members[0], ...filled.map(memberText), members[1]].filter((text) => text !== "");
      return Buffer.from(`{${texts.join(",")}}`);
    },
    message: () => fromBinary(response, binary()),
  };
}

const NOTHING = new Uint8Array(0);

/** Head, elements with their tags and lengths, and tail in one piece of memory: an answer may have hundreds of elements. */
function joined(head: Uint8Array, parts: readonly PagePart[], tail: Uint8Array): Uint8Array {
  const elements: Uint8Array[] = [];
  let length = head.byteLength + tail.byteLength;
  for (const { field, page, places } of parts) {
    const tagBytes = varintSize(tagOf(field));
    for (const place of places) {
      const element = page!.binary(place);
      elements.push(element);
      length += tagBytes + varintSize(element.byteLength) + element.byteLength;
    }
  }
  const bytes = Buffer.allocUnsafe(length);
  bytes.set(head, 0);
  let at = head.byteLength;
  let next = 0;
  for (const { field, places } of parts) {
    const tag = tagOf(field);
    for (let i = 0; i < places.length; i++) {
      const element = elements[next++];
      at = writeVarint(bytes, at, tag);
      at = writeVarint(bytes, at, element.byteLength);
      bytes.set(element, at);
      at += element.byteLength;
    }
  }
  bytes.set(tail, at);
  return bytes;
}

const tagOf = (field: DescField) => (field.number << 3) | LENGTH_DELIMITED;

/** A part as a member of a JSON object. */
function memberText({ field, page, places }: PagePart): string {
  const elements = places.map((place) => {
    const { buffer, byteOffset, byteLength } = jsonFromBinary(field.message!, page!.binary(place));
    return Buffer.from(buffer, byteOffset, byteLength).toString();
  });
  return `"${field.jsonName}":${field.fieldKind === "list" ? `[${elements.join(",")}]` : elements[0]}`;
}
