/** A window without a limit sends none of its headers. */
export const RATE_LIMIT_HEADERS: Readonly<Record<string, string>> = {
  "X-RateLimit-Limit": "Rate limit of the caller, in requests per minute.",
  "X-RateLimit-Remaining": "Requests left in the sliding window of 60 seconds.",
  "X-RateLimit-Reset": "Unix seconds at which the oldest counted request leaves the window.",
  "X-RateLimit-Monthly-Limit": "Quota of the caller, in requests per calendar month (UTC).",
  "X-RateLimit-Monthly-Used": "Requests made this month, including this one.",
  "X-RateLimit-Monthly-Remaining": "Requests left this month.",
  "X-RateLimit-Monthly-Reset": "Unix seconds at which the next month begins.",
};

const REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  "Retry-After": "Seconds to wait before the next request.",
  "X-RateLimit-Detail":
    "Details of the rejection as compact JSON: kind, limit, used, remaining, reset_at, retry_after_seconds, tier, access, upgrade_url, message. Absent when the request itself is too large.",
  ...RATE_LIMIT_HEADERS,
};

const SNAPSHOT_HEADERS: Readonly<Record<string, string>> = {
  "X-Terrace-Snapshot": "Id of the snapshot that was read.",
  "X-Terrace-As-Of": "Time that the data is as of.",
  "X-Terrace-Missing":
    "Comma-separated dataset tables that the answer needs but that have no rows in the snapshot; absent if there are none.",
  "X-Terrace-Synthetic": '"true" when the data is synthetic: no real place, price or person.',
  "X-Terrace-Unknown-Fields": "Unknown fields of the request, if any.",
  "X-Request-Id": "Id of this request, for support.",
};

/** HTTP statuses of failed RPCs, with their codes. */
const FAILURES: Readonly<Record<string, string>> = {
  "400": "`invalid_argument` or `failed_precondition`: the message names the field and what is allowed.",
  "401": "`unauthenticated`: this method needs a token.",
  "403": "`permission_denied`: the User-Agent names no application, or a role is missing.",
  "404": "`not_found`: there is nothing with this key.",
  "415": "`unimplemented`: the Content-Type is not one of those listed in Accept-Post.",
  "429":
    "`resource_exhausted`: a rate limit or quota is exceeded, or the request or its answer is too large.",
  "500": "`internal`: a server error; its cause is logged under the request id.",
  "503": "`unavailable`: the server is overloaded, starting or stopping. Retry later.",
  "504": "`deadline_exceeded`: the timeout in Connect-Timeout-Ms has passed.",
};

export const errorSchema = {
  type: "object",
  description: "Why a call failed.",
  required: ["code"],
  properties: {
    code: {
      type: "string",
      enum: [
        "canceled",
        "deadline_exceeded",
        "failed_precondition",
        "internal",
        "invalid_argument",
        "not_found",
        "permission_denied",
        "resource_exhausted",
        "unauthenticated",
        "unavailable",
        "unimplemented",
        "unknown",
      ],
    },
    message: { type: "string", description: "For developers, in English." },
  },
} as const;

export function rpcResponses(answer: object): Record<string, object> {
  const success = {
    description:
      "The answer. A field with its default value is omitted; an absent field without a default is unknown.",
    headers: headersOf({ ...SNAPSHOT_HEADERS, ...RATE_LIMIT_HEADERS }),
    content: { "application/json": { schema: answer } },
  };
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  const failures = Object.entries(FAILURES).map(([status, description]) => [
    status,
    { description, ...failureHeaders(status), content: error },
  ]);
  return { "200": success, ...Object.fromEntries(failures) };
}

function failureHeaders(status: string): object {
  if (status === "429") return { headers: headersOf(REFUSAL_HEADERS) };
  if (status === "415") return { headers: headersOf({ "Accept-Post": "The supported request types." }) };
  return {};
}

function headersOf(texts: Readonly<Record<string, string>>): Record<string, object> {
  const headers = Object.entries(texts).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return Object.fromEntries(headers);
}

export const PLAIN_ERROR = {
  type: "object",
  required: ["code", "message", "error"],
  properties: {
    code: { type: "string", description: "Code of the error, as of an RPC." },
    message: { type: "string", description: "What went wrong." },
    error: { type: "string", description: "As message, or a word for the code; kept for earlier callers." },
  },
};
