import type { SuburbNames } from "./places/suburb-names.ts";
import type { ImportFile } from "./run/import-file.ts";
import type { RejectedRule } from "./run/reject-tally.ts";
import type { SourceFacts } from "./source-licence.ts";

export type ImportCell = string | number | boolean | null;

/** A row of a dataset table by column name. A column that is not named is left to other sources; null says "no figure". */
export type ImportRow = Readonly<Record<string, ImportCell | undefined>>;

/** What a file is, told from its content. */
export interface Recognition {
  /** 1 to 100. The highest wins; below 50 the file name had to help. */
  readonly confidence: number;
  /** What a person would call it: "Census 2021 table G02 by suburb". */
  readonly what: string;
}

/** How one file was read. */
export interface FileReport {
  readonly rowsRead: number;
  readonly rowsUsed: number;
  readonly rejects: readonly RejectedRule[];
  /** Date of the publication, YYYY-MM-DD. */
  readonly vintage: string;
  /** The first day on which a true copy can exist, YYYY-MM-DD: an import before that day refuses the file. */
  readonly notBefore?: string;
  /** The list of which the file is a whole edition; a smaller edition is compared with others of the same list. */
  readonly list?: string;
  /** The share of an earlier edition below which this one is taken for a part of the list. */
  readonly leastShare?: number;
  /** Things a person should know: special rows left out, columns not found. */
  readonly notes: readonly string[];
}

/** A file's content in the importer's own shape. `part` must survive JSON: it is kept for later merges. */
export interface FileReading<Part> {
  readonly part: Part;
  readonly report: FileReport;
}

/** A part together with what is known about its file. */
export interface StoredPart<Part> {
  readonly part: Part;
  readonly path: string;
  /** Of the uncompressed content; the same file twice is one part. */
  readonly sha256: string;
  readonly vintage: string;
}

/** The vintage of a file that does not say when it was made: it is older than any that does. */
export const UNDATED = "1970-01-01";

/** The file that rows were read from, and the publisher's columns, series or formula by column of the table. */
export interface FragmentFile {
  readonly path: string;
  readonly sha256: string;
  readonly vintage: string;
  readonly columns?: Readonly<Record<string, string>>;
}

/** Among the cells of a row: its place in the file, from 1. It is kept as the row's origin and in no table. */
export const FILE_ROW = "#row";

/** Rows of one table from one source and vintage. */
export interface Fragment {
  readonly table: string;
  readonly sourceId: string;
  readonly vintage: string;
  readonly rows: readonly ImportRow[];
  /** Without it the one file of the importer that has the vintage is meant. */
  readonly file?: FragmentFile;
}

export function fileOf<Part>(
  { path, sha256, vintage }: StoredPart<Part>,
  columns?: Readonly<Record<string, string>>,
): FragmentFile {
  return { path, sha256, vintage, ...(columns === undefined ? {} : { columns }) };
}

export interface CombineContext {
  /** Suburbs by state and name, from the importers of stage `suburbs`; while those run, from the earlier ones. */
  readonly suburbs: SuburbNames;
  /** Council codes by state and plain name, such as `VIC yarra`. */
  readonly councils: ReadonlyMap<string, string>;
  /** Row of `suburb_demographics` by suburb code, as far as the importers before this one in the list gave it. */
  readonly suburbOf: (salCode: string) => ImportRow | undefined;
  /** Sources that the operator opted into by name. */
  readonly allowedSources: ReadonlySet<string>;
}

export interface Combined {
  readonly fragments: readonly Fragment[];
  /** Rows that no longer fit once all files are seen: a name that matches no suburb, or two. */
  readonly rejects?: readonly RejectedRule[];
  readonly notes?: readonly string[];
}

/** A part that is rows of a table already. */
export interface RowsPart {
  readonly rows: readonly ImportRow[];
}

type Tables = Readonly<Record<string, readonly ImportRow[]>>;

/** The tables of one file; with what it calls their columns, they are of this file. Those of several have a vintage alone. */
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

/** Puts what every file gives into the tables that `tablesOf` names. */
export const tablesTo =
  <Part>(source: SourceFacts, tablesOf: (part: Part) => Tables, columns?: Readonly<Record<string, string>>) =>
  (parts: readonly StoredPart<Part>[]): Combined => ({
    fragments: parts.flatMap((stored) => fragmentsOf(source, stored, tablesOf(stored.part), columns)),
  });

/** Puts the rows of all files into one table. */
export const rowsTo = (table: string, source: SourceFacts) =>
  tablesTo(source, ({ rows }: RowsPart) => ({ [table]: rows }));

/** Reads one publisher's kind of file. Every function is pure: bytes in, rows out, no clock. */
export interface Importer<Part = unknown> {
  readonly id: string;
  readonly title: string;
  /** From 1, raised when `part` changes its shape; stored parts of another version are read again from their files. */
  readonly version?: number;
  /** `suburbs` importers give the suburb list and run first; `facts` importers, which most are, may look suburbs up by name. */
  readonly stage?: "suburbs" | "facts";
  readonly sources: readonly SourceFacts[];
  /** What the publisher calls the columns of the tables, or how they follow from the file, where no fragment says it. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The publisher's files end without a line end, or tell by other means that they are whole. */
  readonly endsAnyhow?: true;
  /** A file that ends inside a row is refused, because what is left of it would be taken for the whole. */
  readonly refusesCut?: true;
  /** Undefined when the file is something else. Looks at content; throws `bad_dataset` only for a damaged workbook. */
  recognise(file: ImportFile): Recognition | undefined;
  /** Throws `bad_dataset` when the file is of this kind but cannot be used as a whole. The file is loaded. */
  read(file: ImportFile): FileReading<Part>;
  /** Lines that say which columns go where and by which rules; for `--explain`. */
  explain(file: ImportFile): readonly string[];
  /** Rows of all files together, in order of vintage, then content. */
  combine(parts: readonly StoredPart<Part>[], context: CombineContext): Combined;
}

/** An importer that finds out what a file is, and passes it on to what reads and explains the file. */
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
