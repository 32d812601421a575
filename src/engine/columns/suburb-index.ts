import { firstWhere } from "../../runtime/first-where.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { TextColumn } from "./text-column.ts";

/** Suburbs of one scope (a state, or `AU`) in `sal_code` order, which columns and masks align to. */
export interface SuburbIndex {
  readonly scope: string;
  readonly n: number;
  readonly indexVersion: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  /** "" if unknown. */
  readonly postcodes: readonly string[];
  readonly stateCodes: readonly string[];
}

/** String columns of the whole file; each scope takes a slice. */
export interface IndexTexts {
  readonly salCodes: TextColumn;
  readonly salNames: TextColumn;
  readonly postcodes: TextColumn;
  readonly stateCodes: TextColumn;
}

export interface IndexRows {
  readonly scope: string;
  readonly indexVersion: string;
  readonly from: number;
  readonly to: number;
}

/** An index that decodes its strings on first use: filters never need them. */
export class LazySuburbIndex implements SuburbIndex {
  readonly scope: string;
  readonly n: number;
  readonly indexVersion: string;
  /** What another thread builds the same index from. */
  readonly rows: IndexRows;
  /** Of the whole file, shared by all scopes. */
  readonly texts: IndexTexts;
  readonly #kept = new Map<keyof IndexTexts, readonly string[]>();

  constructor(rows: IndexRows, texts: IndexTexts) {
    this.scope = rows.scope;
    this.n = rows.to - rows.from;
    this.indexVersion = rows.indexVersion;
    this.rows = rows;
    this.texts = texts;
  }

  get salCodes(): readonly string[] {
    return this.#rows("salCodes");
  }

  get salNames(): readonly string[] {
    return this.#rows("salNames");
  }

  get postcodes(): readonly string[] {
    return this.#rows("postcodes");
  }

  get stateCodes(): readonly string[] {
    return this.#rows("stateCodes");
  }

  #rows(name: keyof IndexTexts): readonly string[] {
    return remembered(this.#kept, name, () => this.texts[name].slice(this.rows.from, this.rows.to));
  }
}

/** Row of a code in the index, or -1. */
export function positionOf({ n, salCodes }: SuburbIndex, salCode: string): number {
  const row = firstWhere(0, n, (place) => salCodes[place] >= salCode);
  return salCodes[row] === salCode ? row : -1;
}
