import type { ServerResponse } from "node:http";
import { isHttp2, type RawRequest } from "../http/raw-request.ts";

interface HeadProblem {
  readonly status: 400 | 505;
  readonly message: string;
}

const HTTP1_VERSIONS: readonly string[] = ["1.0", "1.1"];

/** Checks the head: HTTP version, and two names for the host, as a proxy may have trusted the other. */
export function headProblem(request: RawRequest): HeadProblem | undefined {
  if (isHttp2(request)) {
    const { ":authority": authority, host = authority } = request.headers;
    return authority === undefined || host === authority
      ? undefined
      : { status: 400, message: "Host is not :authority; send one of them" };
  }
  if (!HTTP1_VERSIONS.includes(request.httpVersion)) {
    return { status: 505, message: `HTTP/${request.httpVersion} is not spoken here; send HTTP/1.1` };
  }
  const { rawHeaders } = request;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === "host") hosts++;
  }
  return hosts > 1 ? { status: 400, message: `${hosts} Host headers; send one` } : undefined;
}

/** Answers and closes the connection; neither counted nor logged. */
export function answerHeadProblem(response: ServerResponse, { status, message }: HeadProblem): void {
  const body = JSON.stringify({ code: status === 505 ? "unimplemented" : "invalid_argument", message });
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  // HTTP/2 has no such header, and only ends the stream.
  response.writeHead(status, isHttp2(response.req) ? headers : { ...headers, connection: "close" });
  response.end(body);
}

/** Host names and addresses with an optional port: nearly all requests. */
const PLAIN_AUTHORITY = /^[A-Za-z0-9._-]+(:\d{1,5})?$/;

/**
 * Returns a function that reports a missing or invalid `Host` or `:authority`. The Connect handlers build a
 * URL from it and would not answer at all.
 */
export function authorityRule(): (request: RawRequest) => string | undefined {
  // Nearly every request has the same host as the one before.
  let lastGood: string | undefined;
  return (request) => {
    const authority = "authority" in request ? request.authority : request.headers.host;
    if (authority !== undefined && (authority === lastGood || isAuthority(authority))) {
      lastGood = authority;
      return undefined;
    }
    return `Host is ${authority === undefined ? "missing" : `"${authority}"`}; a host name is required`;
  };
}

function isAuthority(authority: string): boolean {
  return PLAIN_AUTHORITY.test(authority) || (authority !== "" && URL.canParse("/", `http://${authority}`));
}
