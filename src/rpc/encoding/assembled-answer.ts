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
import { elementsBytes } from "../../runtime/wire-bytes.ts";
import type { EncodedAnswer } from "../unary-method.ts";
import { jsonFromBinary } from "./json-from-binary.ts";

/** An answer that is stored whole as one element of a page; without a page, just the fields of `without`. */
export function documentAnswer<Desc extends DescMessage>(
  schema: Desc,
  page: Page | undefined,
  place = 0,
  without?: MessageInitShape<Desc>,
): EncodedAnswer {
  if (page === undefined) return joinedAnswer(schema, [], create(schema, without));
  return joinedAnswer(schema, () => [page.binary(place)]);
}

/** Concatenates encoded messages of the answer's type that share no field, and one still to be encoded. */
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

/** Elements of a page at `places`, in that order; else the first `limit` that are shown for `shownFor`. */
export interface ListedElements {
  readonly page: Page | undefined;
  readonly places?: readonly number[] | undefined;
  /** 0 by default. */
  readonly shownFor?: number;
  /** All by default. */
  readonly limit?: number;
}

/** Elements that fill one field of an answer: a list, or a single message field with at most one element. */
export interface PagePart extends ListedElements {
  readonly field: DescField;
}

/** Elements of one field, or whole fields, in both encodings. */
export interface EncodedPart {
  /** Undefined for whole fields. */
  readonly field?: DescField;
  readonly binary: () => readonly Uint8Array[];
  /** The elements or members, with commas between them; empty when all are left out. */
  readonly json: () => readonly Uint8Array[];
}

export function fieldsPart<Response extends DescMessage>(
  response: Response,
  fields: MessageInitShape<Response>,
): EncodedPart {
  const message = create(response, fields);
  return {
    binary: () => [toBinary(response, message)],
    json: () => {
      const members = toJsonString(response, message).slice(1, -1);
      return members === "" ? [] : [Buffer.from(members)];
    },
  };
}

/** The elements as fields of the answer, encoded. */
export function listedBytes({
  field,
  page,
  shownFor = 0,
  limit = page?.count ?? 0,
  places = page?.shownFor(shownFor, limit) ?? [],
}: PagePart): Uint8Array {
  return elementsBytes(
    field.number,
    places.map((place) => page!.binary(place)),
  );
}

/** An answer whose first field is a list of page elements; `rest` are the fields after it. */
export function listAnswer<Response extends DescMessage>(
  response: Response,
  listed: ListedElements,
  rest?: MessageInitShape<Response>,
): EncodedAnswer {
  return assembledAnswer(response, [{ ...listed, field: response.fields[0] }], { after: rest });
}

/** An answer whose first field lists the element at one place of each page. */
export function gatheredAnswer<Response extends DescMessage>(
  response: Response,
  pages: readonly Page[],
  place: number,
  rest?: MessageInitShape<Response>,
): EncodedAnswer {
  const parts = pages.map((page) => ({ field: response.fields[0], page, places: [place] }));
  return assembledAnswer(response, parts, { after: rest });
}

export interface FieldsAround<Response extends DescMessage> {
  readonly before?: MessageInitShape<Response> | undefined;
  readonly after?: MessageInitShape<Response> | undefined;
}

/** Joins page elements and other fields into an answer, in order of the field numbers. */
export function assembledAnswer<Response extends DescMessage>(
  response: Response,
  parts: readonly PagePart[],
  { before, after }: FieldsAround<Response> = {},
): EncodedAnswer {
  const head = before === undefined ? [] : [toBinary(response, create(response, before))];
  return joinedAnswer(response, () => [...head, ...parts.map(listedBytes)], create(response, after));
}

/** Like `assembledAnswer`, from parts that have both encodings. */
export function answerOf<Response extends DescMessage>(
  response: Response,
  parts: readonly EncodedPart[],
  { before, after }: FieldsAround<Response> = {},
): EncodedAnswer {
  const around = (fields: typeof before) => (fields === undefined ? [] : [fieldsPart(response, fields)]);
  const all = [...around(before), ...parts, ...around(after)];
  const binary = () => Buffer.concat(all.flatMap((part) => part.binary()));
  return {
    binary,
    json: () => {
      const pieces: Uint8Array[] = [OPEN];
      for (const { field, json } of all) {
        const own = json();
        if (own.length === 0) continue;
        if (pieces.length > 1) pieces.push(COMMA);
        const isList = field?.fieldKind === "list";
        if (field !== undefined) pieces.push(Buffer.from(`"${field.jsonName}":${isList ? "[" : ""}`));
        for (const piece of own) pieces.push(piece);
        if (isList) pieces.push(END_OF_LIST);
      }
      return Buffer.concat([...pieces, CLOSE]);
    },
    message: () => fromBinary(response, binary()),
  };
}

/** Drops the trailing comma of the last piece; each piece ends with one. */
export function withoutLastComma(pieces: Uint8Array[]): Uint8Array[] {
  if (pieces.length > 0) pieces[pieces.length - 1] = pieces[pieces.length - 1].subarray(0, -1);
  return pieces;
}

const [OPEN, COMMA, END_OF_LIST, CLOSE] = ["{", ",", "]", "}"].map((text) => Buffer.from(text));
