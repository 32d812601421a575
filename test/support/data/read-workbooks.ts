import { readFileSync } from "node:fs";
import { ImportFile } from "../../../src/importers/run/import-file.ts";

/** A process that reads the given workbooks and prints whether they changed Object.prototype. */
const before = Object.getOwnPropertyNames(Object.prototype).length;
const sheets = process.argv.slice(2).map((path) => {
  try {
    const file = new ImportFile(path, readFileSync(path));
    return file.sheetNames.map((name) => file.sheet(name).length);
  } catch (error) {
    return (error as { code?: string }).code;
  }
});
const plain: Record<string, unknown> = {};
const polluted = ["t", "v", "c", "h", "r", "ref", "hidden", "name"].filter((key) => plain[key] !== undefined);
const added = Object.getOwnPropertyNames(Object.prototype).length - before;
process.stdout.write(JSON.stringify({ sheets, polluted, added, arrays: Object.keys(Array.prototype) }));
