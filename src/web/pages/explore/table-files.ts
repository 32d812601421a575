import { floatText } from "terrace/client";
import type { Country } from "../../data/country.ts";

/** The rows as CSV: an empty cell is no data. */
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

/** The rows as an Arrow file. The library is loaded when first asked for. */
export async function arrowFile(
  { frame }: Country,
  rows: Uint32Array,
  keys: readonly string[],
): Promise<Blob> {
  const { tableFromArrays, tableToIPC, vectorFromArray, Float32, Utf8 } = await import("apache-arrow");
  const { salCodes, salNames, stateCodes, postcodes } = frame.index;
  const pick = (texts: readonly string[]) =>
    vectorFromArray(
      Array.from(rows, (row) => texts[row]),
      new Utf8(),
    );
  const columns = Object.fromEntries(
    keys
      .filter((key) => frame.has(key))
      .map((key) => {
        const column = frame.column(key);
        const values = Array.from(
          rows,
          (row) => (column.labels.length > 0 ? column.labelAt(row) : column.at(row)) ?? null,
        );
        return [
          key,
          column.labels.length > 0
            ? vectorFromArray(values as (string | null)[], new Utf8())
            : vectorFromArray(values as (number | null)[], new Float32()),
        ];
      }),
  );
  const table = tableFromArrays({
    sal_code: pick(salCodes),
    sal_name: pick(salNames),
    state_code: pick(stateCodes),
    postcode: pick(postcodes),
    ...columns,
  } as never);
  return new Blob([tableToIPC(table as never, "file") as Uint8Array<ArrayBuffer>], {
    type: "application/vnd.apache.arrow.file",
  });
}
