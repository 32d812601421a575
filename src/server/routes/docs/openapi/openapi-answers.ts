/** A window without a limit sends none of its headers. */
export const RATE_LIMIT_HEADERS: Readonly<Record<string, string>> = {
  "X-RateLimit-Limit": "Requests a minute that the caller may make.",
  "X-RateLimit-Remaining": "Requests left in the last 60 seconds.",
  "X-RateLimit-Reset": "Unix seconds at which the oldest counted request leaves the window.",
  "X-RateLimit-Monthly-Limit": "Requests a calendar month (UTC) that the caller may make.",
  "X-RateLimit-Monthly-Used": "Requests made this month, this one included.",
  "X-RateLimit-Monthly-Remaining": "Requests left this month.",
  "X-RateLimit-Monthly-Reset": "Unix seconds at which the next month begins.",
};

const REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  "Retry-After": "Seconds to wait before the next request.",
  "X-RateLimit-Detail":
    "The refusal as compact JSON: kind, limit, used, remaining, reset_at, retry_after_seconds, tier, access, upgrade_url, message. Absent when the request itself is too large.",
  ...RATE_LIMIT_HEADERS,
};

const SNAPSHOT_HEADERS: Readonly<Record<string, string>> = {
  "X-Terrace-Snapshot": "Id of the snapshot that was read.",
  "X-Terrace-As-Of": "Instant that the data is as of.",
  "X-Terrace-Missing":
    "Dataset tables that the answer is made from and that have no rows in the snapshot, with commas between; absent when there are none.",
  "X-Terrace-Synthetic": '"true" when the data is made up: no real place, price or person.',
  "X-Terrace-Unknown-Fields": "Fields of the request that the method does not have, when there are any.",
  "X-Request-Id": "Id of this request, for support.",
};

/** HTTP statuses of failed RPCs, with their codes. */
const FAILURES: Readonly<Record<string, string>> = {
  "400": "`invalid_argument` or `failed_precondition`: the message names the field and what is allowed.",
  "401": "`unauthenticated`: this method needs a token.",
  "403": "`permission_denied`: the User-Agent names no application, or a role is missing.",
  "404": "`not_found`: nothing has this key.",
  "415": "`unimplemented`: the Content-Type is none of those that Accept-Post names.",
  "429": "`resource_exhausted`: a limit is reached, or the request or its answer is too large.",
  "500": "`internal`: our fault; the cause is in our log under the request id.",
  "503": "`unavailable`: too many calls wait, or the server is starting or stopping. Try again.",
  "504": "`deadline_exceeded`: the time in Connect-Timeout-Ms is over.",
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
      "The answer. A field at its default is left out; one without a default is unknown when it is absent.",
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
  if (status === "415")
    return { headers: headersOf({ "Accept-Post": "The types that a request may have." }) };
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
