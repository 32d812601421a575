import { TerraceError } from "../runtime/errors.ts";
import type { DatasetManifest, DatasetSource } from "./dataset.ts";
import { DATASET_TABLES, datasetTable } from "./tables/index.ts";

type Fields = Record<string, unknown>;

const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const MANIFEST_KEYS = ["formatVersion", "id", "title", "asOf", "synthetic", "sources"];
const SOURCE_KEYS = [
  "id",
  "publisher",
  "title",
  "licence",
  "vintage",
  "url",
  "attribution",
  "earlierVintages",
  "withheld",
  "tables",
  "columns",
];

/** The value as a manifest, with no keys beside the known ones. Errors name the key, the value and what is allowed. */
export function checkManifest(value: unknown, path: string): DatasetManifest {
  const check = new ManifestCheck(path);
  const fields = check.object(value, "the file", MANIFEST_KEYS);
  if (fields.formatVersion !== 1) check.fail("formatVersion", fields.formatVersion, "1");
  const id = check.matching(fields.id, "id", ID, "1 to 64 of a-z, 0-9, dot, dash and underscore");
  const title = check.text(fields.title, "title");
  const asOf = check.instant(fields.asOf, "asOf");
  if (typeof fields.synthetic !== "boolean") check.fail("synthetic", fields.synthetic, "true or false");
  if (!Array.isArray(fields.sources)) check.fail("sources", fields.sources, "an array of sources");
  const sources = (fields.sources as unknown[]).map((source, i) =>
    checkSource(check, source, `sources[${i}]`),
  );
  const seen = new Set<string>();
  sources.forEach((source, i) => {
    if (seen.has(source.id)) check.fail(`sources[${i}].id`, source.id, "an id that no other source has");
    seen.add(source.id);
  });
  return { formatVersion: 1, id, title, asOf, synthetic: fields.synthetic as boolean, sources };
}

function checkSource(check: ManifestCheck, value: unknown, key: string): DatasetSource {
  const fields = check.object(value, key, SOURCE_KEYS);
  const names = DATASET_TABLES.map((table) => table.name);
  if (!Array.isArray(fields.tables)) check.fail(`${key}.tables`, fields.tables, "an array of table names");
  const tables = fields.tables as unknown[];
  tables.forEach((table, i) => {
    if (!names.includes(table as string)) {
      check.fail(`${key}.tables[${i}]`, table, `one of ${names.join(", ")}`);
    }
  });
  return {
    id: check.matching(fields.id, `${key}.id`, ID, "1 to 64 of a-z, 0-9, dot, dash and underscore"),
    publisher: check.text(fields.publisher, `${key}.publisher`),
    title: check.text(fields.title, `${key}.title`),
    licence: check.text(fields.licence, `${key}.licence`),
    vintage: check.date(fields.vintage, `${key}.vintage`),
    ...(fields.url === undefined ? {} : { url: check.text(fields.url, `${key}.url`) }),
    ...(fields.attribution === undefined
      ? {}
      : { attribution: check.text(fields.attribution, `${key}.attribution`) }),
    ...(fields.earlierVintages === undefined
      ? {}
      : { earlierVintages: check.dates(fields.earlierVintages, `${key}.earlierVintages`) }),
    ...(fields.withheld === undefined ? {} : { withheld: check.flag(fields.withheld, `${key}.withheld`) }),
    tables: tables as string[],
    ...(fields.columns === undefined
      ? {}
      : { columns: checkColumns(check, fields.columns, `${key}.columns`) }),
  };
}

function checkColumns(check: ManifestCheck, value: unknown, key: string): string[] {
  const allowed = "a table and one of its columns, such as suburb_demographics.median_age";
  if (!Array.isArray(value)) check.fail(key, value, `an array, each ${allowed}`);
  return (value as unknown[]).map((name, i) => {
    const [table, column] = String(name).split(".");
    const isKnown = datasetTable(table)?.columns.some((one) => one.name === column);
    return isKnown ? String(name) : check.fail(`${key}[${i}]`, name, allowed);
  });
}

class ManifestCheck {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  fail(key: string, value: unknown, allowed: string): never {
    const found = value === undefined ? "missing" : JSON.stringify(value);
    throw new TerraceError("bad_dataset", `${this.#path}: ${key} is ${found}; expected ${allowed}`);
  }

  object(value: unknown, key: string, known: readonly string[]): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.fail(key, value, "an object");
    }
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) {
        const allowed = `one of the keys ${known.join(", ")}`;
        throw new TerraceError(
          "bad_dataset",
          `${this.#path}: unknown key "${name}" in ${key}; expected ${allowed}`,
        );
      }
    }
    return value as Fields;
  }

  text(value: unknown, key: string): string {
    return typeof value === "string" && value.trim() !== ""
      ? value
      : this.fail(key, value, "a text that is not empty");
  }

  matching(value: unknown, key: string, pattern: RegExp, allowed: string): string {
    return typeof value === "string" && pattern.test(value) ? value : this.fail(key, value, allowed);
  }

  date(value: unknown, key: string): string {
    const allowed = "a date YYYY-MM-DD";
    const text = this.matching(value, key, DATE, allowed);
    return isRealInstant(`${text}T00:00:00Z`) ? text : this.fail(key, value, allowed);
  }

  dates(value: unknown, key: string): string[] {
    if (!Array.isArray(value)) this.fail(key, value, "an array of dates YYYY-MM-DD");
    return (value as unknown[]).map((date, i) => this.date(date, `${key}[${i}]`));
  }

  flag(value: unknown, key: string): boolean {
    return typeof value === "boolean" ? value : this.fail(key, value, "true or false");
  }

  instant(value: unknown, key: string): string {
    const allowed = "a UTC instant of the years 1970 to 2199 such as 2026-11-13T00:00:00Z";
    const text = this.matching(value, key, INSTANT, allowed);
    const year = Number(text.slice(0, 4));
    // Daily series run up to this instant: one far off would be millions of days of nothing.
    return isRealInstant(text) && year >= 1970 && year <= 2199 ? text : this.fail(key, value, allowed);
  }
}

/** False for instants that the calendar or the clock lacks, such as 31 February, which Date would carry over. */
function isRealInstant(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === text.slice(0, 19);
}
