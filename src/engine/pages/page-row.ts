/** A page of lines: see the model's paged lines. */
export interface PageRow {
  readonly lines: string;
}
