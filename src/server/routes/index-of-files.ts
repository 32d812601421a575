import { MISSING_GUIDE, whyNotOpen } from "../../dataset/not-open.ts";
import { METHOD_TABLES } from "../../domains/samples.ts";
import type { Engine } from "../../engine/engine.ts";
import { formatsOf, METADATA_EXTENSION } from "../../exports/formats.ts";
import type { Handler } from "../wire/http/read-routes.ts";
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
    { path: "/v1/outlines/{state}.geojson", title: "Outlines of suburbs; AU for the country" },
    { path: "/v1/panel", title: "Short positions of many days" },
  ],
  documents: ["/docs", "/docs.md", "/openapi.json", "/llms.txt"],
};

const TABLES = [...new Set([...METHOD_TABLES.values()].flatMap(({ needs, adds }) => [...needs, ...adds]))];

/** Answers with the index and the tables without rows; like the documents it is counted for nobody. */
export function indexHandler(engine: Engine): Handler {
  return async (_request, reply) => {
    const { datasetRows } = engine.manifest;
    const missing = TABLES.filter((table) => !(datasetRows[table] > 0)).map((table) => ({
      table,
      why: whyNotOpen(table),
      guide: MISSING_GUIDE,
    }));
    return reply.header("cache-control", "no-cache").send({ ...INDEX, missing });
  };
}
