import { textHash } from "./words/typing-mistakes.ts";

/** A pseudo-random stream that depends on seed and name only: the same numbers on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, name: string) {
    this.#a = mix(hashText(name) ^ mix(seed | 0));
    this.#b = mix(this.#a ^ hashText(`${name}/b`) ^ Math.trunc(seed / 4294967296));
    this.#c = mix(this.#b ^ hashText(`${name}/c`));
    for (let i = 0; i < 12; i++) this.word();
  }

  /** The next 32 bits (sfc32). */
  word(): number {
    const out = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.word() / 4294967296;
  }

  /** An integer from lo to hi, both included. */
  int(lo: number, hi: number): number {
    return lo + Math.floor(this.unit() * (hi - lo + 1));
  }

  between(lo: number, hi: number): number {
    return lo + this.unit() * (hi - lo);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Mean 0, deviation 1, within ±3.47: the sum of four uniforms needs no logarithm and has no long tail. */
  normal(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * 1.7320508075688772;
  }

  /** Normally distributed around the middle, clamped to [lo, hi] and rounded. */
  near(middle: number, spread: number, lo: number, hi: number, decimals = 1): number {
    return round(clamp(middle + spread * this.normal(), lo, hi), decimals);
  }

  wait(mean: number): number {
    return -Math.log(1 - this.unit()) * mean;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.unit() * items.length)];
  }

  /** A random item with probability proportional to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of items) total += weight;
    let left = this.unit() * total;
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return items[items.length - 1][0];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const out = [...items];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const kept = out[i];
      out[i] = out[j];
      out[j] = kept;
    }
    return out;
  }
}

export function hashText(text: string): number {
  return mix(textHash(text));
}

function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
}

/** Rounds to decimals, so that output does not depend on a machine's last bit. */
export function round(value: number, decimals = 0): number {
  const factor = POWERS[decimals];
  return Math.round(value * factor) / factor;
}

const POWERS = [1, 10, 100, 1000, 10000, 100000, 1000000];

export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

export function clamp(value: number, lo: number, hi: number): number {
  return Math.min(hi, Math.max(lo, value));
}
