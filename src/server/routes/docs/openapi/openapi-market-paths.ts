import {
  AGENT,
  answer,
  date,
  endpoint,
  inHeader,
  inQuery,
  LIMITED,
  object,
  oneOf,
  problem,
  TEXT,
  text,
  UNCHANGED,
} from "./openapi-parts.ts";

const stockSchema = object({
  code: text("Code."),
  name: text("Name of the company."),
  exchange: text("Short name of the exchange."),
  industry: text("Industry group; empty when unknown."),
  sector: text("Sector of the group; empty when unknown."),
});

/** The plain endpoints of the market, as OpenAPI paths. */
export const MARKET_PLAIN_PATHS = {
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
      ...{ ...AGENT, ...LIMITED, "304": UNCHANGED },
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
        ...{ ...AGENT, ...LIMITED },
        "200": answer("The securities.", { type: "array", items: stockSchema }),
        "500": problem("The stocks cannot be searched at the moment."),
      },
    },
  ),
};
