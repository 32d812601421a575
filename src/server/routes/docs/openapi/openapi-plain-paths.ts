import { NATIONAL_SCOPE, STATE_CODES } from "../../../../dataset/states.ts";
import { AREA_SETS } from "../../../../domains/suburbs/queries/map-pages.ts";
import { CHANGE_KINDS } from "../../../../snapshot/compare/changes-file.ts";
import { TABLE_FILE_PATHS } from "./openapi-file-paths.ts";
import {
  AGENT,
  answer,
  date,
  endpoint,
  FEED_HEADERS,
  inHeader,
  inPath,
  inQuery,
  list,
  object,
  oneOf,
  problem,
  record,
  TEXT,
  tagged,
  text,
  time,
  truth,
  UNCHANGED,
  UNREADABLE,
  whole,
} from "./openapi-parts.ts";

const snapshotsSchema = object({
  snapshots: list(
    "The current one first, then the others by time of publication, newest first.",
    object({
      snapshot_id: text("Prefix any path with /at/ and this id to read this snapshot."),
      as_of: date("Date that its data is as of."),
      tags: { type: "array", items: text("Tag that can be used instead of the id in a URL.") },
      is_current: truth("True for the one that is served without the /at/ prefix."),
    }),
  ),
});

const changeFeed = (operationId: string, summary: string, parameters: readonly object[]) =>
  endpoint(operationId, summary, {
    description:
      "Under /at/ it ends with that snapshot. Data withheld by a switch or a licence is omitted. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    parameters: [...parameters, ...FEED_HEADERS],
    responses: {
      ...tagged("The feed.", TEXT, "application/atom+xml"),
      ...UNREADABLE,
      "404": problem("Nothing has that kind and key; the message names similar ones."),
    },
  });

const CHANGE_PATHS = {
  "/v1/snapshots": endpoint(
    "snapshots",
    "The available snapshots; each is served under /at/ and its id, tag or date.",
    {
      description: "A date selects the newest snapshot as of it. HEAD works too.",
      responses: { "200": answer("The snapshots.", snapshotsSchema), ...AGENT, ...UNREADABLE },
    },
  ),
  "/v1/changes.{extension}": endpoint(
    "changes",
    "Changes between publications: rows of suburbs, councils, series, prices, stocks, members, listings and sources with old and new values.",
    {
      description:
        "At most 1,000 per answer; next_cursor and the header X-Terrace-Next-Cursor lead to the next page. Under /at/ they end with that snapshot. is_whole is false if not all changes are recorded or may be shown. HEAD works too.",
      parameters: [
        inPath("extension", oneOf(["json", "ndjson", "csv"])),
        inQuery("since", "Id, tag or date of a snapshot; default: the one before the current."),
        inQuery("kind", `One of ${CHANGE_KINDS.join(", ")}.`),
        inQuery(
          "key",
          "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member, address_key of a listing, region, measure and dwelling type of a price, id of a source.",
        ),
        inQuery("limit", "Most rows, up to 1,000."),
        inQuery("cursor", "Cursor from the previous answer."),
      ],
      responses: {
        ...AGENT,
        ...UNREADABLE,
        "200": answer("The changes, oldest publication first.", { type: "object" }),
        "400": problem("A parameter is invalid."),
        "404": problem("There is no such snapshot."),
      },
    },
  ),
  "/feeds/changes.atom": changeFeed(
    "changesFeed",
    "Changes of the newest 30 publications, as an Atom feed.",
    [],
  ),
  "/feeds/{kind}/{key}.atom": changeFeed(
    "changeFeed",
    "Changes of the newest 30 publications to one subject, as an Atom feed: one entry each, with old and new values.",
    [
      inPath("kind", oneOf(["suburb", "council", "series", "stock", "member"])),
      inPath(
        "key",
        TEXT,
        "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member.",
      ),
    ],
  ),
};

