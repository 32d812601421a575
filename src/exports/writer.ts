import type { ExportTable } from "../domains/export.ts";
import type { SnapshotFacts } from "../rpc/unary-method.ts";

/** One format. */
export interface ExportWriter {
  readonly contentType: string;
  /** Whether compressing the answer makes it smaller: not where the format compresses by itself. */
  readonly isCompressible: boolean;
  /** What the body ends with when it fails after its first byte; a format without such an end is cut off. */
  readonly failureEnd?: (rows: number) => string;
  /** The file in pieces. The next one is made when the last was taken. */
  write(table: ExportTable, facts: SnapshotFacts, progress: WriteProgress): AsyncIterable<Uint8Array>;
}

export interface WriteProgress {
  readonly signal: AbortSignal;
  /** Told how many rows each piece holds. */
  readonly onRows: (count: number) => void;
  /** Leaves texts in CSV as they are, also those that a spreadsheet would compute. */
  readonly rawFormulas?: boolean | undefined;
}
