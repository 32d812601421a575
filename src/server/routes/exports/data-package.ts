import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import type { SnapshotView } from "../../../engine/view.ts";
import { DICTIONARY_KEY } from "../../../snapshot/build/table-dictionary.ts";
import { COLUMNS_FILE, METRICS_TABLE, TABLES_FOLDER } from "../../../snapshot/manifest/manifest.ts";
import type { Answer } from "../../admission/route.ts";
import { tagOf } from "../../wire/http/entity-tags.ts";

/** JSON-LD context that maps data package terms to DCAT 3, for readers of either standard. */
const CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  spdx: "http://spdx.org/rdf/terms#",
  id: "@id",
  title: "dct:title",
  description: "dct:description",
  created: "dct:issued",
  version: "dcat:version",
  homepage: { "@id": "foaf:homepage", "@type": "@id" },
  sources: "dct:source",
  publisher: "dct:publisher",
  licence: "dct:license",
  attribution: "dct:rights",
  resources: "dcat:distribution",
  path: { "@id": "dcat:accessURL", "@type": "@id" },
  url: { "@id": "dcat:downloadURL", "@type": "@id" },
  mediatype: "dcat:mediaType",
  bytes: "dcat:byteSize",
  hash: "spdx:checksumValue",
};

interface Field {
  readonly name: string;
  readonly type: string;
  readonly doc?: string;
  readonly unit?: string;
  readonly values?: readonly string[];
  readonly nullMeaning?: string;
}

/**
 * `GET /v1/catalog.json`: a Frictionless data package, also a dcat:Dataset, with every table that is not
 * withheld: file, columns, size and checksum.
 */
export const answerDataPackage: Answer = async (call) => {
  const { view, reply, parts } = call;
  const { snapshotId, tables } = view.manifest;
  const fields = await view.derived("data_package_fields", () =>
    tableFields(join(parts.directoryOf(snapshotId), TABLES_FOLDER), tables),
  );
  const body = `${JSON.stringify(dataPackage(view, fields, parts.webUrl()), undefined, 1)}\n`;
  const headers = { vary: "origin", "cache-control": call.cacheControl(undefined) };
  if (!call.admits({ etag: tagOf(body), headers })) return reply;
  return reply.type("application/json; charset=utf-8").send(body);
};

/** Columns by table, from the dictionaries in the Parquet files. */
async function tableFields(
  folder: string,
  tables: readonly string[],
): Promise<ReadonlyMap<string, readonly Field[]>> {
  const fields = new Map<string, readonly Field[]>();
  for (const table of tables) {
    const file = await asyncBufferFromFile(join(folder, `${table}.parquet`));
    const { key_value_metadata: pairs = [] } = await parquetMetadataAsync(file, { initialFetchSize: 65_536 });
    const text = pairs.find(({ key }) => key === DICTIONARY_KEY)?.value;
    fields.set(table, text === undefined ? [] : (JSON.parse(text) as { columns: Field[] }).columns);
  }
  return fields;
}

function dataPackage(
  { manifest, hidden }: SnapshotView,
  fields: ReadonlyMap<string, readonly Field[]>,
  webUrl: string,
) {
  const { snapshotId, title, asOf, synthetic, sources, files, rowCounts } = manifest;
  const base = `${webUrl}/v1/snapshots/${snapshotId}`;
  const fileOf = (path: string) => files.find((one) => one.path === path)!;
  const resource = (name: string, path: string, format: string, mediatype: string) => {
    const { bytes, sha256 } = fileOf(path);
    const url = `${base}/${path}`;
    return {
      "@type": "dcat:Distribution",
      name,
      path: url,
      url,
      format,
      mediatype,
      bytes,
      hash: `sha256:${sha256}`,
    };
  };
  const shown = manifest.tables.filter((table) => hidden?.has(table) !== true);
  return {
    "@context": CONTEXT,
    "@type": "dcat:Dataset",
    id: `${webUrl}/at/${snapshotId}/`,
    profile: "data-package",
    name: `terrace-${snapshotId}`,
    title,
    description: synthetic
      ? "SYNTHETIC data: it describes no real place or price."
      : "Australian housing and public data as published, by table.",
    version: snapshotId,
    created: asOf,
    homepage: webUrl,
    synthetic,
    sources: sources
      .filter(({ withheld }) => withheld !== true)
      .map(({ publisher, title: name, licence, vintage, attribution, url }) => ({
        title: `${publisher}: ${name}`,
        publisher,
        licence,
        vintage,
        attribution,
        ...(url === undefined ? {} : { path: url }),
      })),
    resources: [
      ...shown.map((table) => ({
        ...resource(table, `${TABLES_FOLDER}/${table}.parquet`, "parquet", "application/vnd.apache.parquet"),
        rows: rowCounts[table],
        schema: { fields: (fields.get(table) ?? []).map(schemaField) },
      })),
      ...(shown.includes(METRICS_TABLE)
        ? [resource("columns", COLUMNS_FILE, "arrow", "application/vnd.apache.arrow.file")]
        : []),
    ],
  };
}

/** A field in Frictionless table schema. */
function schemaField({ name, type, doc, unit, values, nullMeaning }: Field) {
  return {
    name,
    type: schemaType(type),
    ...(doc === undefined ? {} : { description: doc }),
    ...(unit === undefined ? {} : { unit }),
    ...(nullMeaning === undefined ? {} : { nullMeaning }),
    ...(values === undefined ? {} : { constraints: { enum: values } }),
  };
}

function schemaType(type: string): string {
  if (type.endsWith("[]")) return "array";
  if (/^(STRUCT|MAP)/.test(type)) return "object";
  if (/INT/.test(type)) return "integer";
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return "number";
  if (type === "BOOLEAN") return "boolean";
  if (type === "DATE") return "date";
  return type.startsWith("TIMESTAMP") ? "datetime" : "string";
}
