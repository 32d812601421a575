import type { Export } from "../export.ts";

const POSITIONS = ["short_positions"];
const FLAGS = {
  include_zero: { doc: "true keeps positions of 0.", example: "true" },
  ordinary_only: { doc: "true keeps ordinary lines only.", example: "true" },
};

/** The files of short positions. */
export const EXPORTS: readonly Export[] = [
  {
    path: "shorts/:date",
    title: "Short positions of a day",
    doc: "A row a security that was reported on the day, in the order of GetMarketByDate: percent descending, then code. Rows without a percentage are left out.",
    tables: POSITIONS,
    key: { doc: "A date with a report (GetAvailableDates lists them), or latest.", example: "latest" },
    parameters: { ...FLAGS, limit: { doc: "Most rows.", example: "100" } },
    load: async () => (await import("./panel/export-positions.ts")).shortsFile,
  },
  {
    path: "panel",
    title: "Short positions of a range of dates",
    doc: "Every position of the range by date, then code; from and to are required. Rows without a percentage are left out.",
    tables: POSITIONS,
    parameters: {
      from: { doc: "First date, YYYY-MM-DD; required.", example: "2026-11-02" },
      to: { doc: "Last date, at most 10,950 days later; required.", example: "2026-11-06" },
      codes: { doc: "Codes with commas between; all of them unless given.", example: "BHP,CBA" },
      as_of: { doc: "Only rows that were public on this date.", example: "2026-11-10" },
      ...FLAGS,
    },
    load: async () => (await import("./panel/export-positions.ts")).panelFile,
  },
];
