import type { ConfigOf, Setting } from "./setting.ts";

const text = { type: "text" } as const;
const milliseconds = { type: "integer", min: 100, max: 3_600_000 } as const;

/** The settings of the port itself and of what an operator sees of it. */
export const OPERATING_SETTINGS = [
  {
    key: "tlsKeyFile",
    formerEnv: "TERRACE_TLS_KEY",
    kind: text,
    fallback: "",
    doc: "PEM file with the private key; with it and the certificate the port speaks TLS",
  },
  {
    key: "tlsCertFile",
    formerEnv: "TERRACE_TLS_CERT",
    kind: text,
    fallback: "",
    doc: "PEM file with the certificate and its chain",
  },
  {
    key: "metricsPort",
    kind: { type: "integer", min: 0, max: 65535 },
    fallback: 0,
    doc: "port of its own for GET /metrics, open to all who reach it; 0 opens none",
  },
  {
    key: "metricsToken",
    kind: { type: "secret" },
    fallback: "",
    doc: "bearer token for GET /metrics on the main port, at least 16 characters; without one it is not there",
  },
  {
    key: "requestLog",
    kind: { type: "switch" },
    fallback: true,
    doc: "off writes no line a request; failures are still written with their cause",
  },
  {
    key: "logFormat",
    kind: { type: "choice", values: ["auto", "json", "text"] },
    fallback: "auto",
    doc: "json for programs, text for people; auto is text on a terminal and json elsewhere",
  },
  {
    key: "strictFields",
    kind: { type: "switch" },
    fallback: false,
    doc: "on refuses JSON requests with fields that the method does not have; off names them in a header; start turns it on",
  },
  {
    key: "cacheControl",
    kind: text,
    // A cache that asks again each time costs no engine work, and a takedown counts from the next request on.
    fallback: "no-cache",
    doc: "Cache-Control of calls by GET; public, max-age=60 lets caches answer for a minute",
  },
  {
    key: "headersTimeoutMs",
    kind: milliseconds,
    fallback: 10_000,
    doc: "longest a caller may take to send a request's head; then the connection is closed",
  },
  {
    key: "bodyTimeoutMs",
    kind: milliseconds,
    fallback: 30_000,
    doc: "longest a caller may take to send a whole request; then the connection is closed",
  },
  {
    key: "maxHeaderBytes",
    kind: { type: "integer", min: 1024, max: 1_048_576 },
    // GET carries its request in the URL, which counts as head.
    fallback: 32_768,
    doc: "most bytes of a request's head, URL included; more is refused with 431",
  },
  {
    key: "answerTimeoutMs",
    kind: milliseconds,
    fallback: 60_000,
    doc: "longest a caller may take to read an answer, or a piece of a file; then its connection, or its HTTP/2 call, is closed",
  },
  {
    key: "unreadAnswersMb",
    kind: { type: "integer", min: 32, max: 65_536 },
    fallback: 128,
    doc: "memory for answers that callers have not read yet; over it the oldest are given up",
  },
  {
    key: "maxConnections",
    kind: { type: "integer", min: 1, max: 1_000_000 },
    fallback: 20_000,
    doc: "connections open at once, a quarter of them from one address; more are closed as they come",
  },
  {
    key: "exportsAtOnce",
    kind: { type: "integer", min: 1, max: 1000 },
    // A Parquet file holds up to 10 MB while it is written, the other formats a fraction of it.
    fallback: 8,
    doc: "files (/v1/….csv and others) that are sent at once, half of them to one caller; more are refused with 503, and while some are, the slowest reader and a caller with more than a quarter give way",
  },
  {
    key: "openSnapshots",
    kind: { type: "integer", min: 1, max: 64 },
    // Each takes the memory of its columns, and of its tables once they are asked.
    fallback: 4,
    doc: "snapshots next to the current one that are open at once, for callers under /at/; others wait",
  },
  {
    key: "hookTimeoutMs",
    kind: milliseconds,
    fallback: 10_000,
    doc: "longest that a hook may take to answer a message; then it is retried later",
  },
  {
    key: "from",
    kind: text,
    fallback: "",
    doc: "address of a published data directory that serve follows, such as https://data.example/terrace/; --data-dir is then its cache",
  },
  {
    key: "fromRedirectHosts",
    kind: text,
    fallback: "",
    doc: "comma list of host names that this address may redirect to, in addition to its own",
  },
  {
    key: "fromEveryMs",
    kind: milliseconds,
    // A look that finds nothing new is one request of a few hundred bytes.
    fallback: 5000,
    doc: "how often that address is looked at",
  },
] as const satisfies readonly Setting[];

export type OperatingConfig = ConfigOf<typeof OPERATING_SETTINGS>;
