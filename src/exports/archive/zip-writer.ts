import { Zip, ZipDeflate } from "fflate";
import type { ExportTable } from "../../domains/export.ts";
import type { SnapshotFacts } from "../../rpc/unary-method.ts";
import { csvWriter } from "../csv-writer.ts";
import { fileMetadata } from "../file-metadata.ts";
import type { ExportWriter } from "../writer.ts";

/** The rows as CSV, the description of the columns, and a README with citations. */
export const zipWriter: ExportWriter = {
  contentType: "application/zip",
  isCompressible: false,
  async *write(table, facts, progress) {
    const zip = zipStream(facts.asOf);
    zip.text("README.txt", readme(table, facts));
    zip.text(`${table.name}.meta.json`, `${JSON.stringify(fileMetadata(table, facts), undefined, 1)}\n`);
    const rows = zip.part(`${table.name}.csv`);
    for await (const piece of csvWriter.write(table, facts, progress)) {
      rows(piece, false);
      yield zip.taken();
    }
    rows(new Uint8Array(), true);
    zip.end();
    yield zip.taken();
  },
};

/** One line per source, to be copied into a list of references. */
export function citations({ title, sources }: ExportTable, { snapshotId }: SnapshotFacts): string[] {
  return sources.map(
    ({ publisher, title: source, vintage, licence, attribution, url }) =>
      `${publisher} (${vintage}), ${source}, ${licence}. ${attribution === undefined ? "" : `${attribution}. `}` +
      `${title}, Terrace snapshot ${snapshotId}.${url === undefined ? "" : ` ${url}`}`,
  );
}

function readme(table: ExportTable, facts: SnapshotFacts): string {
  return [
    table.title,
    facts.synthetic ? "SYNTHETIC data: it describes no real place or price." : "",
    `As of ${facts.asOf.slice(0, 10)}, ${table.rowCount} rows. An empty cell is unknown, never 0.`,
    `${table.name}.csv has the rows, ${table.name}.meta.json describes each column.`,
    "",
    "Cite as:",
    ...citations(table, facts),
    "",
  ].join("\n");
}

/** A ZIP archive written as a stream. `asOf` dates every entry, so that equal rows give equal bytes. */
export function zipStream(asOf: string) {
  const pieces: Uint8Array[] = [];
  const date = new Date(asOf);
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  /** Starts an entry; the returned function takes its bytes, the last ones with `true`. */
  const part = (name: string): ((bytes: Uint8Array, isLast: boolean) => void) => {
    const file = new ZipDeflate(name, { level: 6 });
    // ZIP stores local time without a zone: shift, so that the stored fields are those of UTC.
    file.mtime = new Date(date.getTime() + date.getTimezoneOffset() * 60_000);
    zip.add(file);
    return (bytes, isLast) => file.push(bytes, isLast);
  };
  return {
    part,
    text: (name: string, text: string) => part(name)(Buffer.from(text), true),
    end: () => zip.end(),
    /** Returns the bytes written since the last call. */
    taken: (): Uint8Array => Buffer.concat(pieces.splice(0)),
  };
}
