interface RejectedRow {
  readonly rule: string;
  /** Row of the file or sheet, from 1, including the header. */
  readonly row: number;
  readonly reason: string;
}

export interface RejectedRule {
  readonly rule: string;
  readonly count: number;
  /** The first rows, at most EXAMPLES_A_RULE of them. */
  readonly examples: readonly RejectedRow[];
}

/** Bounds the memory for a file with a million bad rows. */
const EXAMPLES_A_RULE = 20;

/** Counts rejected rows by rule and keeps the first ones as examples. */
export class RejectTally {
  readonly #rules = new Map<string, { count: number; examples: RejectedRow[] }>();

  /** Returns undefined, so that a parser can `return reject(…)`. */
  reject(rule: string, row: number, reason: string): undefined {
    const entry = this.#rules.get(rule) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < EXAMPLES_A_RULE) entry.examples.push({ rule, row, reason });
    this.#rules.set(rule, entry);
  }

  rules(): RejectedRule[] {
    return [...this.#rules]
      .map(([rule, { count, examples }]) => ({ rule, count, examples }))
      .sort((a, b) => (a.rule < b.rule ? -1 : 1));
  }

  /** Builds a FileReading with the collected rejects. */
  reading<Part, Report>({ part, notes = [], ...report }: Report & { part: Part; notes?: readonly string[] }) {
    return { part, report: { ...report, rejects: this.rules(), notes } };
  }
}
