import { remembered } from "../runtime/lazy.ts";
import type { Row } from "../snapshot/pages/row-message.ts";

/** Cells of one row of a publisher's file, and the figures computed from them. */
export interface CellOrigin {
  readonly figures: readonly string[];
  readonly columns: readonly string[];
  readonly sourceId: string;
  readonly vintage: string;
  readonly file: string;
  readonly sha256: string;
  readonly row?: number;
}

/** Column names of origins by their JSON; a few hundred strings repeat for thousands of suburbs. */
const parsed = new Map<string, Readonly<Record<string, string>>>();

/** The origin, reduced to the figures that it has a column for; undefined if there are none. */
export function cellOrigin(
  row: Row,
  figures: readonly { key: string; column: string }[],
): CellOrigin | undefined {
  const text = String(row.columns);
  const columns = remembered(parsed, text, () => JSON.parse(text));
  const own = figures.filter(({ column }) => column in columns);
  if (own.length === 0) return undefined;
  return {
    figures: own.map(({ key }) => key),
    columns: own.map(({ column }) => columns[column]),
    sourceId: String(row.source),
    vintage: String(row.vintage),
    file: String(row.file),
    sha256: String(row.sha256),
    ...(row.file_row === null || row.file_row === undefined ? {} : { row: Number(row.file_row) }),
  };
}
