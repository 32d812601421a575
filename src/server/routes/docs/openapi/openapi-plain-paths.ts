import { NATIONAL_SCOPE, STATE_CODES } from "../../../../dataset/states.ts";
import { AREA_SETS } from "../../../../domains/suburbs/queries/map-pages.ts";
import { CHANGE_KINDS } from "../../../../snapshot/compare/changes-file.ts";
import { TABLE_FILE_PATHS } from "./openapi-file-paths.ts";
import {
  AGENT,
  answer,
  date,
  endpoint,
  FAILURES,
  FEED_HEADERS,
  inHeader,
  inPath,
  inQuery,
  LIMITED,
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
  whole,
} from "./openapi-parts.ts";

const snapshotsSchema = object({
  snapshots: list(
    "The current one first, then the others by when they were published last.",
    object({
      snapshot_id: text("Its address is /at/ and this id, before any other path."),
      as_of: date("Day that its figures are for."),
      tags: { type: "array", items: text("Name that stands for the id in an address.") },
      is_current: truth("True for the one that paths without an address ask."),
    }),
  ),
});

const changeFeed = (operationId: string, summary: string, parameters: readonly object[]) =>
  endpoint(operationId, summary, {
    description:
      "Under /at/ it ends with that snapshot. What a switch or a licence withholds is not in it. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    parameters: [...parameters, ...FEED_HEADERS],
    responses: {
      ...tagged("The feed.", TEXT, "application/atom+xml"),
      ...FAILURES,
      "404": problem("Nothing has that kind and key; the message names the nearest."),
    },
  });

