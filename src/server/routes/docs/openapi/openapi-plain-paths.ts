import { NATIONAL_SCOPE, STATE_CODES } from "../../../../dataset/states.ts";
import { AREA_SETS } from "../../../../domains/suburbs/queries/map-pages.ts";
import { PLAIN_ERROR } from "./openapi-answers.ts";
import { CHANGE_PATHS, FEED_HEADERS } from "./openapi-change-paths.ts";
import { MARKET_PLAIN_PATHS } from "./openapi-market-paths.ts";
import { TABLE_FILE_PATHS } from "./openapi-table-files.ts";

const text = (description: string) => ({ type: "string", description });
const date = (description: string) => ({ type: "string", format: "date", description });
const whole = (description: string) => ({ type: "integer", description });

const ETAG_HEADER = {
  ETag: { description: "Changes exactly when the answer changes.", schema: { type: "string" } },
};

const latestSchema = {
  type: "object",
  required: ["latest_date", "available_from", "earliest_date", "total_dates", "publication_lag_trading_days"],
  properties: {
    latest_date: date("Newest trading date in the data."),
    available_from: date("Day on which that date's figures were published: four trading days later."),
    earliest_date: date("Oldest trading date in the data."),
    total_dates: whole("Distinct trading dates of the whole data set."),
    publication_lag_trading_days: whole("Trading days between a date and its publication."),
  },
};

const sourceSchema = {
  type: "object",
  required: ["id", "publisher", "title", "licence", "vintage"],
  properties: {
    id: text("Source id."),
    publisher: text("Publisher."),
    title: text("Title."),
    licence: text("Licence, such as CC-BY-4.0."),
    vintage: date("Date of the publication."),
    attribution: text("The sentence to show."),
    url: text("Where it comes from."),
  },
};

const sourcesSchema = {
  type: "object",
  required: [
    ...["snapshot_id", "as_of", "synthetic", "sources"],
    ...["tables", "table_gaps", "metric_gaps", "metric_floors"],
  ],
  properties: {
    snapshot_id: text("Snapshot that is served."),
    as_of: date("Day that its figures are for."),
    synthetic: { type: "boolean", description: "True when the figures are invented." },
    sources: {
      type: "array",
      description: "Sources that are not withheld by their licence, each with the dataset tables it fills.",
      items: {
        ...sourceSchema,
        properties: {
          ...sourceSchema.properties,
          tables: { type: "array", items: text("Dataset table.") },
        },
      },
    },
    tables: {
      type: "object",
      description: "Rows of each dataset table that has any.",
      additionalProperties: { type: "integer" },
    },
    table_gaps: {
      type: "object",
      description: "Dataset tables without rows that answers would be made from.",
      additionalProperties: {
        type: "object",
        required: ["why", "fills", "guide"],
        properties: {
          why: text("Why there are none."),
          fills: text("What brings them."),
          guide: text("File of the source that says how."),
        },
      },
    },
    metric_gaps: {
      type: "object",
      description: "What would fill the gaps of a metric, by its key; empty for invented data.",
      additionalProperties: { type: "string" },
    },
    metric_floors: {
      type: "object",
      description:
        "Fewest residents of a suburb with a figure, by the key of each metric that has such a floor.",
      additionalProperties: { type: "integer" },
    },
  },
};

const healthSchema = {
  type: "object",
  required: ["status", "timestamp", "service"],
  properties: {
    status: { type: "string", enum: ["healthy", "degraded", "unhealthy"] },
    timestamp: { type: "string", format: "date-time", description: "Time of the answer." },
    service: text("Name of the service."),
    error: text("Why calls are not taken, or an older snapshot answers them; absent while all is well."),
    since: { type: "string", format: "date-time", description: "Since when the status is degraded." },
    refusedSnapshot: {
      type: ["string", "null"],
      description:
        "While degraded: the published snapshot that cannot be served yet, or the served one that is damaged; null when it is not known which one is current.",
    },
  },
};

const outlinesSchema = {
  type: "object",
  required: ["type", "state_code", "synthetic", "sources", "features"],
  properties: {
    type: { type: "string", enum: ["FeatureCollection"] },
    state_code: text("State or territory."),
    synthetic: { type: "boolean", description: "True when the outlines are invented." },
    sources: {
      type: "array",
      description: "Who published the outlines; the attribution must stand next to anything drawn from them.",
      items: sourceSchema,
    },
    features: {
      type: "array",
      description: "One feature a suburb that has an outline, sal_code ascending; id is the sal_code.",
      items: { type: "object" },
    },
  },
};