const stockSchema = object({
  code: text("Code."),
  name: text("Name of the company."),
  exchange: text("Short name of the exchange."),
  industry: text("Industry group; empty when unknown."),
  sector: text("Sector of the group; empty when unknown."),
});

const MARKET_PLAIN_PATHS = {
  "/v1/panel": endpoint("panel", "Every short position in a range of dates, as CSV or NDJSON.", {
    description:
      "Rows are ordered by date, then code; the first line names the columns. Rows without a percentage are omitted. An answer that ends with #ERROR, or with a line that has the member error, is incomplete: to resume, pass the date and code of its last whole row as cursor and its ETag as If-Match; the first line is then not repeated. HEAD works too.",
    parameters: [
      inQuery("from", "First date.", date("Date."), true),
      inQuery("to", "Last date, at most 10,950 days later.", date("Date."), true),
      inQuery("format", "csv or ndjson.", { ...oneOf(["csv", "ndjson"]), default: "csv" }),
      inQuery("codes", "Comma-separated codes; default: all."),
      inQuery("as_of", "Only rows already published on this date.", date("Date.")),
      inQuery("include_zero", "true includes positions of 0.", oneOf(["true"])),
      inQuery("ordinary_only", "true returns ordinary shares only.", oneOf(["true"])),
      inQuery("cursor", "Date and code of the row to resume after, such as 2026-11-06:ZZA."),
      ...["If-None-Match", "If-Match"].map(inHeader),
    ],
    responses: {
      ...AGENT,
      "304": UNCHANGED,
      "200": {
        description: "The rows.",
        content: { "text/csv": { schema: TEXT }, "application/x-ndjson": { schema: TEXT } },
      },
      "400": problem("A parameter is missing or malformed; the message names it."),
      "412": problem("The data has changed since the answer with this ETag."),
    },
  }),
  "/api/search/stocks": endpoint(
    "searchWellKnownStocks",
    "Well-known securities whose code or name contains a string.",
    {
      description:
        "In a fixed order, at most ten. An empty string finds nothing. SearchStocks looks through every security.",
      parameters: [
        inQuery("q", "Part of a code or name, in either case."),
        inQuery("limit", "1 to 10; values outside are clamped.", { type: "integer", default: 10 }),
      ],
      responses: {
        ...AGENT,
        "200": answer("The securities.", { type: "array", items: stockSchema }),
        "500": problem("Stock search is temporarily unavailable."),
      },
    },
  ),
};

const latestSchema = object({
  latest_date: date("Newest trading date in the data."),
  available_from: date("Day on which that date's figures were published: four trading days later."),
  earliest_date: date("Oldest trading date in the data."),
  total_dates: whole("Number of trading dates in the data."),
  publication_lag_trading_days: whole("Trading days between a date and its publication."),
});

const sourceSchema = (more: object = {}) =>
  object(
    {
      id: text("Source id."),
      publisher: text("Publisher."),
      title: text("Title."),
      licence: text("Licence, such as CC-BY-4.0."),
      vintage: date("Date of the publication."),
    },
    { attribution: text("Attribution text to display."), url: text("URL of the source."), ...more },
  );

const sourcesSchema = object({
  snapshot_id: text("Id of the current snapshot."),
  as_of: date("Date that its data is as of."),
  synthetic: truth("True when the data is synthetic."),
  sources: list(
    "Sources that are not withheld by their licence, with the dataset tables they fill.",
    sourceSchema({ tables: { type: "array", items: text("Dataset table.") } }),
  ),
  tables: record("Row counts of the non-empty dataset tables.", { type: "integer" }),
  table_gaps: record(
    "Empty dataset tables that answers would use.",
    object({
      why: text("Why the table is empty."),
      fills: text("How to fill it."),
      guide: text("Guide in the source code that explains how."),
    }),
  ),
  metric_gaps: record("What would fill the gaps of a metric, by its key; empty for synthetic data.", TEXT),
  metric_floors: record(
    "Fewest residents of a suburb with a figure, by the key of each metric that has such a floor.",
    { type: "integer" },
  ),
});

