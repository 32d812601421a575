import type { ExportTable } from "../domains/export.ts";
import type { SnapshotFacts } from "../rpc/unary-method.ts";

export interface ExportWriter {
  readonly contentType: string;
  /** Whether Content-Encoding makes the file smaller; false when the format compresses itself. */
  readonly isCompressible: boolean;
  /** Text that marks a failure after the first byte; without it the body is truncated. */
  readonly failureEnd?: (rows: number) => string;
  /** The file in chunks; the next one is made when the last was consumed. */
  write(table: ExportTable, facts: SnapshotFacts, progress: WriteProgress): AsyncIterable<Uint8Array>;
}

export interface WriteProgress {
  readonly signal: AbortSignal;
  readonly onRows: (count: number) => void;
  /** Keep strings that a spreadsheet would evaluate as formulas unchanged in CSV. */
  readonly rawFormulas?: boolean | undefined;
}
