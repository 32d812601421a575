import {
  type DescField,
  type DescMessage,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { elementField } from "../../runtime/wire-bytes.ts";
import type { FoundBytes } from "../cached-answer.ts";
import type { AnswerForm, EncodedAnswer } from "../unary-method.ts";
import { answerOf, type FieldsAround, withoutLastComma } from "./assembled-answer.ts";
import { unpooledBytes } from "./unpooled-bytes.ts";

/** Caches encoded list elements that answers share, one entry per form; an answer then only copies bytes. */
export class KeptElements<Response extends DescMessage, Element extends DescMessage> {
  readonly #response: Response;
  readonly #field: DescField;
  readonly #element: Element;
  readonly #elementAt: (place: number) => MessageShape<Element>;
  readonly #kept: Record<AnswerForm, Map<number, Uint8Array>> = { binary: new Map(), json: new Map() };

  /** The response must have exactly one list of `element`. */
  constructor(response: Response, element: Element, elementAt: (place: number) => MessageShape<Element>) {
    this.#response = response;
    this.#field = response.fields.find(({ message }) => message === element)!;
    this.#element = element;
    this.#elementAt = elementAt;
  }

  encoded(places: readonly number[], fields: FieldsAround<Response>): EncodedAnswer {
    const pieces = (form: AnswerForm) => places.map((place) => this.#piece(place, form));
    const part = {
      field: this.#field,
      binary: () => pieces("binary"),
      json: () => withoutLastComma(pieces("json")),
    };
    return answerOf(this.#response, [part], fields);
  }

  answer(places: readonly number[], fields: FieldsAround<Response>, form: AnswerForm): FoundBytes {
    return { form, bytes: this.encoded(places, fields)[form]() };
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
