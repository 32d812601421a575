import { column, type TableDefinition } from "../../table-definition.ts";

export const ORIGINS: TableDefinition = {
  name: "origins",
  title: "Files that figures were read from",
  doc: "A file and the columns of a table that it gave. An import writes it; figures are shown with it.",
  key: ["origin_id"],
  columns: [
    column("origin_id", "int", "Number of the origin.", "1", { required: true, min: 1 }),
    column("table_name", "text", "Table of the dataset.", "suburb_demographics", { required: true }),
    column("source", "text", "Source id.", "abs-census-2021", { required: true }),
    column("vintage", "date", "Date of the publication.", "2022-06-28", { required: true }),
    column("file", "text", "Name of the file.", "2021Census_G02_AUST_SAL.csv", { required: true }),
    column("sha256", "text", "SHA-256 of the file's uncompressed content.", "0".repeat(64), {
      required: true,
    }),
    column(
      "columns",
      "json",
      "The publisher's column, series or formula by column of the table; empty where the importer does not say.",
      '{"median_age":"G02.Median_age_persons"}',
      { required: true },
    ),
  ],
};

export const ORIGIN_ROWS: TableDefinition = {
  name: "origin_rows",
  title: "Rows that figures were read from",
  doc: "A row of a table with one of its origins.",
  key: ["origin_id", "row_key"],
  columns: [
    column("origin_id", "int", "Number of the origin.", "1", {
      required: true,
      references: "origins.origin_id",
    }),
    column("row_key", "text", "Key of the row in its table, columns of the key apart by spaces.", "10001", {
      required: true,
    }),
    column("file_row", "int", "Row of the file or sheet, from 1.", "17", {
      min: 1,
      nullMeaning: "the figure was made from several rows, or the importer does not say",
    }),
  ],
};
