import { tableGap } from "../../dataset/not-open.ts";
import { READ_TABLES } from "../../domains/samples.ts";
import { formatsOf, METADATA_EXTENSION } from "../../exports/formats.ts";
import type { Answer } from "../admission/route.ts";
import { CATALOG_LINK } from "../wire/http/api-catalog.ts";
import { EXPORTS } from "./exports/export-routes.ts";

/** What is below `/v1`: files by path and extension, and the endpoints that are not files. */
const INDEX = {
  files: EXPORTS.map((declared) => ({
    path: `/v1/${declared.path.replace(/:(\w+)/g, "{$1}")}.{extension}`,
    title: declared.title,
    extensions: [...formatsOf(declared), METADATA_EXTENSION],
    parameters: Object.keys(declared.parameters),
  })),
  endpoints: [
    { path: "/v1/latest", title: "The newest report of short positions and when it became public" },
    { path: "/v1/sources", title: "Who published what is served, how old it is, and what is missing" },
    { path: "/v1/catalog.json", title: "Every table of the snapshot as a file: DCAT 3 and Frictionless" },
    { path: "/v1/tables/{table}.parquet", title: "A table as it is stored; ranges of bytes are answered" },
    { path: "/ogc", title: "Suburbs, councils and states for QGIS and other maps: OGC API – Features" },
    { path: "/v1/tiles/{set}.json", title: "Vector tiles of suburbs, councils or states: TileJSON" },
    { path: "/v1/tiles/{set}/{z}/{x}/{y}.mvt", title: "A vector tile" },
    { path: "/v1/columns.arrow", title: "All metrics of all suburbs, as Arrow" },
    { path: "/v1/snapshots", title: "The snapshots that can be asked under /at/" },
    {
      path: "/v1/changes.json",
      title: "What publications changed, with old and new figures; also .ndjson, .csv",
    },
    { path: "/feeds/changes.atom", title: "What publications changed, as Atom" },
    {
      path: "/feeds/{kind}/{key}.atom",
      title: "The same of one suburb, council, series, stock or member",
    },
    {
      path: "/v1/outlines/{state}.geojson",
      title: "Outlines of suburbs; AU for the country, councils or states for these",
    },
    { path: "/v1/panel", title: "Short positions of many days" },
  ],
  documents: ["/docs", "/docs.md", "/openapi.json", "/llms.txt"],
};

/** Answers with the index and the tables without rows; like the documents it is counted for nobody. */
export const answerIndex: Answer = ({ reply, parts }) => {
  const { datasetRows } = parts.engine.manifest;
  const missing = READ_TABLES.filter((table) => !(datasetRows[table] > 0)).map((table) => ({
    table,
    ...tableGap(table),
  }));
  return reply.header("link", CATALOG_LINK).send({ ...INDEX, missing });
};
