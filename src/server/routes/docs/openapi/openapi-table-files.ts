import { MAP_SETS } from "../../../../domains/suburbs/queries/map-pages.ts";
import { PLAIN_ERROR } from "./openapi-answers.ts";

const problem = (description: string) => ({
  description,
  content: { "application/json": { schema: PLAIN_ERROR } },
});

const BINARY = { type: "string", format: "binary" };
const header = (name: string) => ({ name, in: "header", required: false, schema: { type: "string" } });

/** A file of the snapshot as it is stored: whole, by range, or not at all. */
const file = (operationId: string, summary: string, mediaType: string, path: readonly object[] = []) => ({
  get: {
    operationId,
    tags: ["Plain endpoints"],
    summary,
    description:
      "The file as it is stored, with its checksum as ETag. Under /at/{id}/ or /v1/snapshots/{id}/ it never changes. One range of bytes is answered with 206. Up to a mebibyte counts as one call, more as a file. HEAD works too.",
    security: [{ bearerAuth: [] }, {}],
    parameters: [...path, ...["Range", "If-Range", "If-None-Match"].map(header)],
    responses: {
      "200": { description: "The whole file.", content: { [mediaType]: { schema: BINARY } } },
      "206": { description: "The range asked for.", content: { [mediaType]: { schema: BINARY } } },
      "304": { description: "Unchanged since the answer with this ETag." },
      "403": problem("The file holds what is withheld at the moment."),
      "404": problem("There is no such table; the message names near ones."),
      "416": problem("The range lies beyond the end."),
      "429": problem("A limit is reached; Retry-After says when to come back."),
      "503": problem("The data cannot be read at the moment, or too many files are being sent."),
    },
  },
});

const query = (name: string, description: string) => ({
  ...{ name, in: "query", required: false, description },
  schema: { type: "string" },
});

const place = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
const SET = place("set", { type: "string", enum: MAP_SETS });

const OGC = "OGC API – Features, part 1, for QGIS, GDAL and other maps. HEAD works too.";

const maps = (
  operationId: string,
  summary: string,
  mediaType: string,
  parameters: readonly object[] = [],
  description = OGC,
) => ({
  get: {
    ...{ operationId, summary, description, parameters },
    tags: ["Plain endpoints"],
    security: [{ bearerAuth: [] }, {}],
    responses: {
      "200": { description: "The answer.", content: { [mediaType]: { schema: { type: "object" } } } },
      "400": problem("A parameter is not understood."),
      "429": problem("A limit is reached; Retry-After says when to come back."),
      "503": problem("The data cannot be read at the moment."),
    },
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
      query("bbox", "West, south, east and north in degrees."),
      query("limit", "Features of an answer: 10 unless given, up to 1,000."),
      query("offset", "Features to leave out before the first; the link next leads on."),
      query(
        "filter",
        "A condition such as: price <= 900000 and distance_to_coast < 10; of councils, population > 50000.",
      ),
      query(
        "properties",
        "Keys of metrics, or names of properties, with commas between; all of them unless given.",
      ),
    ],
  ),
  "/v1/tiles/{set}.json": maps(
    "tileJson",
    "Where the vector tiles of a set are: TileJSON 3.0.",
    "application/json",
    [SET],
    "Zooms, layers, fields and attribution, for MapLibre, QGIS, GDAL and other maps. HEAD works too.",
  ),
  "/v1/tiles/{set}/{z}/{x}/{y}.mvt": maps(
    "tile",
    "A vector tile, compressed by gzip for callers that accept it.",
    "application/vnd.mapbox-vector-tile",
    [SET, ...["z", "x", "y"].map((name) => place(name, { type: "integer", minimum: 0 }))],
    "204 where nothing is, 404 beyond the zooms of the TileJSON. Under /at/{id}/ a tile never changes. HEAD works too.",
  ),
  "/v1/catalog.json": {
    get: {
      operationId: "catalog",
      tags: ["Plain endpoints"],
      summary: "Every table of the snapshot as a file, with columns, size and checksum.",
      description: "A Frictionless data package that reads as a dcat:Dataset of DCAT 3 too. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [header("If-None-Match")],
      responses: {
        "200": {
          description: "The catalogue.",
          content: { "application/json": { schema: { type: "object" } } },
        },
        "304": { description: "Unchanged since the answer with this ETag." },
        "429": problem("A limit is reached; Retry-After says when to come back."),
        "503": problem("The data cannot be read at the moment."),
      },
    },
  },
  "/v1/tables/{table}.parquet": file("tableFile", "A table as Parquet.", "application/vnd.apache.parquet", [
    {
      ...{ name: "table", in: "path", required: true, schema: { type: "string" } },
      description: "A name of the catalogue.",
    },
  ]),
  "/v1/columns.arrow": file(
    "columnsFile",
    "All metrics of all suburbs as Arrow.",
    "application/vnd.apache.arrow.file",
  ),
};
