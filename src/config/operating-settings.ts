import { type ConfigOf, choice, integer, milliseconds, onOff, secret, text } from "./setting.ts";

/** Settings of the ports, logs and limits that an operator adjusts. */
export const OPERATING_SETTINGS = {
  tlsKeyFile: text(
    "",
    "PEM file with the private key; together with the certificate it enables TLS",
    "TERRACE_TLS_KEY",
  ),
  tlsCertFile: text("", "PEM file with the certificate and its chain", "TERRACE_TLS_CERT"),
  metricsPort: integer(
    [0, 65535],
    0,
    "separate port for GET /metrics, without authentication; 0 disables it",
  ),
  metricsToken: secret(
    "bearer token for GET /metrics on the main port, at least 16 characters; empty disables the endpoint",
  ),
  requestLog: onOff(true, "off disables the access log; failures are still logged with their cause"),
  logFormat: choice(
    ["auto", "json", "text"],
    "auto",
    "log format; auto is text on a terminal and json elsewhere",
  ),
  strictFields: onOff(
    false,
    "on rejects JSON requests with unknown fields; off names them in a response header; start turns it on",
  ),
  // Revalidation costs no engine work, and a takedown takes effect with the next request.
  cacheControl: text(
    "no-cache",
    "Cache-Control header of GET calls; public, max-age=60 lets caches answer for a minute",
  ),
  headersTimeoutMs: milliseconds(
    10_000,
    "timeout for receiving the request headers; then the connection is closed",
  ),
  bodyTimeoutMs: milliseconds(
    30_000,
    "timeout for receiving the whole request; then the connection is closed",
  ),
  // A GET request is in the URL, which counts as head.
  maxHeaderBytes: integer(
    [1024, 1_048_576],
    32_768,
    "max size of the request headers, URL included; more is rejected with 431",
  ),
  answerTimeoutMs: milliseconds(
    60_000,
    "timeout for clients to read a response or file chunk; then the connection or HTTP/2 stream is closed",
  ),
  unreadAnswersMb: integer(
    [32, 65_536],
    128,
    "max memory for responses that clients have not read yet; beyond it the oldest are dropped",
  ),
  maxConnections: integer(
    [1, 1_000_000],
    20_000,
    "max open connections, a quarter of them per address; more are closed at once",
  ),
  // A Parquet export buffers up to 10 MB, the other formats a fraction of it.
  exportsAtOnce: integer(
    [1, 1000],
    8,
    "max concurrent downloads (/v1/….csv and others), half of them per caller; more are rejected " +
      "with 503, and under pressure the slowest reader or a caller with over a quarter is cut off",
  ),
  // Each takes memory for its columns, and for its tables once they are used.
  openSnapshots: integer(
    [1, 64],
    4,
    "max open snapshots in addition to the current one, for calls under /at/; calls for others wait",
  ),
  hookTimeoutMs: milliseconds(10_000, "timeout of a webhook delivery; then it is retried later"),
  from: text(
    "",
    "URL of a published data directory to replicate, such as https://data.example/terrace/; " +
      "--data-dir is then its cache",
  ),
  fromRedirectHosts: text(
    "",
    "comma-separated allowlist of host names that --from may redirect to, in addition to its own",
  ),
  // A check that finds nothing new is one request of a few hundred bytes.
  fromEveryMs: milliseconds(5000, "how often to poll --from for a newer snapshot"),
};

export type OperatingConfig = ConfigOf<typeof OPERATING_SETTINGS>;
