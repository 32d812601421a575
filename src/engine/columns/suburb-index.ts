import { firstWhere } from "../../runtime/first-where.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { TextColumn } from "./text-column.ts";

/** The suburbs of one scope (a state, or `AU` for the country) in `sal_code` order: what columns and masks align to. */
export interface SuburbIndex {
  readonly scope: string;
  readonly n: number;
  readonly indexVersion: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  /** "" where unknown. */
  readonly postcodes: readonly string[];
  readonly stateCodes: readonly string[];
}

/** Texts of the whole file by name, from which each scope takes its rows. */
export interface IndexTexts {
  readonly salCodes: TextColumn;
  readonly salNames: TextColumn;
  readonly postcodes: TextColumn;
  readonly stateCodes: TextColumn;
}

/** The rows that a scope takes of the file's texts. */
export interface IndexRows {
  readonly scope: string;
  readonly indexVersion: string;
  readonly from: number;
  readonly to: number;
}

/** An index whose texts are decoded when they are first asked for: filters never ask. */
export class LazySuburbIndex implements SuburbIndex {
  readonly scope: string;
  readonly n: number;
  readonly indexVersion: string;
  /** What another thread makes the same index from. */
  readonly rows: IndexRows;
  /** Those of the whole file, which all scopes share. */
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