const json = (schema: object) => ({ "application/json": { schema } });
const plainError = (description: string) => ({
  description,
  content: json(PLAIN_ERROR),
});

/** The endpoints that are not a RPC, as OpenAPI paths. */
export const PLAIN_PATHS = {
  "/v1/latest": {
    get: {
      operationId: "latest",
      tags: ["Plain endpoints"],
      summary: "Which trading dates the data holds and when the newest was published.",
      description: "A matching If-None-Match is answered with 304 and is not counted. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [{ name: "If-None-Match", in: "header", required: false, schema: { type: "string" } }],
      responses: {
        "200": { description: "The dates.", headers: ETAG_HEADER, content: json(latestSchema) },
        "304": { description: "Unchanged since the answer with this ETag.", headers: ETAG_HEADER },
        "403": plainError("The User-Agent names no application."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "500": plainError("The data holds no trading dates."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  "/v1/sources": {
    get: {
      operationId: "sources",
      tags: ["Plain endpoints"],
      summary: "Who published what is served, how old it is, which tables have rows, and what is missing.",
      description: "A matching If-None-Match is answered with 304 and is not counted. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [{ name: "If-None-Match", in: "header", required: false, schema: { type: "string" } }],
      responses: {
        "200": { description: "The sources.", headers: ETAG_HEADER, content: json(sourcesSchema) },
        "304": { description: "Unchanged since the answer with this ETag.", headers: ETAG_HEADER },
        "403": plainError("The User-Agent names no application."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  ...CHANGE_PATHS,
  ...TABLE_FILE_PATHS,
  ...MARKET_PLAIN_PATHS,
  "/v1/outlines/{state}.geojson": {
    get: {
      operationId: "outlines",
      tags: ["Plain endpoints"],
      summary: "Outlines of a state's suburbs as GeoJSON, with sal_code and sal_name.",
      description:
        "Simplified for maps: five decimals, outer rings counterclockwise. Empty when the data holds no outlines. Compressed by gzip for callers that accept it. A matching If-None-Match is answered with 304 and is not counted. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [
        {
          name: "state",
          in: "path",
          required: true,
          description:
            "State or territory, in either case; AU for all suburbs, councils or states for these, made of the suburbs' outlines.",
          schema: { type: "string", enum: [...STATE_CODES, NATIONAL_SCOPE, ...AREA_SETS] },
        },
        { name: "If-None-Match", in: "header", required: false, schema: { type: "string" } },
      ],
      responses: {
        "200": {
          description: "The outlines.",
          headers: ETAG_HEADER,
          content: { "application/geo+json": { schema: outlinesSchema } },
        },
        "304": { description: "Unchanged since the answer with this ETag.", headers: ETAG_HEADER },
        "404": plainError("No such state; the message names those there are."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  "/feed.xml": {
    get: {
      operationId: "feed",
      tags: ["Plain endpoints"],
      summary: "The 50 newest editorial takes and reports as RSS 2.0, newest first.",
      description:
        "Links lead to the configured public address. The date of the document is that of its newest item. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: FEED_HEADERS,
      responses: {
        "200": {
          description: "The feed.",
          headers: ETAG_HEADER,
          content: { "application/rss+xml": { schema: { type: "string" } } },
        },
        "304": { description: "Unchanged since the answer with this ETag.", headers: ETAG_HEADER },
        "403": plainError("The User-Agent names no application."),
        "429": plainError("A limit is reached; Retry-After says when to come back."),
        "503": plainError("The data cannot be read at the moment."),
      },
    },
  },
  "/health": {
    get: {
      operationId: "alive",
      tags: ["Plain endpoints"],
      summary: "Whether the process answers.",
      security: [{}],
      responses: {
        "200": {
          description: "It does.",
          content: { "text/plain": { schema: { type: "string", enum: ["OK"] } } },
        },
      },
    },
  },
  "/api/health": {
    get: {
      operationId: "health",
      tags: ["Plain endpoints"],
      summary: "Whether calls are taken.",
      security: [{}],
      responses: {
        "200": {
          description:
            "They are; degraded says that an older snapshot answers than was published, or that a file of it is damaged.",
          content: json(healthSchema),
        },
        "503": { description: "They are not, and why.", content: json(healthSchema) },
      },
    },
  },
} as const;
