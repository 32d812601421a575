/** One row of a publisher's file that was not used, and why. */
export interface RejectedRow {
  readonly rule: string;
  /** Row of the file or sheet, from 1; the header is row 1 when it comes first. */
  readonly row: number;
  readonly reason: string;
}

export interface RejectedRule {
  readonly rule: string;
  readonly count: number;
  /** The first rows, at most EXAMPLES_A_RULE of them. */
  readonly examples: readonly RejectedRow[];
}

/** Enough to find the mistake; a file of a million bad rows must not fill the memory with reasons. */
const EXAMPLES_A_RULE = 20;

/** Counts rejected rows by rule and keeps the first of each. */
export class RejectTally {
  readonly #rules = new Map<string, { count: number; examples: RejectedRow[] }>();

  /** Returns undefined, which is what is made of the row. */
  reject(rule: string, row: number, reason: string): undefined {
    const entry = this.#rules.get(rule) ?? { count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < EXAMPLES_A_RULE) entry.examples.push({ rule, row, reason });
    this.#rules.set(rule, entry);
  }

  /** By rule name. */
  rules(): RejectedRule[] {
    return [...this.#rules]
      .map(([rule, { count, examples }]) => ({ rule, count, examples }))
      .sort((a, b) => (a.rule < b.rule ? -1 : 1));
  }

  /** What was read of a file, with what was rejected. */
  reading<Part, Report>({ part, notes = [], ...report }: Report & { part: Part; notes?: readonly string[] }) {
    return { part, report: { ...report, rejects: this.rules(), notes } };
  }
}
