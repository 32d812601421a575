import {
  type DescMessage,
  fromBinary,
  fromJsonString,
  isMessage,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { shortFloats } from "./encoding/short-floats.ts";
import { unpooledBytes } from "./encoding/unpooled-bytes.ts";
import type { AnswerForm, EncodedAnswer } from "./unary-method.ts";

export interface FoundBytes {
  readonly form: AnswerForm;
  readonly bytes: Uint8Array;
}

export function isFoundBytes(found: object): found is FoundBytes {
  return "bytes" in found && "form" in found && !isMessage(found);
}

/**
 * An answer that is encoded at most once per form, lazily, or starts out encoded in one. The first encoding
 * drops the message, which takes several times the memory; `onGrown` gets the size of each new form.
 */
export class CachedAnswer<Desc extends DescMessage> implements EncodedAnswer {
  readonly #schema: Desc;
  readonly #onGrown: ((byteLength: number) => void) | undefined;
  #message: MessageShape<Desc> | undefined;
  #binary: Uint8Array | undefined;
  #json: Uint8Array | undefined;

  constructor(schema: Desc, found: MessageShape<Desc> | FoundBytes, onGrown?: (byteLength: number) => void) {
    this.#schema = schema;
    this.#onGrown = onGrown;
    if (!isFoundBytes(found)) this.#message = found;
    else if (found.form === "json") this.#json = unpooledBytes(found.bytes);
    else this.#binary = unpooledBytes(found.bytes);
  }

  binary(): Uint8Array {
    this.#binary ??= this.#grownBy(toBinary(this.#schema, this.#decoded()));
    return this.#binary;
  }

  json(): Uint8Array {
    this.#json ??= this.#grownBy(unpooledBytes(Buffer.from(toJsonString(this.#schema, this.#decoded()))));
    return this.#json;
  }

  message(): MessageShape<Desc> {
    const message = this.#decoded();
    if (this.#json === undefined) this.binary();
    return message;
  }

  /** Both forms are lossless: numbers in JSON read back the same. */
  #decoded(): MessageShape<Desc> {
    if (this.#message !== undefined) return this.#message;
    return this.#binary === undefined
      ? fromJsonString(this.#schema, Buffer.from(this.#json!).toString())
      : shortFloats(this.#schema, fromBinary(this.#schema, this.#binary));
  }

  #grownBy(bytes: Uint8Array): Uint8Array {
    this.#message = undefined;
    this.#onGrown?.(bytes.byteLength);
    return bytes;
  }
}
