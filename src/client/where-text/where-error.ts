/** Thrown for text that is not a valid condition; has the position of the mistake. */
export class WhereTextError extends Error {
  readonly text: string;
  /** Index of the first wrong character; the text's length when something is missing at the end. */
  readonly start: number;
  /** Index after the last wrong character. */
  readonly end: number;

  constructor(text: string, start: number, end: number, problem: string) {
    super(`${problem} at character ${start + 1}`);
    this.name = "WhereTextError";
    this.text = text;
    this.start = start;
    this.end = end;
  }

  /** The text with carets under the mistake, for a terminal. */
  get pointed(): string {
    return `${this.text}\n${" ".repeat(this.start)}${"^".repeat(Math.max(1, this.end - this.start))}`;
  }
}
