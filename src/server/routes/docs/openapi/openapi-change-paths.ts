import { CHANGE_KINDS } from "../../../../snapshot/compare/changes-file.ts";
import { PLAIN_ERROR } from "./openapi-answers.ts";

const text = (description: string) => ({ type: "string", description });
const json = (schema: object) => ({ "application/json": { schema } });
const plainError = (description: string) => ({ description, content: json(PLAIN_ERROR) });

const ETAG_HEADER = {
  ETag: { description: "Changes exactly when the answer changes.", schema: { type: "string" } },
};

/** The headers by which a caller says which feed it holds. */
export const FEED_HEADERS = ["If-None-Match", "If-Modified-Since"].map((name) => ({
  ...{ name, in: "header", required: false },
  schema: { type: "string" },
}));

const snapshotsSchema = {
  type: "object",
  required: ["snapshots"],
  properties: {
    snapshots: {
      type: "array",
      description: "The current one first, then the others by when they were published last.",
      items: {
        type: "object",
        required: ["snapshot_id", "as_of", "tags", "is_current"],
        properties: {
          snapshot_id: text("Its address is /at/ and this id, before any other path."),
          as_of: { ...text("Day that its figures are for."), format: "date" },
          tags: { type: "array", items: text("Name that stands for the id in an address.") },
          is_current: { type: "boolean", description: "True for the one that paths without an address ask." },
        },
      },
    },
  },
};

/** A feed of changes. */
const changeFeed = (operationId: string, summary: string, parameters: readonly object[]) => ({
  get: {
    operationId,
    tags: ["Plain endpoints"],
    summary,
    description:
      "Under /at/ it ends with that snapshot. What a switch or a licence withholds is not in it. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    security: [{ bearerAuth: [] }, {}],
    parameters: [...parameters, ...FEED_HEADERS],
    responses: {
      "200": {
        description: "The feed.",
        headers: ETAG_HEADER,
        content: { "application/atom+xml": { schema: { type: "string" } } },
      },
      "304": { description: "Unchanged since the answer with this ETag.", headers: ETAG_HEADER },
      "404": plainError("Nothing has that kind and key; the message names the nearest."),
      "429": plainError("A limit is reached; Retry-After says when to come back."),
      "503": plainError("The data cannot be read at the moment."),
    },
  },
});

/** What tells snapshots apart: which there are, and what each changed. */
export const CHANGE_PATHS = {
  "/v1/snapshots": {
    get: {
      operationId: "snapshots",
      tags: ["Plain endpoints"],
      summary: "The snapshots that can be asked by their address, /at/ and an id, a tag or a day.",
      description: "A day stands for the newest snapshot as of it. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [],
      responses: {
        "200": { description: "The snapshots.", content: json(snapshotsSchema) },
        "403": plainError("The User-Agent names no application."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  "/v1/changes.{extension}": {
    get: {
      operationId: "changes",
      tags: ["Plain endpoints"],
      summary:
        "What publications changed: rows of suburbs, councils, series, prices, stocks, members, listings and sources with old and new figure.",
      description:
        "At most 1,000 an answer; next_cursor, and the header X-Terrace-Next-Cursor, lead on. Under /at/ they end with that snapshot. is_whole is false where more changed than is written down or may be shown. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [
        {
          ...{ name: "extension", in: "path", required: true },
          schema: { type: "string", enum: ["json", "ndjson", "csv"] },
        },
        ...[
          ["since", "Id, tag or day of a snapshot; the one before the current unless given."],
          ["kind", `One of ${CHANGE_KINDS.join(", ")}.`],
          [
            "key",
            "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member, address_key of a listing, region, measure and dwelling type of a price, id of a source.",
          ],
          ["limit", "Most rows, up to 1,000."],
          ["cursor", "Where to go on, from the answer before."],
        ].map(([name, description]) => ({
          ...{ name, in: "query", required: false, description },
          schema: { type: "string" },
        })),
      ],
      responses: {
        "200": { description: "The changes, oldest publication first.", content: json({ type: "object" }) },
        "400": plainError("A parameter is not understood."),
        "403": plainError("The User-Agent names no application."),
        "404": plainError("There is no such snapshot."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  "/feeds/changes.atom": changeFeed("changesFeed", "What the newest 30 publications changed, as Atom.", []),
  "/feeds/{kind}/{key}.atom": changeFeed(
    "changeFeed",
    "What the newest 30 publications changed of one thing, as Atom: an entry each, with old and new figures.",
    [
      {
        ...{ name: "kind", in: "path", required: true },
        schema: { type: "string", enum: ["suburb", "council", "series", "stock", "member"] },
      },
      {
        ...{ name: "key", in: "path", required: true },
        description: "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member.",
        schema: { type: "string" },
      },
    ],
  ),
};
