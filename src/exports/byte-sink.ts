import { shortestFloat32 } from "../rpc/encoding/shortest-float32.ts";

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/** 2^24: below it every integer is exact in float32. */
const EXACT_INTEGERS = 16_777_216;

/** A growing byte buffer for text; formats numbers digit by digit, without a string for each. */
export class ByteSink {
  #bytes: Buffer;
  #at = 0;

  constructor(capacity = 65_536) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Returns the bytes so far and continues with a new buffer. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafe(Math.max(1024, this.#at + (this.#at >> 3)));
    this.#at = 0;
    return taken;
  }

  get byteLength(): number {
    return this.#at;
  }

  byte(value: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#at++] = value;
  }

  text(value: string): void {
    const most = value.length * 3;
    if (this.#at + most > this.#bytes.length) this.#grow(most);
    this.#at += this.#bytes.write(value, this.#at);
  }

  bytes(value: Uint8Array): void {
    if (this.#at + value.length > this.#bytes.length) this.#grow(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** Appends the shortest decimal that parses to the same float32, as `shortestFloat32`, but no exponent. */
  float32(value: number): void {
    if (this.#at + 32 > this.#bytes.length) this.#grow(32);
    let size = value;
    if (value < 0) {
      this.#bytes[this.#at++] = MINUS;
      size = -value;
    }
    if (size < EXACT_INTEGERS && Number.isInteger(size)) {
      this.#digits(size, 1);
      return;
    }
    // Try fewer decimals first: the first that parses to the same float32 is the shortest. Above eight
    // digits: slow path.
    if (size >= 0.001 && size < 1_000_000) {
      const most = size >= 1000 ? (size >= 100_000 ? 2 : 4) : 5;
      for (let decimals = 1; decimals <= most; decimals++) {
        const scaled = Math.round(size * POWERS[decimals]);
        if (Math.fround(scaled / POWERS[decimals]) !== size) continue;
        const whole = Math.floor(scaled / POWERS[decimals]);
        this.#digits(whole, 1);
        this.#bytes[this.#at++] = POINT;
        this.#digits(scaled - whole * POWERS[decimals], decimals);
        return;
      }
    }
    this.text(plainDecimal(shortestFloat32(size)));
  }

  #digits(value: number, width: number): void {
    let count = width;
    while (count < 8 && value >= POWERS[count]) count++;
    let left = value;
    for (let at = this.#at + count - 1; at >= this.#at; at--) {
      const tenth = (left / 10) | 0;
      this.#bytes[at] = ZERO + left - tenth * 10;
      left = tenth;
    }
    this.#at += count;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + needed));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

/** A finite number in its shortest form without an exponent, which some CSV readers do not parse. */
export function plainDecimal(value: number): string {
  const text = String(value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign, first, rest = "", power] = parts;
  const exponent = Number(power);
  return exponent < 0
    ? `${sign}0.${"0".repeat(-exponent - 1)}${first}${rest}`
    : `${sign}${first}${rest.padEnd(exponent, "0")}`;
}
