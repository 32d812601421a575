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
import type { EncodedAnswer } from "../unary-method.ts";
import { elementField } from "./wire-bytes.ts";

/** Elements of a page that fill one field of an answer: a list, or a message of its own. */
export interface PagePart {
  readonly field: DescField;
  readonly page: Page | undefined;
  /** Places of the elements to give, in their order; one at most where the field is no list. */
  readonly places: readonly number[];
}

/** An answer put together from elements of pages and from fields to be encoded, in the order of the field numbers. */
export function assembledAnswer<Response extends DescMessage>(
  response: Response,
  parts: readonly PagePart[],
  fields: { readonly before?: MessageInitShape<Response>; readonly after?: MessageInitShape<Response> } = {},
): EncodedAnswer {
  const filled = parts.filter(({ places }) => places.length > 0);
  const [before, after] = [fields.before, fields.after].map((init) => create(response, init));
  const binary = () =>
    Buffer.concat([
      toBinary(response, before),
      ...filled.flatMap(({ field, page, places }) =>
        places.map((place) => elementField(field.number, page!.binary(place))),
      ),
      toBinary(response, after),
    ]);
  return {
    binary,
    json: () => {
      const members = [before, after].map((message) => toJsonString(response, message).slice(1, -1));
      const texts = [members[0], ...filled.map(memberText), members[1]].filter((text) => text !== "");
      return Buffer.from(`{${texts.join(",")}}`);
    },
    message: () => fromBinary(response, binary()),
  };
}

/** A part as a member of a JSON object. */
function memberText({ field, page, places }: PagePart): string {
  const elements = places.map((place) => {
    const kept = page!.json(place);
    if (kept !== undefined) return Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).toString();
    return toJsonString(field.message!, fromBinary(field.message!, page!.binary(place)));
  });
  return `"${field.jsonName}":${field.fieldKind === "list" ? `[${elements.join(",")}]` : elements[0]}`;
}
