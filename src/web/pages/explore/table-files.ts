import { floatText } from "terrace/client";
import { type Country, country } from "../../data/country.ts";
import { inSnapshot } from "../../data/snapshot-path.ts";
import { watchedFetch } from "../../data/terrace.ts";
import { saveFile } from "../../keep/picture.tsx";
import { shownColumns, type View, whereText } from "../../view/view-state.ts";

/** The rows as CSV: an empty cell is not data. */
export function csvFile({ frame }: Country, rows: Uint32Array, keys: readonly string[]): Blob {
  const { salCodes, salNames, stateCodes, postcodes } = frame.index;
  const columns = keys.filter((key) => frame.has(key)).map((key) => frame.column(key));
  const lines = [
    ["sal_code", "sal_name", "state_code", "postcode", ...columns.map(({ key }) => key)].join(","),
  ];
  for (const row of rows) {
    const cells = columns.map((column) => {
      const value = column.at(row);
      return value === undefined ? "" : (column.labelAt(row) ?? floatText(value));
    });
    lines.push([salCodes[row], salNames[row], stateCodes[row], postcodes[row], ...cells].map(cell).join(","));
  }
  return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" });
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The rows as an Arrow file. The library is loaded when first asked for, and given whole buffers: its builders compile
 * code from text, which the page's policy forbids.
 */
export async function arrowFile(
  { frame }: Country,
  rows: Uint32Array,
  keys: readonly string[],
): Promise<Blob> {
  const arrow = await import("apache-arrow");
  const { salCodes, salNames, stateCodes, postcodes } = frame.index;
  const texts = (cells: readonly (string | undefined)[]) => {
    const bytes = cells.map((text) => new TextEncoder().encode(text ?? ""));
    const valueOffsets = new Int32Array(cells.length + 1);
    bytes.forEach((one, i) => {
      valueOffsets[i + 1] = valueOffsets[i] + one.length;
    });
    const data = new Uint8Array(valueOffsets[cells.length]);
    bytes.forEach((one, i) => {
      data.set(one, valueOffsets[i]);
    });
    return arrow.makeVector(
      arrow.makeData({
        type: new arrow.Utf8(),
        length: cells.length,
        valueOffsets,
        data,
        ...validity(cells),
      }),
    );
  };
  const floats = (cells: readonly (number | undefined)[]) =>
    arrow.makeVector(
      arrow.makeData({
        type: new arrow.Float32(),
        length: cells.length,
        data: Float32Array.from(cells, (value) => value ?? 0),
        ...validity(cells),
      }),
    );
  const pick = <T>(cellOf: (row: number) => T) => Array.from(rows, cellOf);
  const table = new arrow.Table({
    sal_code: texts(pick((row) => salCodes[row])),
    sal_name: texts(pick((row) => salNames[row])),
    state_code: texts(pick((row) => stateCodes[row])),
    postcode: texts(pick((row) => postcodes[row])),
    ...Object.fromEntries(
      keys
        .filter((key) => frame.has(key))
        .map((key) => {
          const column = frame.column(key);
          const isText = column.labels.length > 0;
          return [
            key,
            isText ? texts(pick((row) => column.labelAt(row))) : floats(pick((row) => column.at(row))),
          ];
        }),
    ),
  });
  const bytes = arrow.tableToIPC(table as never, "file") as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: "application/vnd.apache.arrow.file" });
}

/** Which cells are there, as Arrow wants it. */
function validity(cells: readonly unknown[]): { nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 8));
  let nullCount = 0;
  cells.forEach((cell, i) => {
    if (cell === undefined) nullCount++;
    else nullBitmap[i >> 3] |= 1 << (i & 7);
  });
  return { nullCount, nullBitmap };
}

/** Names of the table's own columns in files. */
const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  name: "sal_name",
  state: "state_code",
  postcode: "postcode",
};

/** Where the server has the view's suburbs as a file: the same conditions, columns and order. */
export function servedFileUrl(view: View, extension: string, codes: readonly string[] = []): string {
  const sort = view.sort.map((key) => {
    const name = key.replace(/^-/, "");
    return `${key.startsWith("-") ? "-" : ""}${TEXT_COLUMNS[name] ?? name}`;
  });
  const query = new URLSearchParams({ metrics: shownColumns(view).join(",") });
  if (view.where.length > 0) query.set("where", whereText(view));
  if (codes.length > 0) query.set("codes", codes.join(","));
  query.set("sort", sort.join(","));
  return inSnapshot(`/v1/suburbs/${view.scope}.${extension}?${query}`);
}

/** Saves that file; says what came of it. */
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

/** Saves a file under a name that says what it is of. */
export function saveAs(blob: Blob, what: string, extension: string, snapshotId: string): string {
  const now = country.peek();
  const name = `terrace${now?.synthetic ? "-SYNTHETIC" : ""}-${what}-${snapshotId}.${extension}`;
  saveFile(blob, name);
  return `Saved ${name}${snapshotId === now?.snapshotId ? "" : ", from newer data than this page shows"}`;
}

async function refusalOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error, message } = JSON.parse(text) as { error?: string; message?: string };
    return message ?? error ?? `the server answered ${response.status}`;
  } catch {
    return `the server answered ${response.status}`;
  }
}
