import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import type { Page } from "../../engine/pages/page.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { elementField } from "./wire-bytes.ts";

/** The answer that a page holds whole, as its only element or as the one at a place. */
export function documentAnswer(schema: DescMessage, page: Page, place = 0): EncodedAnswer {
  return {
    binary: () => page.binary(place),
    json: () => page.json(place) ?? jsonOf(schema, page.binary(place)),
    message: () => fromBinary(schema, page.binary(place)),
  };
}

/** An answer in parts: encoded messages of its type that have no field in common, and one to be encoded. */
export function joinedAnswer<Desc extends DescMessage>(
  schema: Desc,
  parts: readonly Uint8Array[],
  rest?: MessageShape<Desc>,
): EncodedAnswer {
  const binary = () =>
    parts.length === 1 && rest === undefined
      ? parts[0]
      : Buffer.concat(rest === undefined ? parts : [...parts, toBinary(schema, rest)]);
  return { binary, json: () => jsonOf(schema, binary()), message: () => fromBinary(schema, binary()) };
}

export interface PagedList<Response extends DescMessage> {
  readonly response: Response;
  /** Message of an element of the response's first field. */
  readonly element: DescMessage;
  readonly page: Page | undefined;
  /** Places of the elements to give, in their order. */
  readonly places: readonly number[];
  /** The fields behind the list. */
  readonly rest?: MessageInitShape<Response>;
}

/** An answer whose first field is a list of elements of a page. */
export function listAnswer<Response extends DescMessage>({
  response,
  element,
  page,
  places,
  rest = {} as MessageInitShape<Response>,
}: PagedList<Response>): EncodedAnswer {
  const [field] = response.fields;
  const others = create(response, rest);
  const binary = () =>
    Buffer.concat([
      ...places.map((place) => elementField(field.number, page!.binary(place))),
      toBinary(response, others),
    ]);
  return {
    binary,
    json: () => {
      const tail = toJsonString(response, others);
      if (places.length === 0) return Buffer.from(tail);
      const parts: Uint8Array[] = [Buffer.from(`{"${field.jsonName}":[`)];
      places.forEach((place, i) => {
        if (i > 0) parts.push(COMMA);
        parts.push(page!.json(place) ?? jsonOf(element, page!.binary(place)));
      });
      parts.push(Buffer.from(tail === "{}" ? "]}" : `],${tail.slice(1)}`));
      return Buffer.concat(parts);
    },
    message: () => fromBinary(response, binary()),
  };
}

const COMMA = Buffer.from(",");

function jsonOf(schema: DescMessage, binary: Uint8Array): Uint8Array {
  return Buffer.from(toJsonString(schema, fromBinary(schema, binary)));
}
