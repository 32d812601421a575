import {
  type DescMessage,
  fromBinary,
  fromJsonString,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { unpooledBytes } from "./encoding/unpooled-bytes.ts";
import type { EncodedAnswer } from "./unary-method.ts";

/**
 * An answer that is encoded at most once in each form, on its first use. The message is let go with the first of
 * them, since it takes several times the room of its bytes; `onGrown` hears of each form's bytes.
 */
export class CachedAnswer<Desc extends DescMessage> implements EncodedAnswer {
  readonly #schema: Desc;
  readonly #onGrown: (byteLength: number) => void;
  #message: MessageShape<Desc> | undefined;
  #binary: Uint8Array | undefined;
  #json: Uint8Array | undefined;

  constructor(schema: Desc, message: MessageShape<Desc>, onGrown: (byteLength: number) => void) {
    this.#schema = schema;
    this.#message = message;
    this.#onGrown = onGrown;
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

  /** Both forms carry all that a message does: numbers in JSON are written so that they read back the same. */
  #decoded(): MessageShape<Desc> {
    if (this.#message !== undefined) return this.#message;
    return this.#binary === undefined
      ? fromJsonString(this.#schema, Buffer.from(this.#json!).toString())
      : fromBinary(this.#schema, this.#binary);
  }

  #grownBy(bytes: Uint8Array): Uint8Array {
    this.#message = undefined;
    this.#onGrown(bytes.byteLength);
    return bytes;
  }
}
