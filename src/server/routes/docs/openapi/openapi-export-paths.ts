import type { Export } from "../../../../domains/export.ts";
import { DOMAINS } from "../../../../domains/index.ts";
import { formatsOf, METADATA_EXTENSION } from "../../../../exports/formats.ts";
import {
  endpoint,
  inHeader,
  inPath,
  inQuery,
  LIMITED,
  oneOf,
  problem,
  TEXT,
  UNCHANGED,
} from "./openapi-parts.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
  geojson: "application/geo+json",
};

/** The files of all domains, as OpenAPI paths: `/v1/suburbs/{state}.{extension}`. */
export function exportPaths(): Readonly<Record<string, object>> {
  const declared = DOMAINS.flatMap((domain) => domain.exports ?? []);
  return Object.fromEntries(declared.map((one) => [openApiPath(one), operationOf(one)]));
}

function openApiPath({ path }: Export): string {
  return `/v1/${path.replace(/:([a-z]+)$/, "{$1}")}.{extension}`;
}

function operationOf(declared: Export) {
  const { path, title, doc, key, parameters } = declared;
  const keyName = /:([a-z]+)$/.exec(path)?.[1];
  const formats = formatsOf(declared);
  return endpoint(`export_${path.replaceAll(/[^a-z]+/g, "_")}`, `${title}.`, {
    tags: ["Files"],
    description: `${doc} Streamed; compressed by gzip or br for callers that accept it. ${METADATA_EXTENSION} tells every column, the sources and their licences. A matching If-None-Match is answered with 304 and is not counted. HEAD works too.`,
    parameters: [
      ...(keyName === undefined || key === undefined
        ? []
        : [inPath(keyName, { ...TEXT, example: key.example }, key.doc)]),
      inPath("extension", oneOf([...formats, METADATA_EXTENSION]), "The format of the file."),
      ...Object.entries(parameters).map(([name, { doc: description, example }]) =>
        inQuery(name, description, { ...TEXT, example }),
      ),
      inQuery(
        "formulas",
        "CSV only. A text that begins with =, +, -, @, a tab or a carriage return and is not a number has an apostrophe before it, so that spreadsheets show it; raw leaves it as it is.",
        oneOf(["raw"]),
      ),
      inHeader("If-None-Match"),
    ],
    responses: {
      "200": {
        description: "The file.",
        headers: { ETag: { description: "Changes when the file does.", schema: TEXT } },
        content: Object.fromEntries(formats.map((format) => [MEDIA_TYPES[format], { schema: {} }])),
      },
      ...{ "304": UNCHANGED, ...LIMITED },
      "400": problem("A parameter cannot be read; the message says where."),
      "404": problem("No such file; the message names those there are."),
      "503": problem("Too many files are being sent, or the data cannot be read at the moment."),
    },
  });
}
