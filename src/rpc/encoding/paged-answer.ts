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
import { jsonFromBinary } from "./json-from-binary.ts";
import { elementsBytes } from "./wire-bytes.ts";

/** The answer that a page holds whole, as its only element or as the one at a place. */
export function documentAnswer(schema: DescMessage, page: Page, place = 0): EncodedAnswer {
  return {
    binary: () => page.binary(place),
    json: () => jsonFromBinary(schema, page.binary(place)),
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
  return {
    binary,
    json: () => jsonFromBinary(schema, binary()),
    message: () => fromBinary(schema, binary()),
  };
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
  page,
  places,
  ...list
}: PagedList<Response>): EncodedAnswer {
  return elementsAnswer({
    ...list,
    count: places.length,
    binaryAt: (i) => page!.binary(places[i]),
  });
}

export interface GatheredList<Response extends DescMessage> {
  readonly response: Response;
  readonly element: DescMessage;
  /** A page for each element, which is at the same place in all of them. */
  readonly pages: readonly Page[];
  readonly place: number;
  readonly rest?: MessageInitShape<Response>;
}

/** An answer whose first field is a list of elements of different pages. */
export function gatheredAnswer<Response extends DescMessage>({
  pages,
  place,
  ...list
}: GatheredList<Response>): EncodedAnswer {
  return elementsAnswer({
    ...list,
    count: pages.length,
    binaryAt: (i) => pages[i].binary(place),
  });
}

interface ElementList<Response extends DescMessage> {
  readonly response: Response;
  readonly element: DescMessage;
  readonly count: number;
  readonly binaryAt: (i: number) => Uint8Array;
  readonly rest?: MessageInitShape<Response>;
}

function elementsAnswer<Response extends DescMessage>(list: ElementList<Response>): EncodedAnswer {
  const { response, element, count, binaryAt } = list;
  const [field] = response.fields;
  const others = create(response, list.rest ?? ({} as MessageInitShape<Response>));
  const binary = () => {
    const elements = Array.from({ length: count }, (_, i) => binaryAt(i));
    return elementsBytes(field.number, elements, toBinary(response, others));
  };
  return {
    binary,
    json: () => {
      const tail = toJsonString(response, others);
      if (count === 0) return Buffer.from(tail);
      const parts: Uint8Array[] = [Buffer.from(`{"${field.jsonName}":[`)];
      for (let i = 0; i < count; i++) {
        if (i > 0) parts.push(COMMA);
        parts.push(jsonFromBinary(element, binaryAt(i)));
      }
      parts.push(Buffer.from(tail === "{}" ? "]}" : `],${tail.slice(1)}`));
      return Buffer.concat(parts);
    },
    message: () => fromBinary(response, binary()),
  };
}

const COMMA = Buffer.from(",");
