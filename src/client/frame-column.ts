import { hasBit, maskBytes } from "./mask-bits.ts";
import { SuburbMask } from "./suburb-mask.ts";

export interface FrameColumnParts {
  readonly key: string;
  readonly values: Float32Array;
  readonly nullMask: Uint8Array;
  readonly labels: readonly string[];
  readonly indexVersion: string;
}

/** One metric for every suburb of a frame, in index order. */
export class FrameColumn {
  readonly key: string;
  /** One value per suburb; 0 where null, see `nulls`. */
  readonly values: Float32Array;
  /** The suburbs without a value. */
  readonly nulls: SuburbMask;
  /** Labels of a categorical metric, whose values are indexes into this list. Empty for numeric metrics. */
  readonly labels: readonly string[];

  constructor({ key, values, nullMask, labels, indexVersion }: FrameColumnParts) {
    this.key = key;
    this.values = values;
    this.nulls = new SuburbMask(indexVersion, values.length, nullMask);
    this.labels = labels;
  }

  get indexVersion(): string {
    return this.nulls.indexVersion;
  }

  /** The value at a position; undefined when null or out of range. */
  at(position: number): number | undefined {
    if (position < 0 || position >= this.values.length || this.nulls.has(position)) return undefined;
    return this.values[position];
  }

  /** The category at a position; undefined when null, and for numeric metrics. */
  labelAt(position: number): string | undefined {
    const value = this.at(position);
    return value === undefined ? undefined : this.labels[value];
  }

  /** Suburbs with min <= value <= max, compared as float32. Nulls never match. */
  between(min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): SuburbMask {
    const [lo, hi] = [Math.fround(min), Math.fround(max)];
    const bytes = new Uint8Array(maskBytes(this.values.length));
    for (let i = 0; i < this.values.length; i++) {
      const value = this.values[i];
      if (value >= lo && value <= hi && !hasBit(this.nulls.bytes, i)) bytes[i >> 3] |= 1 << (i & 7);
    }
    return new SuburbMask(this.indexVersion, this.values.length, bytes);
  }
}
