import type { Export } from "../../../../domains/export.ts";
import { DOMAINS } from "../../../../domains/index.ts";
import { formatsOf, METADATA_EXTENSION } from "../../../../exports/formats.ts";
import { PLAIN_ERROR } from "./openapi-answers.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
  geojson: "application/geo+json",
};

const text = { type: "string" };
const failure = (description: string) => ({
  description,
  content: {
    "application/json": {
      schema: PLAIN_ERROR,
    },
  },
});

/** The files of all domains, as OpenAPI paths: `/v1/suburbs/{state}.{extension}`. */
export function exportPaths(): Readonly<Record<string, object>> {
  const declared = DOMAINS.flatMap((domain) => domain.exports ?? []);
  return Object.fromEntries(declared.map((one) => [openApiPath(one), { get: operationOf(one) }]));
}

function openApiPath({ path }: Export): string {
  return `/v1/${path.replace(/:([a-z]+)$/, "{$1}")}.{extension}`;
}

function operationOf(declared: Export) {
  const { path, title, doc, key, parameters } = declared;
  const keyName = /:([a-z]+)$/.exec(path)?.[1];
  const formats = formatsOf(declared);
  const inPath = (name: string, description: string, schema: object) => ({
    ...{ name, in: "path", required: true, description, schema },
  });
  return {
    operationId: `export_${path.replaceAll(/[^a-z]+/g, "_")}`,
    tags: ["Files"],
    summary: `${title}.`,
    description: `${doc} Streamed; compressed by gzip or br for callers that accept it. ${METADATA_EXTENSION} tells every column, the sources and their licences. A matching If-None-Match is answered with 304 and is not counted. HEAD works too.`,
    security: [{ bearerAuth: [] }, {}],
    parameters: [
      ...(keyName === undefined || key === undefined
        ? []
        : [inPath(keyName, key.doc, { ...text, example: key.example })]),
      inPath("extension", "The format of the file.", { ...text, enum: [...formats, METADATA_EXTENSION] }),
      ...Object.entries(parameters).map(([name, { doc: description, example }]) => ({
        ...{ name, in: "query", required: false, description, schema: { ...text, example } },
      })),
      {
        ...{ name: "formulas", in: "query", required: false, schema: { ...text, enum: ["raw"] } },
        description:
          "CSV only. A text that begins with =, +, -, @, a tab or a carriage return and is not a number has an apostrophe before it, so that spreadsheets show it; raw leaves it as it is.",
      },
      { name: "If-None-Match", in: "header", required: false, schema: text },
    ],
    responses: {
      "200": {
        description: "The file.",
        headers: { ETag: { description: "Changes when the file does.", schema: text } },
        content: Object.fromEntries(formats.map((format) => [MEDIA_TYPES[format], { schema: {} }])),
      },
      "304": { description: "Unchanged since the answer with this ETag." },
      "400": failure("A parameter cannot be read; the message says where."),
      "404": failure("No such file; the message names those there are."),
      "429": failure("A limit is reached; Retry-After says when to come back."),
      "503": failure("Too many files are being sent, or the data cannot be read at the moment."),
    },
  };
}