const CHANGE_PATHS = {
  "/v1/snapshots": endpoint(
    "snapshots",
    "The snapshots that can be asked by their address, /at/ and an id, a tag or a day.",
    {
      description: "A day stands for the newest snapshot as of it. HEAD works too.",
      responses: { "200": answer("The snapshots.", snapshotsSchema), ...AGENT, ...FAILURES },
    },
  ),
  "/v1/changes.{extension}": endpoint(
    "changes",
    "What publications changed: rows of suburbs, councils, series, prices, stocks, members, listings and sources with old and new figure.",
    {
      description:
        "At most 1,000 an answer; next_cursor, and the header X-Terrace-Next-Cursor, lead on. Under /at/ they end with that snapshot. is_whole is false where more changed than is written down or may be shown. HEAD works too.",
      parameters: [
        inPath("extension", oneOf(["json", "ndjson", "csv"])),
        inQuery("since", "Id, tag or day of a snapshot; the one before the current unless given."),
        inQuery("kind", `One of ${CHANGE_KINDS.join(", ")}.`),
        inQuery(
          "key",
          "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member, address_key of a listing, region, measure and dwelling type of a price, id of a source.",
        ),
        inQuery("limit", "Most rows, up to 1,000."),
        inQuery("cursor", "Where to go on, from the answer before."),
      ],
      responses: {
        ...AGENT,
        ...FAILURES,
        "200": answer("The changes, oldest publication first.", { type: "object" }),
        "400": problem("A parameter is not understood."),
        "404": problem("There is no such snapshot."),
      },
    },
  ),
  "/feeds/changes.atom": changeFeed("changesFeed", "What the newest 30 publications changed, as Atom.", []),
  "/feeds/{kind}/{key}.atom": changeFeed(
    "changeFeed",
    "What the newest 30 publications changed of one thing, as Atom: an entry each, with old and new figures.",
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
  "/v1/panel": endpoint("panel", "Every short position of a range of dates, as CSV or lines of JSON.", {
    description:
      "Rows by date, then code, read by the names in the first line. A row without a percentage is left out. An answer that ends with #ERROR, or with a line that has the member error, is incomplete: ask again with the date and code of its last whole row as cursor and its ETag as If-Match; the first line is then not repeated. HEAD works too.",
    parameters: [
      inQuery("from", "First date.", date("Date."), true),
      inQuery("to", "Last date, at most 10,950 days later.", date("Date."), true),
      inQuery("format", "csv or ndjson.", { ...oneOf(["csv", "ndjson"]), default: "csv" }),
      inQuery("codes", "Codes with commas between them; all when absent."),
      inQuery("as_of", "Only rows that were public on this date.", date("Date.")),
      inQuery("include_zero", "true keeps positions of 0.", oneOf(["true"])),
      inQuery("ordinary_only", "true keeps ordinary lines only.", oneOf(["true"])),
      inQuery("cursor", "Date and code of the row to go on after, such as 2026-11-06:ZZA."),
      ...["If-None-Match", "If-Match"].map(inHeader),
    ],
    responses: {
      ...AGENT,
      ...LIMITED,
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
    "Well-known securities whose code or name contains a text.",
    {
      description:
        "In a fixed order, at most ten. An empty text finds nothing. SearchStocks looks through every security.",
      parameters: [
        inQuery("q", "Part of a code or name, in either case."),
        inQuery("limit", "1 to 10; values outside are moved inside.", { type: "integer", default: 10 }),
      ],
      responses: {
        ...AGENT,
        ...LIMITED,
        "200": answer("The securities.", { type: "array", items: stockSchema }),
        "500": problem("The stocks cannot be searched at the moment."),
      },
    },
  ),
};

const latestSchema = object({
  latest_date: date("Newest trading date in the data."),
  available_from: date("Day on which that date's figures were published: four trading days later."),
  earliest_date: date("Oldest trading date in the data."),
  total_dates: whole("Distinct trading dates of the whole data set."),
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
    { attribution: text("The sentence to show."), url: text("Where it comes from."), ...more },
  );

const sourcesSchema = object({
  snapshot_id: text("Snapshot that is served."),
  as_of: date("Day that its figures are for."),
  synthetic: truth("True when the figures are invented."),
  sources: list(
    "Sources that are not withheld by their licence, each with the dataset tables it fills.",
    sourceSchema({ tables: { type: "array", items: text("Dataset table.") } }),
  ),
  tables: record("Rows of each dataset table that has any.", { type: "integer" }),
  table_gaps: record(
    "Dataset tables without rows that answers would be made from.",
    object({
      why: text("Why there are none."),
      fills: text("What brings them."),
      guide: text("File of the source that says how."),
    }),
  ),
  metric_gaps: record("What would fill the gaps of a metric, by its key; empty for invented data.", TEXT),
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
    error: text("Why calls are not taken, or an older snapshot answers them; absent while all is well."),
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
  synthetic: truth("True when the outlines are invented."),
  sources: list(
    "Who published the outlines; the attribution must stand next to anything drawn from them.",
    sourceSchema(),
  ),
  features: list("One feature a suburb that has an outline, sal_code ascending; id is the sal_code.", {
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
      ...FAILURES,
      "500": problem("The data holds no trading dates."),
    },
  }),
  "/v1/sources": endpoint(
    "sources",
    "Who published what is served, how old it is, which tables have rows, and what is missing.",
    {
      description: READ_ONCE,
      parameters: [inHeader("If-None-Match")],
      responses: { ...tagged("The sources.", sourcesSchema), ...AGENT, ...FAILURES },
    },
  ),
  ...CHANGE_PATHS,
  ...TABLE_FILE_PATHS,
  ...MARKET_PLAIN_PATHS,
  "/v1/outlines/{state}.geojson": endpoint(
    "outlines",
    "Outlines of a state's suburbs as GeoJSON, with sal_code and sal_name.",
    {
      description: `Simplified for maps: five decimals, outer rings counterclockwise. Empty when the data holds no outlines. Compressed by gzip for callers that accept it. ${READ_ONCE}`,
      parameters: [
        inPath(
          "state",
          oneOf([...STATE_CODES, NATIONAL_SCOPE, ...AREA_SETS]),
          "State or territory, in either case; AU for all suburbs, councils or states for these, made of the suburbs' outlines.",
        ),
        inHeader("If-None-Match"),
      ],
      responses: {
        ...tagged("The outlines.", outlinesSchema, "application/geo+json"),
        ...FAILURES,
        "404": problem("No such state; the message names those there are."),
      },
    },
  ),
  "/feed.xml": endpoint("feed", "The 50 newest editorial takes and reports as RSS 2.0, newest first.", {
    description:
      "Links lead to the configured public address. The date of the document is that of its newest item. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    parameters: FEED_HEADERS,
    responses: { ...tagged("The feed.", TEXT, "application/rss+xml"), ...AGENT, ...FAILURES },
  }),
  "/health": {
    get: {
      operationId: "alive",
      summary: "Whether the process answers.",
      ...OPEN,
      responses: { "200": answer("It does.", oneOf(["OK"]), "text/plain") },
    },
  },
  "/api/health": {
    get: {
      operationId: "health",
      summary: "Whether calls are taken.",
      ...OPEN,
      responses: {
        "200": answer(
          "They are; degraded says that an older snapshot answers than was published, or that a file of it is damaged.",
          healthSchema,
        ),
        "503": answer("They are not, and why.", healthSchema),
      },
    },
  },
};
