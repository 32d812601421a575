import { date, int, json, must, table, text } from "../../table-definition.ts";

export const ORIGINS = table("origins", "Source files of figures", {
  key: ["origin_id"],
  doc: "A file and the columns of a table that were read from it. Written by imports and shown with figures.",
  columns: {
    origin_id: int("Number of the origin.", "1", must, { min: 1 }),
    table_name: text("Table of the dataset.", "suburb_demographics", must),
    source: text("Source id.", "abs-census-2021", must),
    vintage: date("Date of the publication.", "2022-06-28", must),
    file: text("Name of the file.", "2021Census_G02_AUST_SAL.csv", must),
    sha256: text("SHA-256 of the file's uncompressed content.", "0".repeat(64), must),
    columns: json(
      "The publisher's column, series or formula by column of the table; empty if the importer does not record it.",
      '{"median_age":"G02.Median_age_persons"}',
      must,
    ),
  },
});

export const ORIGIN_ROWS = table("origin_rows", "Source rows of figures", {
  key: ["origin_id", "row_key"],
  doc: "A row of a table with one of its origins.",
  columns: {
    origin_id: int("Number of the origin.", "1", must, { references: "origins.origin_id" }),
    row_key: text("Key of the row in its table; columns of the key separated by spaces.", "10001", must),
    file_row: int(
      "Row of the file or sheet, from 1.",
      "17",
      "computed from several rows, or not recorded by the importer",
      { min: 1 },
    ),
  },
});
