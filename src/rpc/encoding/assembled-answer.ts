import {
  create,
  type DescField,
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
  return joinedAnswer(schema, () => [page.binary(place)]);
}

/** An answer in parts: encoded messages of its type that have no field in common, and one to be encoded. */
export function joinedAnswer<Desc extends DescMessage>(
  schema: Desc,
  parts: readonly Uint8Array[] | (() => readonly Uint8Array[]),
  rest?: MessageShape<Desc>,
): EncodedAnswer {
  const binary = () => {
    const given = typeof parts === "function" ? parts() : parts;
    if (given.length === 1 && rest === undefined) return given[0];
    return Buffer.concat(rest === undefined ? given : [...given, toBinary(schema, rest)]);
  };
  return {
    binary,
    json: () => jsonFromBinary(schema, binary()),
    message: () => fromBinary(schema, binary()),
  };
}

/** Elements of a page that fill one field of an answer: a list, or a message of its own. */
export interface PagePart {
  readonly field: DescField;
  readonly page: Page | undefined;
  /** Places of the elements to give, in their order; one at most where the field is not a list. */
  readonly places: readonly number[];
}

/** Encoded elements that fill one field of an answer. */
interface Part {
  readonly field: DescField;
  readonly count: number;
  readonly binaryAt: (i: number) => Uint8Array;
}

const partOf = ({ field, page, places }: PagePart): Part => ({
  field,
  count: places.length,
  binaryAt: (i) => page!.binary(places[i]),
});

/** An answer whose first field is a list of elements of a page, with the fields behind the list. */
export function listAnswer<Response extends DescMessage>({
  response,
  page,
  places,
  rest,
}: Omit<PagePart, "field"> & {
  readonly response: Response;
  readonly rest?: MessageInitShape<Response>;
}): EncodedAnswer {
  return answerOf(response, [partOf({ field: response.fields[0], page, places })], { after: rest });
}

/** An answer whose first field is a list with an element of each page, which is at the same place in all of them. */
export function gatheredAnswer<Response extends DescMessage>({
  response,
  pages,
  place,
  rest,
}: {
  readonly response: Response;
  readonly pages: readonly Page[];
  readonly place: number;
  readonly rest?: MessageInitShape<Response>;
}): EncodedAnswer {
  const [field] = response.fields;
  const part = { field, count: pages.length, binaryAt: (i: number) => pages[i].binary(place) };
  return answerOf(response, [part], { after: rest });
}

/** The fields of an answer around its lists. */
export interface FieldsAround<Response extends DescMessage> {
  readonly before?: MessageInitShape<Response> | undefined;
  readonly after?: MessageInitShape<Response> | undefined;
}

/** An answer put together from elements of pages and from fields to be encoded, in the order of the field numbers. */
export function assembledAnswer<Response extends DescMessage>(
  response: Response,
  parts: readonly PagePart[],
  fields: FieldsAround<Response> = {},
): EncodedAnswer {
  return answerOf(response, parts.map(partOf), fields);
}

function answerOf<Response extends DescMessage>(
  response: Response,
  parts: readonly Part[],
  fields: FieldsAround<Response>,
): EncodedAnswer {
  const [before, after] = [fields.before, fields.after].map((init) =>
    init === undefined ? undefined : create(response, init),
  );
  const filled = parts.filter(({ count }) => count > 0);
  const elementsOf = ({ count, binaryAt }: Part) => Array.from({ length: count }, (_, i) => binaryAt(i));
  const binary = () => {
    let bytes: Uint8Array = after === undefined ? NOTHING : toBinary(response, after);
    for (const part of filled.toReversed()) {
      bytes = elementsBytes(part.field.number, elementsOf(part), bytes);
    }
    return before === undefined ? bytes : Buffer.concat([toBinary(response, before), bytes]);
  };
  return {
    binary,
    json: () => {
      const pieces: Uint8Array[] = [OPEN];
      const push = (text: string) => {
        if (text === "") return;
        if (pieces.length > 1) pieces.push(COMMA);
        pieces.push(Buffer.from(text));
      };
      const pushMembers = (message: typeof before) =>
        push(message === undefined ? "" : toJsonString(response, message).slice(1, -1));
      pushMembers(before);
      for (const part of filled) {
        const isList = part.field.fieldKind === "list";
        push(`"${part.field.jsonName}":${isList ? "[" : ""}`);
        elementsOf(part).forEach((element, i) => {
          if (i > 0) pieces.push(COMMA);
          pieces.push(jsonFromBinary(part.field.message!, element));
        });
        if (isList) pieces.push(END_OF_LIST);
      }
      pushMembers(after);
      return Buffer.concat([...pieces, CLOSE]);
    },
    message: () => fromBinary(response, binary()),
  };
}

const NOTHING = new Uint8Array(0);
const [OPEN, COMMA, END_OF_LIST, CLOSE] = ["{", ",", "]", "}"].map((text) => Buffer.from(text));
