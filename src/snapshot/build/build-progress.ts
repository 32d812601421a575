/** In this order. */
export type BuildStep = "load" | "aggregate" | "write" | "pages" | "columns" | "checksum" | "flush";

export interface BuildProgress {
  readonly step: BuildStep;
  /** The table, aggregate or file that was just begun or done. */
  readonly item: string;
  /** Items of this step that are done, of all items of this step. */
  readonly done: number;
  readonly total: number;
}
