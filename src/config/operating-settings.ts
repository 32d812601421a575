import { type ConfigOf, choice, integer, milliseconds, onOff, secret, text } from "./setting.ts";

/** Settings of the ports, logs and limits that an operator adjusts. */
export const OPERATING_SETTINGS = {
  tlsKeyFile: text(
    "",
    "PEM file with the private key; with it and the certificate the port speaks TLS",
    "TERRACE_TLS_KEY",
  ),
  tlsCertFile: text("", "PEM file with the certificate and its chain", "TERRACE_TLS_CERT"),
  metricsPort: integer(
    [0, 65535],
    0,
    "port of its own for GET /metrics, open to all who reach it; 0 opens none",
  ),
  metricsToken: secret(
    "bearer token for GET /metrics on the main port, at least 16 characters; without one it is not there",
  ),
  requestLog: onOff(true, "off writes no line a request; failures are still written with their cause"),
  logFormat: choice(
    ["auto", "json", "text"],
    "auto",
    "json for programs, text for people; auto is text on a terminal and json elsewhere",
  ),
  strictFields: onOff(
    false,
    "on refuses JSON requests with fields that the method does not have; off names them in a header; start turns it on",
  ),
  // Revalidation costs no engine work, and a takedown takes effect with the next request.
  cacheControl: text(
    "no-cache",
    "Cache-Control of calls by GET; public, max-age=60 lets caches answer for a minute",
  ),
  headersTimeoutMs: milliseconds(
    10_000,
    "longest a caller may take to send a request's head; then the connection is closed",
  ),
  bodyTimeoutMs: milliseconds(
    30_000,
    "longest a caller may take to send a whole request; then the connection is closed",
  ),
  // A GET request is in the URL, which counts as head.
  maxHeaderBytes: integer(
    [1024, 1_048_576],
    32_768,
    "most bytes of a request's head, URL included; more is refused with 431",
  ),
  answerTimeoutMs: milliseconds(
    60_000,
    "longest a caller may take to read an answer, or a piece of a file; then its connection, or its HTTP/2 call, is closed",
  ),
  unreadAnswersMb: integer(
    [32, 65_536],
    128,
    "memory for answers that callers have not read yet; over it the oldest are given up",
  ),
  maxConnections: integer(
    [1, 1_000_000],
    20_000,
    "connections open at once, a quarter of them from one address; more are closed as they come",
  ),
  // A Parquet export buffers up to 10 MB, the other formats a fraction of it.
  exportsAtOnce: integer(
    [1, 1000],
    8,
    "files (/v1/….csv and others) that are sent at once, half of them to one caller; more are refused with 503, and while some are, the slowest reader and a caller with more than a quarter give way",
  ),
  // Each takes memory for its columns, and for its tables once they are used.
  openSnapshots: integer(
    [1, 64],
    4,
    "snapshots next to the current one that are open at once, for callers under /at/; others wait",
  ),
  hookTimeoutMs: milliseconds(
    10_000,
    "longest that a hook may take to answer a message; then it is retried later",
  ),
  from: text(
    "",
    "address of a published data directory that serve follows, such as https://data.example/terrace/; --data-dir is then its cache",
  ),
  fromRedirectHosts: text(
    "",
    "comma list of host names that this address may redirect to, in addition to its own",
  ),
  // A check that finds nothing new is one request of a few hundred bytes.
  fromEveryMs: milliseconds(5000, "how often that address is looked at"),
};

export type OperatingConfig = ConfigOf<typeof OPERATING_SETTINGS>;
