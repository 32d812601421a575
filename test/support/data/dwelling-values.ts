import { readFileSync } from "node:fs";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";

/** The cells of a 6432.0 workbook by series id and quarter, with the day in its properties: read without the importer. */
function readBook(path: string): { day: string; cells: Map<string, number> } {
  const book = read(readFileSync(path), { bookProps: false });
  const rows = utils.sheet_to_json<(string | number | null)[]>(book.Sheets.Data1, { header: 1, raw: true });
  const ids = rows.findIndex((row) => row[0] === "Series ID");
  const cells = new Map<string, number>();
  for (const row of rows.slice(ids + 1)) {
    // Days since 1899-12-30, of the first day of the quarter's last month.
    const last = new Date(Date.UTC(1899, 11, 30) + Number(row[0]) * 86_400_000);
    const quarter = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 2, 1));
    row.forEach((cell, column) => {
      if (column > 0 && typeof cell === "number")
        cells.set(`${rows[ids][column]} ${quarter.toISOString().slice(0, 10)}`, cell);
    });
  }
  return { day: book.Props!.CreatedDate!.toISOString().slice(0, 10), cells };
}

/** The two publications of 6432.0 among the publishers' files, the older one first. */
export function dwellingValues(folder: string): ReturnType<typeof readBook>[] {
  return ["2022-06", "2024-06"].map((to) =>
    readBook(join(folder, "abs-time-series", `643201_to-${to}.xlsx`)),
  );
}
