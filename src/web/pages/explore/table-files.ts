import { floatText } from "terrace/client";
import { type Country, country } from "../../data/country.ts";
import { inSnapshot } from "../../data/snapshot-path.ts";
import { watchedFetch } from "../../data/terrace.ts";
import { saveNamed } from "../../keep/picture.tsx";
import { bareKey, shownColumns, TEXT_COLUMNS, type View, whereText } from "../../view/view-state.ts";

/** Columns of a file: those of the index, then the loaded metrics, categories as labels. */
function columnsOf({ frame }: Country, keys: readonly string[]) {
  const { salCodes, salNames, stateCodes, postcodes } = frame.index;
  const index = { sal_code: salCodes, sal_name: salNames, state_code: stateCodes, postcode: postcodes };
  const texts = Object.entries(index).map(([name, all]) => ({
    name,
    isText: true,
    at: (row: number) => all[row],
  }));
  const metrics = keys
    .filter((key) => frame.has(key))
    .map((key) => {
      const column = frame.column(key);
      const isText = column.labels.length > 0;
      return { name: key, isText, at: (row: number) => (isText ? column.labelAt(row) : column.at(row)) };
    });
  return [...texts, ...metrics];
}

/** Rows as CSV; an empty cell is null. */
export function csvFile(now: Country, rows: Uint32Array, keys: readonly string[]): Blob {
  const columns = columnsOf(now, keys);
  const lines = Array.from(rows, (row) => columns.map(({ at }) => cell(at(row))).join(","));
  const text = [columns.map(({ name }) => name).join(","), ...lines, ""].join("\r\n");
  return new Blob([text], { type: "text/csv" });
}

function cell(value: string | number | undefined = ""): string {
  if (typeof value === "number") return floatText(value);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * Rows as an Arrow file. The library is loaded on first use and gets whole buffers: its builders compile code
 * from strings, which the page's content security policy forbids.
 */
export async function arrowFile(now: Country, rows: Uint32Array, keys: readonly string[]): Promise<Blob> {
  const arrow = await import("apache-arrow");
  const texts = (cells: readonly unknown[]) => {
    const encoder = new TextEncoder();
    const words = cells.map((text) => String(text ?? ""));
    const valueOffsets = new Int32Array(cells.length + 1);
    words.forEach((word, i) => {
      valueOffsets[i + 1] = valueOffsets[i] + encoder.encode(word).length;
    });
    const data = encoder.encode(words.join(""));
    const [type, length] = [new arrow.Utf8(), cells.length];
    return arrow.makeData({ type, length, valueOffsets, data, ...validity(cells) });
  };
  const floats = (cells: readonly unknown[]) =>
    arrow.makeData({
      type: new arrow.Float32(),
      length: cells.length,
      data: Float32Array.from(cells, (value) => Number(value ?? 0)),
      ...validity(cells),
    });
  const vectors = columnsOf(now, keys).map(({ name, isText, at }) => {
    const cells = Array.from(rows, at);
    return [name, isText ? arrow.makeVector(texts(cells)) : arrow.makeVector(floats(cells))] as const;
  });
  const table = new arrow.Table(Object.fromEntries(vectors));
  const bytes = arrow.tableToIPC(table as never, "file") as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: "application/vnd.apache.arrow.file" });
}

/** Validity bitmap of cells, as Arrow defines it; undefined is null. */
function validity(cells: readonly unknown[]): { nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 8));
  let nullCount = 0;
  cells.forEach((cell, i) => {
    if (cell === undefined) nullCount++;
    else nullBitmap[i >> 3] |= 1 << (i & 7);
  });
  return { nullCount, nullBitmap };
}

/** URL of the view's suburbs as a file: the same conditions, columns and order. */
export function servedFileUrl(view: View, extension: string, codes: readonly string[] = []): string {
  const sort = view.sort.map((key) => {
    const name = bareKey(key);
    return `${key.startsWith("-") ? "-" : ""}${TEXT_COLUMNS[name] ?? name}`;
  });
  const query = new URLSearchParams({ metrics: shownColumns(view).join(",") });
  if (view.where.length > 0) query.set("where", whereText(view));
  if (codes.length > 0) query.set("codes", codes.join(","));
  query.set("sort", sort.join(","));
  return inSnapshot(`/v1/suburbs/${view.scope}.${extension}?${query}`);
}

/** Downloads a file from the server; returns a message for the reader, also on failure. */
export async function saveServed(view: View, extension: string, what: string, codes: readonly string[] = []) {
  try {
    const response = await watchedFetch(servedFileUrl(view, extension, codes));
    if (!response.ok) throw new Error(await refusalOf(response));
    const snapshotId = response.headers.get("x-terrace-snapshot") ?? "";
    return saveAs(await response.blob(), what, extension, snapshotId);
  } catch (error) {
    return `No file: ${(error as Error).message}`;
  }
}

/** Saves a file of a snapshot; returns a message for the reader. */
export function saveAs(blob: Blob, what: string, extension: string, snapshotId: string): string {
  const name = saveNamed(blob, what, extension, snapshotId);
  const isShown = snapshotId === country.peek()?.snapshotId;
  return `Saved ${name}${isShown ? "" : ", from newer data than this page shows"}`;
}

async function refusalOf(response: Response): Promise<string> {
  const body: { error?: string; message?: string } | null = await response.json().catch(() => null);
  return body?.message ?? body?.error ?? `the server answered ${response.status}`;
}
