import type { Export } from "../../../../domains/export.ts";
import { EXPORTS } from "../../../../domains/index.ts";
import { MAP_SETS } from "../../../../domains/suburbs/queries/map-pages.ts";
import { addressOf, formatsOf, METADATA_EXTENSION } from "../../../../exports/formats.ts";
import {
  answer,
  endpoint,
  inHeader,
  inPath,
  inQuery,
  oneOf,
  problem,
  TEXT,
  UNCHANGED,
  UNREADABLE,
} from "./openapi-parts.ts";

const BINARY = { type: "string", format: "binary" };

const file = (operationId: string, summary: string, mediaType: string, path: readonly object[] = []) =>
  endpoint(operationId, summary, {
    description:
      "The file as it is stored, with its checksum as ETag. Under /at/{id}/ or /v1/snapshots/{id}/ it never changes. A single byte range is answered with 206. Up to 1 MiB counts as one call, more as a file. HEAD works too.",
    parameters: [...path, ...["Range", "If-Range", "If-None-Match"].map(inHeader)],
    responses: {
      "200": answer("The whole file.", BINARY, mediaType),
      "206": answer("The requested range.", BINARY, mediaType),
      "304": UNCHANGED,
      "403": problem("The file contains data that is currently withheld."),
      "404": problem("There is no such table; the message names similar ones."),
      "416": problem("The range is beyond the end of the file."),
      "503": problem("The data is temporarily unavailable, or there are too many downloads."),
    },
  });

const SET = inPath("set", oneOf(MAP_SETS));

const OGC = "OGC API – Features, part 1, for QGIS, GDAL and other map clients. HEAD works too.";

const maps = (
  operationId: string,
  summary: string,
  mediaType: string,
  parameters: readonly object[] = [],
  description = OGC,
) =>
  endpoint(operationId, summary, {
    description,
    parameters,
    responses: {
      "200": answer("The answer.", { type: "object" }, mediaType),
      "400": problem("A parameter is invalid."),
      ...UNREADABLE,
    },
  });

export const TABLE_FILE_PATHS = {
  "/ogc": maps("ogcLanding", "Where conformance and collections are.", "application/json"),
  "/ogc/collections/{set}/items": maps(
    "ogcItems",
    "Suburbs, councils or states as features: outline and figures.",
    "application/geo+json",
    [
      SET,
      inQuery("bbox", "West, south, east and north in degrees."),
      inQuery("limit", "Max features per answer, up to 1,000; default 10."),
      inQuery("offset", "Number of features to skip; the next link leads to the next page."),
      inQuery(
        "filter",
        "A condition such as: price <= 900000 and distance_to_coast < 10; of councils, population > 50000.",
      ),
      inQuery("properties", "Comma-separated metric keys or property names; default: all."),
    ],
  ),
  "/v1/tiles/{set}.json": maps(
    "tileJson",
    "TileJSON 3.0 of a set of vector tiles.",
    "application/json",
    [SET],
    "Zooms, layers, fields and attribution, for MapLibre, QGIS, GDAL and other map clients. HEAD works too.",
  ),
  "/v1/tiles/{set}/{z}/{x}/{y}.mvt": maps(
    "tile",
    "A vector tile, gzip-compressed for clients that accept it.",
    "application/vnd.mapbox-vector-tile",
    [SET, ...["z", "x", "y"].map((name) => inPath(name, { type: "integer", minimum: 0 }))],
    "204 for an empty tile, 404 outside the zoom range of the TileJSON. Under /at/{id}/ a tile never changes. HEAD works too.",
  ),
  "/v1/catalog.json": endpoint(
    "catalog",
    "Every table of the snapshot as a file, with columns, size and checksum.",
    {
      description: "A Frictionless data package that is also a dcat:Dataset of DCAT 3. HEAD works too.",
      parameters: [inHeader("If-None-Match")],
      responses: { "200": answer("The catalogue.", { type: "object" }), "304": UNCHANGED, ...UNREADABLE },
    },
  ),
  "/v1/tables/{table}.parquet": file("tableFile", "A table as Parquet.", "application/vnd.apache.parquet", [
    inPath("table", TEXT, "A table name from the catalogue."),
  ]),
  "/v1/columns.arrow": file(
    "columnsFile",
    "All metrics of all suburbs as Arrow.",
    "application/vnd.apache.arrow.file",
  ),
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
  arrow: "application/vnd.apache.arrow.file",
  parquet: "application/vnd.apache.parquet",
  geojson: "application/geo+json",
};

/** Paths of all export files, such as `/v1/suburbs/{state}.{extension}`. */
export function exportPaths(): Readonly<Record<string, object>> {
  return Object.fromEntries(EXPORTS.map((one) => [`${addressOf(one)}.{extension}`, operationOf(one)]));
}

function operationOf(declared: Export) {
  const { path, title, doc, key, parameters } = declared;
  const keyName = /:([a-z]+)$/.exec(path)?.[1];
  const formats = formatsOf(declared);
  return endpoint(`export_${path.replaceAll(/[^a-z]+/g, "_")}`, `${title}.`, {
    tags: ["Files"],
    description: `${doc} Streamed; compressed with gzip or br for clients that accept it. ${METADATA_EXTENSION} describes every column, the sources and their licences. A matching If-None-Match is answered with 304 and is not counted. HEAD works too.`,
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
        "CSV only. Text starting with =, +, -, @, a tab or a carriage return that is not a number is prefixed with an apostrophe, so that spreadsheets do not run it as a formula; raw leaves it unchanged.",
        oneOf(["raw"]),
      ),
      inHeader("If-None-Match"),
    ],
    responses: {
      "200": {
        description: "The file.",
        headers: { ETag: { description: "Changes whenever the file changes.", schema: TEXT } },
        content: Object.fromEntries(formats.map((format) => [MEDIA_TYPES[format], { schema: {} }])),
      },
      "304": UNCHANGED,
      "400": problem("A parameter is invalid; the message says where."),
      "404": problem("No such file; the message lists the available ones."),
      "503": problem("There are too many downloads, or the data is temporarily unavailable."),
    },
  });
}
