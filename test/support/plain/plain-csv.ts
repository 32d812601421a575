import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Content of a published file, decompressed if it is gzip, without byte order mark. */
export function plainText(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)
    .toString()
    .replace(/^\uFEFF/, "");
}

/** Parses CSV without the importer's parser; quoted cells may contain commas and line ends. */
export function plainRecords(text: string): string[][] {
  const records: string[][] = [];
  let [record, cell, isQuoted] = [[] as string[], "", false];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') cell += text[i++];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ",") {
      record.push(cell);
      cell = "";
    } else if (letter === "\n") {
      records.push([...record, cell]);
      [record, cell] = [[], ""];
    } else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || record.length > 0) records.push([...record, cell]);
  return records;
}

/** The records below the header, by column name. */
export function plainTableOf(path: string): Readonly<Record<string, string>>[] {
  const [header, ...records] = plainRecords(plainText(path));
  return records.map((record) => Object.fromEntries(header.map((name, i) => [name, record[i] ?? ""])));
}

/** Lower case without apostrophes; `Mt` is expanded. */
export const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/^mt\.? /, "mount ");
