import { TerraceError } from "../../runtime/errors.ts";
import { type ColumnForm, noneOf, type RawNumbers } from "../../snapshot/pages/exact-column.ts";
import type { PageStore } from "../pages/page-store.ts";

/** A view of bytes as numbers of a type. */
const VIEWS = {
  u8: ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint8Array(buffer, byteOffset, byteLength),
  u16: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    new Uint16Array(buffer, byteOffset, byteLength / 2),
  u32: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    new Uint32Array(buffer, byteOffset, byteLength / 4),
  f64: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    new Float64Array(buffer, byteOffset, byteLength / 8),
};

/** Numbers of a column where they lie, in shared memory: any thread may be given the same. */
export class NumberColumn {
  /** Values times `scale`, and `none` where there is no value. */
  readonly raw: RawNumbers;
  readonly scale: number;
  readonly none: number;

  constructor(raw: RawNumbers, form: ColumnForm) {
    this.raw = raw;
    this.scale = form.scale;
    this.none = noneOf(form);
  }

  get length(): number {
    return this.raw.length;
  }

  /** The value at a place; NaN when it is missing. */
  at(place: number): number {
    const raw = this.raw[place];
    return raw === this.none ? Number.NaN : raw / this.scale;
  }
}

/** The columns of one set, each read when it is first asked for. */
export class ColumnFrame {
  readonly #pages: PageStore;
  readonly #set: string;
  readonly #isShared: boolean;
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #texts = new Map<string, readonly string[]>();

  /** `isShared` for columns that are used where they lie for as long as the snapshot is open: all threads have one copy. */
  constructor(pages: PageStore, set: string, isShared = false) {
    this.#pages = pages;
    this.#set = set;
    this.#isShared = isShared;
  }

  /** Bytes of the columns of numbers that were read. */
  get byteLength(): number {
    let bytes = 0;
    for (const { raw } of this.#numbers.values()) bytes += raw.byteLength;
    return bytes;
  }

  numbers(name: string): NumberColumn {
    let column = this.#numbers.get(name);
    if (column === undefined) {
      const { form, bytes } = this.#read(name, this.#isShared);
      if (form.type === "text") throw this.#wrong(name, "holds texts, not numbers");
      const raw = VIEWS[form.type](inSharedMemory(bytes));
      if (raw.length !== form.length) throw this.#wrong(name, `has ${raw.length} of ${form.length} values`);
      column = new NumberColumn(raw, form);
      this.#numbers.set(name, column);
    }
    return column;
  }

  texts(name: string): readonly string[] {
    let texts = this.#texts.get(name);
    if (texts === undefined) {
      const { form, bytes } = this.#read(name, false);
      if (form.type !== "text") throw this.#wrong(name, "holds numbers, not texts");
      texts = textsOf(bytes, form.length);
      this.#texts.set(name, texts);
    }
    return texts;
  }

  #read(name: string, isShared: boolean): { form: FrameForm; bytes: Uint8Array } {
    const page = isShared ? this.#pages.readShared(this.#set, name) : this.#pages.readOnce(this.#set, name);
    if (page === undefined) throw this.#wrong(name, "is missing");
    return { form: JSON.parse(Buffer.from(page.binary(0)).toString()) as FrameForm, bytes: page.binary(1) };
  }

  #wrong(name: string, what: string): TerraceError {
    return new TerraceError("bad_snapshot", `column "${name}" of "${this.#set}" ${what}`);
  }
}

type FrameForm = (ColumnForm | { readonly type: "text" }) & { readonly length: number };

/** The bytes themselves where they are shared and lie as numbers must; a copy of them otherwise. */
function inSharedMemory(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer && bytes.byteOffset % 8 === 0) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}

function textsOf(bytes: Uint8Array, count: number): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = 4 * (count + 1);
  return Array.from({ length: count }, (_, i) =>
    buffer.toString("utf8", data + buffer.readUInt32LE(4 * i), data + buffer.readUInt32LE(4 * i + 4)),
  );
}
