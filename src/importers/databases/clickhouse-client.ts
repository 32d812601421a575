import type { ClickHouseClient } from "@clickhouse/client";
import { optionalPackage } from "../../runtime/node/optional-package.ts";

/** Client for `clickhouse://user:password@host:port/database`; `?secure=true` for TLS. */
export function clickHouseClient(url: string, need: string, requestTimeoutMs?: number): ClickHouseClient {
  const { ClickHouseLogLevel, createClient } = optionalPackage<typeof import("@clickhouse/client")>(
    "@clickhouse/client",
    need,
  );
  const given = new URL(url.replace(/^clickhouse/, "http"));
  return createClient({
    url: `${given.searchParams.get("secure") === "true" ? "https" : "http"}://${given.host}`,
    username: decodeURIComponent(given.username) || "default",
    password: decodeURIComponent(given.password),
    database: given.pathname.slice(1) || "default",
    // Callers report failures.
    log: { level: ClickHouseLogLevel.OFF },
    ...(requestTimeoutMs === undefined ? {} : { request_timeout: requestTimeoutMs }),
  });
}

export const identifier = (name: string): string =>
  `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;

export const literal = (value: string): string =>
  `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
