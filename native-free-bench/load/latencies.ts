export class Latencies {
  readonly #values: number[] = [];

  add(ms: number): void {
    this.#values.push(ms);
  }

  get count(): number {
    return this.#values.length;
  }

  /** Nearest-rank quantile; null without calls. */
  quantile(share: number): number | null {
    if (this.#values.length === 0) return null;
    const sorted = Float64Array.from(this.#values).sort();
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
  }

  summary(): { p50: number | null; p99: number | null; p999: number | null; max: number | null } {
    return {
      p50: this.quantile(0.5),
      p99: this.quantile(0.99),
      p999: this.quantile(0.999),
      max: this.quantile(1),
    };
  }
}
