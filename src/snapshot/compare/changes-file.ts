import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../files/file-operations.ts";
import { dataDirectory } from "../store/data-directory.ts";

/** In file order. */
export const CHANGE_KINDS = [
  ...(["suburb", "council", "series", "price"] as const),
  ...(["stock", "member", "listing", "source"] as const),
];

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A row, a field or a figure that differs between two snapshots. */
export interface ChangedRow {
  readonly kind: ChangeKind;
  readonly table: string;
  /** Code, slug, address, series key or source id; of a price its region, measure and dwelling type. */
  readonly key: string;
  /** Column, metric key or period's day; "" if the whole row was added or removed. */
  readonly field: string;
  readonly change: "added" | "removed" | "changed";
  readonly before: string | number | null;
  readonly after: string | number | null;
}

/** First line of a changes file. Rows follow by kind and key, one a line. */
export interface ChangesHead {
  readonly before: string;
  readonly after: string;
  /** False if some changes were left out. */
  readonly is_whole: boolean;
  /** Sources of both snapshots: while any of them is withheld, the file must not be shown. */
  readonly sources: readonly string[];
  /** Rows by kind, table and, for fields that a switch may withhold, field. */
  readonly counts: readonly {
    readonly kind: ChangeKind;
    readonly table: string;
    readonly field?: string;
    readonly rows: number;
  }[];
  /** Bytes of each kind's rows. */
  readonly bytes: Readonly<Record<ChangeKind, number>>;
}

export function changesPath(dataDir: string, before: string, after: string): string {
  return join(dataDirectory(dataDir).changes, `${before}.${after}.ndjson`);
}

/** Serializes rows, which must be in order. */
export function changesText(
  head: Omit<ChangesHead, "counts" | "bytes">,
  rows: readonly ChangedRow[],
  switched: Readonly<Record<string, readonly string[]>>,
): string {
  const bytes = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  const counts = new Map<string, { kind: ChangeKind; table: string; field?: string; rows: number }>();
  const lines = rows.map((row) => {
    const { kind, table, field } = row;
    const own = switched[table]?.includes(field) === true ? { field } : {};
    const name = `${kind} ${table} ${own.field ?? ""}`;
    const count = counts.get(name) ?? { kind, table, ...own, rows: 0 };
    counts.set(name, count);
    count.rows++;
    const line = `${JSON.stringify(row)}\n`;
    bytes[kind] += Buffer.byteLength(line);
    return line;
  });
  const first: ChangesHead = { ...head, counts: [...counts.values()], bytes };
  return [`${JSON.stringify(first)}\n`, ...lines].join("");
}

const PIECE_BYTES = 65_536;

/** Line limit; no row comes near it. */
const MAX_LINE_LENGTH = 4 * 2 ** 20;

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An open changes file: the changes of one publication. */
export class ChangesFile {
  readonly head: ChangesHead;
  readonly #handle: FileHandle;
  readonly #start: number;

  private constructor(handle: FileHandle, head: ChangesHead, start: number) {
    this.#handle = handle;
    this.head = head;
    this.#start = start;
  }

  /** Undefined if the two were never compared, or only by an earlier version. */
  static async open(path: string): Promise<ChangesFile | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(path);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
    try {
      for await (const { text, end } of linesOf(handle, 0)) {
        const head = JSON.parse(text) as Partial<ChangesHead>;
        if (head.bytes === undefined) break;
        return new ChangesFile(handle, head as ChangesHead, end);
      }
      await handle.close();
      return undefined;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Rows of a kind and key, or all, from byte `from` on, with offsets. Finds a key by binary search. */
  async *rows(
    { kind, key }: { readonly kind?: ChangeKind | undefined; readonly key?: string | undefined },
    from = 0,
  ): AsyncGenerator<{ readonly row: ChangedRow; readonly start: number }> {
    let start = this.#start;
    for (const one of CHANGE_KINDS) {
      const end = start + this.head.bytes[one];
      if ((kind === undefined || kind === one) && end > from) {
        const first = key === undefined ? start : await this.#firstOf(key, start, end);
        for await (const line of linesOf(this.#handle, Math.max(first, from), end)) {
          const row = JSON.parse(line.text) as ChangedRow;
          if (key !== undefined && row.key !== key) break;
          yield { row, start: line.start };
        }
      }
      start = end;
    }
  }

  /** Byte offset of the first row with `key` or a greater one. */
  async #firstOf(key: string, start: number, end: number): Promise<number> {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await this.#lineFrom(middle, low, end);
      if (line === undefined || (JSON.parse(line.text) as ChangedRow).key >= key) high = middle;
      else low = line.end;
    }
    return low;
  }

  /** First line that starts at or after a byte offset. */
  async #lineFrom(place: number, low: number, end: number): Promise<Line | undefined> {
    let isPartial = place > low;
    for await (const line of linesOf(this.#handle, isPartial ? place - 1 : place, end, 4096)) {
      if (!isPartial) return line;
      isPartial = false;
    }
    return undefined;
  }
}

async function* linesOf(
  handle: FileHandle,
  from: number,
  end = Number.POSITIVE_INFINITY,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0);
  let [at, lineStart] = [from, from];
  while (at < end) {
    const piece = Buffer.alloc(Math.min(pieceBytes, end - at));
    const { bytesRead } = await handle.read(piece, 0, piece.byteLength, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    rest = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    let taken = 0;
    for (let to = rest.indexOf(10); to >= 0; to = rest.indexOf(10, taken)) {
      const start = lineStart;
      lineStart += to + 1 - taken;
      yield { text: rest.toString("utf8", taken, to), start, end: lineStart };
      taken = to + 1;
    }
    rest = rest.subarray(taken);
    if (rest.byteLength > MAX_LINE_LENGTH) throw new RangeError("a line of changes does not end");
  }
}
