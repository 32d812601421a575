import {
  create,
  type DescField,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import type { FoundBytes } from "../cached-answer.ts";
import type { AnswerForm } from "../unary-method.ts";
import type { FieldsAround } from "./assembled-answer.ts";
import { unpooledBytes } from "./unpooled-bytes.ts";
import { elementField } from "./wire-bytes.ts";

/**
 * Elements of a list that many answers show parts of. Each is encoded when it is first shown in a form, and kept: from
 * then on an answer costs the copying of its bytes.
 */
export class KeptElements<Response extends DescMessage, Element extends DescMessage> {
  readonly #response: Response;
  readonly #field: DescField;
  readonly #element: Element;
  readonly #elementAt: (place: number) => MessageShape<Element>;
  readonly #kept: Record<AnswerForm, Map<number, Uint8Array>> = { binary: new Map(), json: new Map() };

  /** For a response with one list of such elements. */
  constructor(response: Response, element: Element, elementAt: (place: number) => MessageShape<Element>) {
    this.#response = response;
    this.#field = response.fields.find(({ message }) => message === element)!;
    this.#element = element;
    this.#elementAt = elementAt;
  }

  /** The answer that shows the elements at these places, in this order. */
  answer(places: readonly number[], fields: FieldsAround<Response>, form: AnswerForm): FoundBytes {
    const pieces = places.map((place) => this.#piece(place, form));
    return { form, bytes: form === "binary" ? this.#binary(pieces, fields) : this.#json(pieces, fields) };
  }

  #binary(pieces: readonly Uint8Array[], { before, after }: FieldsAround<Response>): Uint8Array {
    const encoded = (fields: MessageInitShape<Response> | undefined) =>
      fields === undefined ? [] : [toBinary(this.#response, create(this.#response, fields))];
    return Buffer.concat([...encoded(before), ...pieces, ...encoded(after)]);
  }

  #json(pieces: Uint8Array[], { before, after }: FieldsAround<Response>): Uint8Array {
    const members = (fields: MessageInitShape<Response> | undefined) =>
      fields === undefined ? "" : toJsonString(this.#response, create(this.#response, fields)).slice(1, -1);
    const [head, tail] = [members(before), members(after)];
    if (pieces.length === 0) return Buffer.from(`{${[head, tail].filter((text) => text !== "").join(",")}}`);
    // Each piece ends with a comma; the last one's is left out.
    const last = pieces.length - 1;
    pieces[last] = pieces[last].subarray(0, -1);
    return Buffer.concat([
      Buffer.from(`{${head}${head === "" ? "" : ","}"${this.#field.jsonName}":[`),
      ...pieces,
      Buffer.from(`]${tail === "" ? "" : ","}${tail}}`),
    ]);
  }

  #piece(place: number, form: AnswerForm): Uint8Array {
    let piece = this.#kept[form].get(place);
    if (piece === undefined) {
      const element = this.#elementAt(place);
      piece = unpooledBytes(
        form === "binary"
          ? elementField(this.#field.number, toBinary(this.#element, element))
          : Buffer.from(`${toJsonString(this.#element, element)},`),
      );
      this.#kept[form].set(place, piece);
    }
    return piece;
  }
}
