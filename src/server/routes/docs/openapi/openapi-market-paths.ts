import { PLAIN_ERROR } from "./openapi-answers.ts";

const text = (description: string) => ({ type: "string", description });
const date = (description: string) => ({ type: "string", format: "date", description });
const error = (description: string) => ({
  description,
  content: {
    "application/json": {
      schema: PLAIN_ERROR,
    },
  },
});
const parameter = (name: string, description: string, schema: object, required = false) => ({
  name,
  in: "query",
  required,
  description,
  schema,
});
const header = (name: string) => ({ name, in: "header", required: false, schema: { type: "string" } });
const AGENT = error("The User-Agent names no application.");
const LIMITED = error("A limit is reached; Retry-After says when to come back.");

const stockSchema = {
  type: "object",
  required: ["code", "name", "exchange", "industry", "sector"],
  properties: {
    code: text("Code."),
    name: text("Name of the company."),
    exchange: text("Short name of the exchange."),
    industry: text("Industry group; empty when unknown."),
    sector: text("Sector of the group; empty when unknown."),
  },
};

/** The plain endpoints of the market, as OpenAPI paths. */
export const MARKET_PLAIN_PATHS = {
  "/v1/panel": {
    get: {
      operationId: "panel",
      tags: ["Plain endpoints"],
      summary: "Every short position of a range of dates, as CSV or lines of JSON.",
      description:
        "Rows by date, then code, read by the names in the first line. A row without a percentage is left out. An answer that ends with #ERROR, or with a line that has the member error, is incomplete: ask again with the date and code of its last whole row as cursor and its ETag as If-Match; the first line is then not repeated. HEAD works too.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [
        parameter("from", "First date.", date("Date."), true),
        parameter("to", "Last date, at most 10,950 days later.", date("Date."), true),
        parameter("format", "csv or ndjson.", { type: "string", enum: ["csv", "ndjson"], default: "csv" }),
        parameter("codes", "Codes with commas between them; all when absent.", { type: "string" }),
        parameter("as_of", "Only rows that were public on this date.", date("Date.")),
        parameter("include_zero", "true keeps positions of 0.", { type: "string", enum: ["true"] }),
        parameter("ordinary_only", "true keeps ordinary lines only.", { type: "string", enum: ["true"] }),
        parameter("cursor", "Date and code of the row to go on after, such as 2026-11-06:ZZA.", {
          type: "string",
        }),
        header("If-None-Match"),
        header("If-Match"),
      ],
      responses: {
        "200": {
          description: "The rows.",
          content: {
            "text/csv": { schema: { type: "string" } },
            "application/x-ndjson": { schema: { type: "string" } },
          },
        },
        "304": { description: "Unchanged since the answer with this ETag." },
        "400": error("A parameter is missing or malformed; the message names it."),
        "403": AGENT,
        "412": error("The data has changed since the answer with this ETag."),
        "429": LIMITED,
      },
    },
  },
  "/api/search/stocks": {
    get: {
      operationId: "searchWellKnownStocks",
      tags: ["Plain endpoints"],
      summary: "Well-known securities whose code or name contains a text.",
      description:
        "In a fixed order, at most ten. An empty text finds nothing. SearchStocks looks through every security.",
      security: [{ bearerAuth: [] }, {}],
      parameters: [
        parameter("q", "Part of a code or name, in either case.", { type: "string" }),
        parameter("limit", "1 to 10; values outside are moved inside.", { type: "integer", default: 10 }),
      ],
      responses: {
        "200": {
          description: "The securities.",
          content: { "application/json": { schema: { type: "array", items: stockSchema } } },
        },
        "403": AGENT,
        "429": LIMITED,
        "500": error("The stocks cannot be searched at the moment."),
      },
    },
  },
};
