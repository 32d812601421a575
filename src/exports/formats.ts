import type { Export } from "../domains/export.ts";
import { lazy } from "../runtime/lazy.ts";
import type { ExportWriter } from "./writer.ts";

/** Writers by file extension, loaded on first use. */
const WRITERS: Readonly<Record<string, () => Promise<ExportWriter>>> = {
  csv: lazy(async () => (await import("./csv-writer.ts")).csvWriter),
  json: lazy(async () => (await import("./json-writers.ts")).jsonWriter),
  ndjson: lazy(async () => (await import("./json-writers.ts")).ndjsonWriter),
  arrow: lazy(async () => (await import("./arrow-writer.ts")).arrowWriter),
  parquet: lazy(async () => (await import("./parquet/parquet-writer.ts")).parquetWriter),
  xlsx: lazy(async () => (await import("./archive/xlsx-writer.ts")).xlsxWriter),
  zip: lazy(async () => (await import("./archive/zip-writer.ts")).zipWriter),
  geojson: lazy(async () => (await import("./json-writers.ts")).geojsonWriter),
};

export const FORMATS: readonly string[] = Object.keys(WRITERS);

/** Extension of the data dictionary that accompanies every file. */
export const METADATA_EXTENSION = "meta.json";

/** The URL path of an export without its extension, the key in braces: `/v1/suburbs/{state}`. */
export function addressOf({ path }: Pick<Export, "path">): string {
  return `/v1/${path.replace(/:(\w+)$/, "{$1}")}`;
}

export function formatsOf({ hasGeometry }: Pick<Export, "hasGeometry">): readonly string[] {
  return FORMATS.filter((format) => format !== "geojson" || hasGeometry === true);
}

export function loadWriter(format: string): Promise<ExportWriter> {
  return WRITERS[format]();
}

/** Splits a file name into key and extension; undefined when the extension is not offered. */
export function splitFile(
  file: string,
  formats: readonly string[],
): { key: string; format: string } | undefined {
  const format = [METADATA_EXTENSION, ...formats].find((one) => file.endsWith(`.${one}`));
  return format === undefined ? undefined : { key: file.slice(0, -format.length - 1), format };
}
