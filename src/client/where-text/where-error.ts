/** A text that cannot be read as a condition, and where in it the trouble is. */
export class WhereTextError extends Error {
  readonly text: string;
  /** First character of the offending piece, from 0; the length of the text where something is missing at its end. */
  readonly start: number;
  /** First character after it. */
  readonly end: number;

  constructor(text: string, start: number, end: number, problem: string) {
    super(`${problem} at character ${start + 1}`);
    this.name = "WhereTextError";
    this.text = text;
    this.start = start;
    this.end = end;
  }

  /** The text with marks below the offending piece, for a terminal. */
  get pointed(): string {
    return `${this.text}\n${" ".repeat(this.start)}${"^".repeat(Math.max(1, this.end - this.start))}`;
  }
}
