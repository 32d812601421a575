import type { SuburbNames } from "./places/suburb-names.ts";
import type { ImportFile } from "./run/import-file.ts";
import type { RejectedRule } from "./run/reject-tally.ts";
import type { SourceFacts } from "./source-licence.ts";

export type ImportCell = string | number | boolean | null;

/** A row of a dataset table by column. A missing column is left to other sources; null means "no figure". */
export type ImportRow = Readonly<Record<string, ImportCell | undefined>>;

/** What a file is, judged by its content. */
export interface Recognition {
  /** 1 to 100; the highest wins. Below 50 the file name was needed. */
  readonly confidence: number;
  /** Human-readable: "Census 2021 table G02 by suburb". */
  readonly what: string;
}

export interface FileReport {
  readonly rowsRead: number;
  readonly rowsUsed: number;
  readonly rejects: readonly RejectedRule[];
  /** Publication date, YYYY-MM-DD. */
  readonly vintage: string;
  /** First day on which a genuine copy can exist, YYYY-MM-DD; an earlier import rejects the file. */
  readonly notBefore?: string;
  /** Id of the list of which this is a complete edition; compared with other editions to detect cut files. */
  readonly list?: string;
  /** Minimum share of an earlier edition's rows; a smaller file counts as incomplete. */
  readonly leastShare?: number;
  /** Notes for the operator: special rows left out, columns not found. */
  readonly notes: readonly string[];
}

/** An importer's intermediate result for one file. `part` must survive JSON: later merges need it. */
export interface FileReading<Part> {
  readonly part: Part;
  readonly report: FileReport;
}

export interface StoredPart<Part> {
  readonly part: Part;
  readonly path: string;
  /** Of the uncompressed content; a file given twice counts once. */
  readonly sha256: string;
  readonly vintage: string;
}

/** Vintage of files without a date; older than any real one. */
export const UNDATED = "1970-01-01";

/** Provenance: the source file, and the publisher's columns, series or formula by table column. */
interface FragmentFile {
  readonly path: string;
  readonly sha256: string;
  readonly vintage: string;
  readonly columns?: Readonly<Record<string, string>>;
}

/** Row key for the row number in the file, from 1. Kept as provenance, never written to a table. */
export const FILE_ROW = "#row";

/** Rows of one table from one source and vintage. */
export interface Fragment {
  readonly table: string;
  readonly sourceId: string;
  readonly vintage: string;
  readonly rows: readonly ImportRow[];
  /** If absent, it is the importer's only file with this vintage. */
  readonly file?: FragmentFile;
}

export function fileOf<Part>(
  { path, sha256, vintage }: StoredPart<Part>,
  columns?: Readonly<Record<string, string>>,
): FragmentFile {
  return { path, sha256, vintage, ...(columns === undefined ? {} : { columns }) };
}

export interface CombineContext {
  /** Suburbs by state and name; in stage `suburbs`, those of the earlier importers. */
  readonly suburbs: SuburbNames;
  /** Council codes by state and plain name, such as `VIC yarra`. */
  readonly councils: ReadonlyMap<string, string>;
  /** Looks up a suburb's `suburb_demographics` row as merged from the importers earlier in the list. */
  readonly suburbOf: (salCode: string) => ImportRow | undefined;
  /** Sources that the operator opted into by name. */
  readonly allowedSources: ReadonlySet<string>;
}

export interface Combined {
  readonly fragments: readonly Fragment[];
  /** Rows rejected only now that all files are known: a name that matches no suburb, or two. */
  readonly rejects?: readonly RejectedRule[];
  readonly notes?: readonly string[];
}

/** A part that already consists of table rows. */
export interface RowsPart {
  readonly rows: readonly ImportRow[];
}

type Tables = Readonly<Record<string, readonly ImportRow[]>>;

/** Fragments of one file's tables, with the file as provenance only when `columns` is given. */
export function fragmentsOf(
  { id: sourceId }: SourceFacts,
  stored: StoredPart<unknown> | Pick<StoredPart<unknown>, "vintage">,
  tables: Tables,
  columns?: Readonly<Record<string, string>>,
): Fragment[] {
  const file = columns !== undefined && "path" in stored ? { file: fileOf(stored, columns) } : {};
  return Object.entries(tables).map(([table, rows]) => ({
    table,
    sourceId,
    vintage: stored.vintage,
    rows,
    ...file,
  }));
}

/** Builds a `combine` that puts each file's part into the tables from `tablesOf`. */
export const tablesTo =
  <Part>(source: SourceFacts, tablesOf: (part: Part) => Tables, columns?: Readonly<Record<string, string>>) =>
  (parts: readonly StoredPart<Part>[]): Combined => ({
    fragments: parts.flatMap((stored) => fragmentsOf(source, stored, tablesOf(stored.part), columns)),
  });

/** Builds a `combine` that puts the rows of all files into one table. */
export const rowsTo = (table: string, source: SourceFacts) =>
  tablesTo(source, ({ rows }: RowsPart) => ({ [table]: rows }));

/** Reads one kind of published file. All functions are pure: bytes in, rows out, no clock. */
export interface Importer<Part = unknown> {
  readonly id: string;
  readonly title: string;
  /** From 1; raise it when the shape of `part` changes: stored parts are then read again from their files. */
  readonly version?: number;
  /** Default `facts`: may look up suburbs by name. `suburbs` provides the suburb list and runs first. */
  readonly stage?: "suburbs" | "facts";
  readonly sources: readonly SourceFacts[];
  /** Publisher's column or formula by table column, for fragments without their own. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Complete files may lack a final line end, so its absence does not indicate a cut. */
  readonly mayLackLineEnd?: true;
  /** Reject a file that ends inside a row: the rest would pass as the whole. */
  readonly refusesCut?: true;
  /** Undefined for other files. Checks content; throws `bad_dataset` only for a damaged workbook. */
  recognise(file: ImportFile): Recognition | undefined;
  /** Throws `bad_dataset` for a recognised file that is unusable as a whole. The file is already loaded. */
  read(file: ImportFile): FileReading<Part>;
  /** Lines for `--explain`: which columns go where and by which rules. */
  explain(file: ImportFile): readonly string[];
  /** Merges all parts, ordered by vintage, then by content. */
  combine(parts: readonly StoredPart<Part>[], context: CombineContext): Combined;
}

/** An importer that determines the kind of a file once and passes it to the other functions. */
interface KindImporter<Kind, Part> extends Omit<Importer<Part>, "recognise" | "read" | "explain"> {
  kindOf(file: ImportFile): Kind | undefined;
  recognised(kind: Kind): Recognition;
  read(file: ImportFile, kind: Kind): FileReading<Part>;
  explain(file: ImportFile, kind: Kind): readonly string[];
}

export function importerOfKinds<Kind, Part>(given: KindImporter<Kind, Part>): Importer<Part> {
  const { kindOf, recognised, read, explain, ...importer } = given;
  return {
    ...importer,
    recognise: (file) => {
      const kind = kindOf(file);
      return kind === undefined ? undefined : recognised(kind);
    },
    read: (file) => read(file, kindOf(file)!),
    explain: (file) => explain(file, kindOf(file)!),
  };
}