const healthSchema = object(
  {
    status: oneOf(["healthy", "degraded", "unhealthy"]),
    timestamp: time("Time of the answer."),
    service: text("Name of the service."),
  },
  {
    error: text("Why calls are rejected or answered from an older snapshot; absent while all is well."),
    since: time("Since when the status is degraded."),
    refusedSnapshot: {
      type: ["string", "null"],
      description:
        "While degraded: the published snapshot that cannot be served yet, or the served one that is damaged; null when it is not known which one is current.",
    },
  },
);

const outlinesSchema = object({
  type: oneOf(["FeatureCollection"]),
  state_code: text("State or territory."),
  synthetic: truth("True when the outlines are synthetic."),
  sources: list(
    "Who published the outlines; the attribution must be shown with anything drawn from them.",
    sourceSchema(),
  ),
  features: list("One feature per suburb that has an outline, by ascending sal_code; id is the sal_code.", {
    type: "object",
  }),
});

const READ_ONCE = "A matching If-None-Match is answered with 304 and is not counted. HEAD works too.";
const OPEN = { tags: ["Plain endpoints"], security: [{}] };

export const PLAIN_PATHS = {
  "/v1/latest": endpoint("latest", "Which trading dates the data holds and when the newest was published.", {
    description: READ_ONCE,
    parameters: [inHeader("If-None-Match")],
    responses: {
      ...tagged("The dates.", latestSchema),
      ...AGENT,
      ...UNREADABLE,
      "500": problem("The data holds no trading dates."),
    },
  }),
  "/v1/sources": endpoint(
    "sources",
    "Who published what is served, how old it is, which tables have rows, and what is missing.",
    {
      description: READ_ONCE,
      parameters: [inHeader("If-None-Match")],
      responses: { ...tagged("The sources.", sourcesSchema), ...AGENT, ...UNREADABLE },
    },
  ),
  ...CHANGE_PATHS,
  ...TABLE_FILE_PATHS,
  ...MARKET_PLAIN_PATHS,
  "/v1/outlines/{state}.geojson": endpoint(
    "outlines",
    "Outlines of a state's suburbs as GeoJSON, with sal_code and sal_name.",
    {
      description: `Simplified for maps: five decimals, outer rings counterclockwise. Empty when the data holds no outlines. Gzip-compressed for clients that accept it. ${READ_ONCE}`,
      parameters: [
        inPath(
          "state",
          oneOf([...STATE_CODES, NATIONAL_SCOPE, ...AREA_SETS]),
          "State or territory, in either case; AU for all suburbs; councils or states for outlines merged from the suburbs'.",
        ),
        inHeader("If-None-Match"),
      ],
      responses: {
        ...tagged("The outlines.", outlinesSchema, "application/geo+json"),
        ...UNREADABLE,
        "404": problem("No such state; the message lists the valid ones."),
      },
    },
  ),
  "/feed.xml": endpoint("feed", "The 50 newest editorial takes and reports as RSS 2.0, newest first.", {
    description:
      "Links lead to the configured public address. The date of the document is that of its newest item. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    parameters: FEED_HEADERS,
    responses: { ...tagged("The feed.", TEXT, "application/rss+xml"), ...AGENT, ...UNREADABLE },
  }),
  "/health": {
    get: {
      operationId: "alive",
      summary: "Liveness: whether the process responds.",
      ...OPEN,
      responses: { "200": answer("It does.", oneOf(["OK"]), "text/plain") },
    },
  },
  "/api/health": {
    get: {
      operationId: "health",
      summary: "Readiness: whether calls are accepted.",
      ...OPEN,
      responses: {
        "200": answer(
          "Ready; degraded means that an older snapshot than the published one is served, or that one of its files is damaged.",
          healthSchema,
        ),
        "503": answer("Not ready, and why.", healthSchema),
      },
    },
  },
};
