import { PLAIN_ERROR } from "./openapi-answers.ts";

export const TEXT = { type: "string" };
export const text = (description: string) => ({ ...TEXT, description });
export const date = (description: string) => ({ ...TEXT, format: "date", description });
export const time = (description: string) => ({ ...TEXT, format: "date-time", description });
export const whole = (description: string) => ({ type: "integer", description });
export const truth = (description: string) => ({ type: "boolean", description });
export const oneOf = (names: readonly string[]) => ({ ...TEXT, enum: names });
export const list = (description: string, items: object) => ({ type: "array", description, items });
export const record = (description: string, additionalProperties: object) => ({
  type: "object",
  description,
  additionalProperties,
});
/** An object; all but the optional properties are required. */
export const object = (properties: object, optional: object = {}) => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

export const inHeader = (name: string) => ({ name, in: "header", required: false, schema: TEXT });
export const inQuery = (name: string, description: string, schema: object = TEXT, required = false) => ({
  name,
  in: "query",
  required,
  description,
  schema,
});
export const inPath = (name: string, schema: object = TEXT, description?: string) => ({
  name,
  in: "path",
  required: true,
  schema,
  ...(description === undefined ? {} : { description }),
});
export const FEED_HEADERS = ["If-None-Match", "If-Modified-Since"].map(inHeader);

const ETAG = {
  headers: { ETag: { description: "Changes if and only if the answer changes.", schema: TEXT } },
};

export const answer = (description: string, schema: object, mediaType = "application/json") => ({
  description,
  content: { [mediaType]: { schema } },
});
/** An answer with ETag, and its 304. */
export const tagged = (description: string, schema: object, mediaType?: string) => ({
  "200": { ...answer(description, schema, mediaType), ...ETAG },
  "304": { ...UNCHANGED, ...ETAG },
});
export const UNCHANGED = { description: "Unchanged since the answer with this ETag." };

export const problem = (description: string) => answer(description, PLAIN_ERROR);
export const AGENT = { "403": problem("The User-Agent does not name an application.") };
export const UNREADABLE = { "503": problem("The data cannot be read at the moment.") };
const LIMITED = { "429": problem("A rate limit or quota is exceeded; Retry-After says when to retry.") };

interface Endpoint {
  readonly description: string;
  readonly parameters?: readonly object[];
  readonly responses: object;
  readonly tags?: readonly string[];
}

/** A GET endpoint; the token is optional. */
export const endpoint = (operationId: string, summary: string, facts: Endpoint) => ({
  get: {
    operationId,
    summary,
    tags: ["Plain endpoints"],
    security: [{ bearerAuth: [] }, {}],
    parameters: [],
    ...facts,
    responses: { ...LIMITED, ...facts.responses },
  },
});
