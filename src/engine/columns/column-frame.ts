import { badSnapshot, type TerraceError } from "../../runtime/errors.ts";
import { remembered } from "../../runtime/lazy.ts";
import { type ColumnForm, noneOf, type RawNumbers } from "../../snapshot/pages/exact-column.ts";
import type { PageStore } from "../pages/page-store.ts";
import { TextColumn } from "./text-column.ts";

type Stored = Uint8Array<SharedArrayBuffer>;

/** Typed array views of the bytes, without a copy. */
const VIEWS = {
  u8: (bytes: Stored) => bytes,
  u16: ({ buffer, byteOffset, byteLength }: Stored) => new Uint16Array(buffer, byteOffset, byteLength >> 1),
  u32: ({ buffer, byteOffset, byteLength }: Stored) => new Uint32Array(buffer, byteOffset, byteLength >> 2),
  f64: ({ buffer, byteOffset, byteLength }: Stored) => new Float64Array(buffer, byteOffset, byteLength >> 3),
};

/** A column of numbers, in shared memory. */
export class NumberColumn {
  /** Values times `scale`; `none` marks a missing one. */
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

  /** Value at an index; NaN if missing. */
  at(place: number): number {
    const raw = this.raw[place];
    return raw === this.none ? Number.NaN : raw / this.scale;
  }
}

/** The columns of one page set, each read on first use. */
export class ColumnFrame {
  readonly #pages: PageStore;
  readonly #set: string;
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #texts = new Map<string, readonly string[]>();

  constructor(pages: PageStore, set: string) {
    this.#pages = pages;
    this.#set = set;
  }

  /** Bytes of the number columns read so far. */
  get byteLength(): number {
    let bytes = 0;
    for (const { raw } of this.#numbers.values()) bytes += raw.byteLength;
    return bytes;
  }

  numbers(name: string): NumberColumn {
    return remembered(this.#numbers, name, () => {
      const stored = this.#pages.column(this.#set, name);
      if (stored === undefined) throw this.#wrong(name, "is missing");
      const form = formOf(stored.form);
      if (form.type === "text") throw this.#wrong(name, "holds texts, not numbers");
      const raw = VIEWS[form.type](stored.bytes);
      if (raw.length !== form.length) throw this.#wrong(name, `has ${raw.length} of ${form.length} values`);
      return new NumberColumn(raw, form);
    });
  }

  texts(name: string): readonly string[] {
    return remembered(this.#texts, name, () => {
      const page = this.#pages.readOnce(this.#set, name);
      if (page === undefined) throw this.#wrong(name, "is missing");
      const form = formOf(page.binary(0));
      if (form.type !== "text") throw this.#wrong(name, "holds numbers, not texts");
      const n = form.length;
      return new TextColumn({ file: page.binary(1), offsets: 0, data: 4 * (n + 1), n }).slice(0, n);
    });
  }

  #wrong(name: string, what: string): TerraceError {
    return badSnapshot(`column "${name}" of "${this.#set}" ${what}`);
  }
}

type FrameForm = (ColumnForm | { readonly type: "text" }) & { readonly length: number };

function formOf(json: Uint8Array): FrameForm {
  return JSON.parse(Buffer.from(json).toString()) as FrameForm;
}
