import type { IncomingHttpHeaders } from "node:http";
import type { ConnectError } from "@connectrpc/connect";
import { type Compression, compressionNegotiate } from "@connectrpc/connect/protocol";
import { parseContentType, parseTimeout } from "@connectrpc/connect/protocol-connect";
import { acceptedCompression } from "../../wire/compression/compression.ts";
import { protocolVersionError } from "./connect-request-errors.ts";

export type WireFormat = "json" | "proto";

/** The format of a content type; undefined if it is not one of a unary Connect call. */
export function unaryFormat(contentType: string | undefined): WireFormat | undefined {
  if (contentType === "application/json") return "json";
  if (contentType === "application/proto") return "proto";
  if (contentType === undefined) return undefined;
  const type = parseContentType(contentType);
  if (type === undefined || type.stream) return undefined;
  return type.binary ? "proto" : "json";
}

export interface UnaryDemands {
  /** The first error in the headers. */
  readonly error: ConnectError | undefined;
  readonly timeoutMs: number | undefined;
  readonly requestCompression: Compression | null;
  readonly responseCompression: Compression | null;
}

const NO_DEMANDS: UnaryDemands = {
  error: undefined,
  timeoutMs: undefined,
  requestCompression: null,
  responseCompression: null,
};

/** Parses version, encodings and timeout. Errors have the same precedence as in the Connect handlers. */
export function unaryDemands(headers: IncomingHttpHeaders): UnaryDemands {
  const version = headers["connect-protocol-version"] as string | undefined;
  const timeout = headers["connect-timeout-ms"] as string | undefined;
  const encoding = headers["content-encoding"];
  const accepted = headers["accept-encoding"] as string | undefined;
  if (timeout === undefined && encoding === undefined && accepted === undefined) {
    if (version === undefined || version === "1") return NO_DEMANDS;
  }
  const negotiated = compressionNegotiate(
    acceptedCompression,
    encoding ?? null,
    accepted ?? null,
    "Accept-Encoding",
  );
  const deadline = parseTimeout(timeout ?? null, Number.MAX_SAFE_INTEGER);
  return {
    error: protocolVersionError(version) ?? negotiated.error ?? deadline.error,
    timeoutMs: deadline.timeoutMs,
    requestCompression: negotiated.request,
    responseCompression: negotiated.response,
  };
}
