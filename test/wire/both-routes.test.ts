import { brotliCompressSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FilterSuburbsRequestSchema } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../support/run/fixtures.ts";
import {
  exchange,
  exchangeHttp2,
  type RawReply,
  type RawRequest,
  requestBytes,
} from "../support/wire/raw-http.ts";
import { COLUMNS_PATH, FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

interface OddRequest extends RawRequest {
  readonly name: string;
  readonly status: number;
  /** Connect code of the error body; undefined if the body is not an error. */
  readonly code?: string;
  /** A string in the body. */
  readonly says?: string;
  /** Only meaningful, or only legal, over HTTP/1.1. */
  readonly http1Only?: boolean;
}

const OK_JSON = '{"stateCode":"NSW","predicates":[{"metricKey":"a","min":7}]}';
const OK_PROTO = toBinary(
  FilterSuburbsRequestSchema,
  create(FilterSuburbsRequestSchema, { stateCode: "NSW", predicates: [{ metricKey: "a", min: 7 }] }),
);
const MEBIBYTE = 1024 * 1024;
const LIMIT = 64 * 1024;

/** The default error code of an HTTP status. */
const CODES: Readonly<Record<number, string>> = {
  400: "invalid_argument",
  429: "resource_exhausted",
  500: "internal",
  501: "unimplemented",
  504: "deadline_exceeded",
};

type More = Partial<OddRequest>;
type Body = string | Uint8Array;

function typed(name: string, type: string, status: number, more: More = {}): OddRequest {
  const code = CODES[status];
  const given = { name, path: FILTER_PATH, body: OK_JSON, status, ...(code && { code }), ...more };
  return { ...given, headers: { "Content-Type": type, ...more.headers } };
}

const json = (name: string, body: Body, status: number, more: More = {}) =>
  typed(name, "application/json", status, { body, ...more });

const proto = (name: string, body: Body, status: number, more: More = {}) =>
  typed(name, "application/proto", status, { body, ...more });

/** Valid JSON, or another body, with a header written as on the wire. */
function headed(name: string, header: string, status: number, body: Body = OK_JSON, more: More = {}) {
  const [key, value] = header.split(/: ?/);
  return json(name, body, status, { headers: { [key]: value }, ...more });
}

const big = '{"stateCode":"big"}';

/** Requests at the edges of the protocol, with the response expected on every route. */
const ODD_REQUESTS: readonly OddRequest[] = [
  json("plain JSON", OK_JSON, 200, { says: '"indexVersion":"NSW"' }),
  proto("plain binary", OK_PROTO, 200, { says: "NSW" }),
  json("snake_case names", '{"state_code":"NSW","predicates":[{"metric_key":"a","min":7}]}', 200, {
    says: "NSW",
  }),
  json("an unknown field", '{"stateCode":"NSW","nope":{"a":[1]}}', 200, { says: "NSW" }),
  json("an empty object", "{}", 200),
  json("blanks around the object", " \n{} \t", 200),
  json("a byte order mark", "\uFEFF{}", 200),
  json("an int as a string, where a float is due", '{"predicates":[{"min":"7"}]}', 200),
  json("an answer with all fields at zero", '{"stateCode":"empty"}', 200, { says: "{}" }),
  proto("an empty binary answer", Buffer.from([0x0a, 5, ...Buffer.from("empty")]), 200),
  json("an empty body", "", 400),
  proto("an empty binary body", "", 200),
  json("no JSON", "{", 400),
  json("a JSON array", "[]", 400),
  json("JSON null", "null", 400),
  json("a JSON text", '"text"', 400),
  json("two JSON objects", "{}{}", 400),
  json("a wrong field type", '{"stateCode":1}', 400),
  json("a float out of range", '{"predicates":[{"min":1e39}]}', 400),
  json("a field given twice", '{"stateCode":"NSW","state_code":"VIC"}', 400),
  json("invalid UTF-8", Buffer.from('{"stateCode":"\xff\xfe"}', "latin1"), 400, { says: "not UTF-8" }),
  json("JSON nested 5,000 deep", `{"x":${"[".repeat(5000)}${"]".repeat(5000)}}`, 200),
  proto("truncated binary", OK_PROTO.subarray(0, 3), 400, { says: "parse binary: " }),
  proto("an illegal tag", Buffer.from([0x07, 0x01]), 400, { says: "parse binary: " }),
  proto("a string that is not UTF-8", Buffer.from([0x0a, 2, 0xff, 0xfe]), 400),
  proto("an unknown binary field", Buffer.from([0x98, 0x06, 0x01]), 200),
  headed("version 1", "Connect-Protocol-Version: 1", 200),
  headed("version 2", "Connect-Protocol-Version: 2", 400, OK_JSON, { says: 'got \\"2\\"' }),
  headed("an empty version", "Connect-Protocol-Version: ", 400),
  headed("a long timeout", "Connect-Timeout-Ms: 9999999999", 200),
  headed("a timeout of 11 digits", "Connect-Timeout-Ms: 99999999999", 400, OK_JSON, { says: "99999999999" }),
  headed("a negative timeout", "Connect-Timeout-Ms: -1", 400),
  headed("a timeout that is not a number", "Connect-Timeout-Ms: 1s", 400),
  headed("a timeout in hexadecimal digits", "Connect-Timeout-Ms: 0x10", 400),
  headed("a timeout with a fraction", "Connect-Timeout-Ms: 1.5", 400),
  headed("an empty timeout", "Connect-Timeout-Ms: ", 400),
  headed("a timeout of zero", "Connect-Timeout-Ms: 0", 504),
  headed(
    "a timeout that passes, the method listening",
    "Connect-Timeout-Ms: 20",
    504,
    '{"stateCode":"wait"}',
  ),
  headed("a timeout that passes, the method deaf", "Connect-Timeout-Ms: 20", 504, '{"stateCode":"deaf"}'),
  proto("binary of version 2", OK_PROTO, 400, { headers: { "Connect-Protocol-Version": "2" } }),
  proto("binary in an unknown encoding", OK_PROTO, 501, { headers: { "Content-Encoding": "foo" } }),
  proto("binary with a timeout that is none", OK_PROTO, 400, { headers: { "Connect-Timeout-Ms": "soon" } }),
  proto("binary with a timeout of zero", OK_PROTO, 504, { headers: { "Connect-Timeout-Ms": "0" } }),
  headed("a bad body and no time left", "Connect-Timeout-Ms: 0", 400, "{"),
  headed("a gzip body", "Content-Encoding: gzip", 200, gzipSync(OK_JSON), { says: "NSW" }),
  headed("a brotli body", "Content-Encoding: br", 200, brotliCompressSync(OK_JSON), { says: "NSW" }),
  headed("the identity encoding", "Content-Encoding: identity", 200, OK_JSON, { says: "NSW" }),
  headed("an unknown encoding", "Content-Encoding: zstd", 501, OK_JSON, { says: "gzip,br" }),
  headed("a gzip body that is none", "Content-Encoding: gzip", 400, OK_JSON, {
    says: "decompression failed",
  }),
  headed("a truncated gzip body", "Content-Encoding: gzip", 400, gzipSync(OK_JSON).subarray(0, 25)),
  headed("a truncated brotli body", "Content-Encoding: br", 400, brotliCompressSync(OK_JSON).subarray(0, 25)),
  proto("an empty gzip body", "", 200, { headers: { "Content-Encoding": "gzip" } }),
  headed("a gzip bomb", "Content-Encoding: gzip", 429, gzipSync(Buffer.alloc(20 * MEBIBYTE, 32))),
  headed("gzip accepted for a big answer", "Accept-Encoding: gzip", 200, big),
  headed("brotli first for a big answer", "Accept-Encoding: br, gzip", 200, big),
  proto("gzip accepted for a big binary answer", Buffer.from([0x0a, 3, ...Buffer.from("big")]), 200, {
    headers: { "Accept-Encoding": "deflate,gzip" },
  }),
  headed("a weighted encoding, which Connect does not read", "Accept-Encoding: gzip;q=1.0", 200, big, {
    says: '"matchCount":20000',
  }),
  json("an empty accept encoding after a gzip body", gzipSync(big), 200, {
    headers: { "Content-Encoding": "gzip", "Accept-Encoding": "" },
  }),
  headed("gzip accepted for a small answer", "Accept-Encoding: gzip", 200, OK_JSON, { says: "NSW" }),
  headed("gzip accepted for a long error", "Accept-Encoding: gzip", 404, '{"stateCode":"reject"}'),
  json("a body of 64 KiB", OK_JSON.padEnd(LIMIT), 200, { says: "NSW" }),
  json("a body of 64 KiB and one byte", OK_JSON.padEnd(LIMIT + 1), 429),
  json("a chunked body", OK_JSON, 200, { chunked: true, http1Only: true, says: "NSW" }),
  json("a chunked body over the limit", OK_JSON.padEnd(LIMIT + 1), 429, { chunked: true, http1Only: true }),
  json("an error with a message outside ASCII", '{"stateCode":"not_found"}', 404, {
    code: "not_found",
    says: "é",
  }),
  json("a method that crashes", '{"stateCode":"crash"}', 500, { says: '"internal error"' }),
  json("a method that names its snapshot", '{"stateCode":"pin"}', 200),
  json("a method that names its snapshot and fails", '{"stateCode":"pin-then-fail"}', 400, {
    code: "failed_precondition",
  }),
  {
    ...json("an encoded answer as JSON", '{"metricKeys":["a","b"]}', 200, { says: "[0.1,2.5," }),
    path: COLUMNS_PATH,
  },
  { ...proto("an encoded binary answer", Buffer.from([0x12, 1, 0x61]), 200), path: COLUMNS_PATH },
  typed("a charset", "application/json; charset=utf-8", 200, { says: "NSW" }),
  typed("a charset without a blank, in capitals", "application/JSON;charset=UTF-8", 200, { says: "NSW" }),
  typed("another charset", "application/json; charset=latin1", 415),
  typed("a binary type in capitals", "Application/Proto", 200, { body: OK_PROTO }),
  typed("plain text", "text/plain", 415),
  typed("a form", "application/x-www-form-urlencoded", 415),
  typed("a type that is none", ";;;", 415),
  typed("an empty type", "", 415),
  typed("a Connect stream type", "application/connect+json", 415),
  { name: "no content type", path: FILTER_PATH, body: OK_JSON, status: 415 },
  { name: "no content type and no body", path: FILTER_PATH, status: 415 },
  { ...json("HEAD", "", 405), method: "HEAD", body: "" },
  { ...json("PUT", OK_JSON, 405), method: "PUT" },
  { ...json("DELETE", "", 405), method: "DELETE" },
  { ...json("OPTIONS", "", 405), method: "OPTIONS" },
  json("an unknown method", "{}", 404, {
    path: "/shorts.v1alpha1.HousingService/Nope",
    code: "unimplemented",
  }),
  json("a path in other case", "{}", 404, { path: FILTER_PATH.toLowerCase(), code: "unimplemented" }),
  json("a query string", OK_JSON, 200, { path: `${FILTER_PATH}?a=b`, says: "NSW" }),
  headed("a host that is none", "Host: [", 400, OK_JSON, { http1Only: true }),
  headed("an empty host", "Host: ", 400, OK_JSON, { http1Only: true }),
];

const own = opened(() => startWireServer());
const plain = opened(() => startWireServer({ ownUnaryRoute: false }));

function check(reply: RawReply, expected: { status: number; code?: string; says?: string }): void {
  const text = reply.body.toString();
  expect(reply.status, text).toBe(expected.status);
  if (expected.code !== undefined) expect(JSON.parse(text)).toMatchObject({ code: expected.code });
  if (expected.says !== undefined) expect(text).toContain(expected.says);
  expect(text).not.toContain("secret");
  const names = reply.headers.map(([name]) => name.toLowerCase());
  if (expected.code !== undefined) {
    const type = reply.headers[names.indexOf("content-type")]?.[1];
    expect(type).toMatch(/^application\/json(; charset=utf-8)?$/);
  }
  expect(names).not.toContain("x-ratelimit-detail");
  if (reply.status === 415) expect(names).toContain("accept-post");
  if (reply.status === 405) expect(names).toContain("allow");
}

describe("takeOverUnaryPost", () => {
  it.each(ODD_REQUESTS)("cannot be told from connect-fastify over HTTP/1.1 by $name", async (request) => {
    const bytes = requestBytes(request);
    const [fast, reference] = await Promise.all([exchange(own.port, bytes), exchange(plain.port, bytes)]);
    check(reference, request);
    expect(fast).toEqual(reference);
  });

  it.each(ODD_REQUESTS.filter((request) => !request.http1Only))(
    "cannot be told from connect-fastify over HTTP/2 by $name",
    async (request) => {
      const [fast, reference] = await Promise.all([
        exchangeHttp2(own.url, request),
        exchangeHttp2(plain.url, request),
      ]);
      check(reference, request);
      expect(fast).toEqual(reference);
    },
  );
});
