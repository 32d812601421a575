import { brotliCompressSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { FilterSuburbsRequestSchema } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import type { RawRequest } from "./raw-http.ts";
import { COLUMNS_PATH, FILTER_PATH } from "./wire-server.ts";

export interface OddRequest extends RawRequest {
  readonly name: string;
  readonly status: number;
  /** Connect code of the error body; undefined when the body is not an error. */
  readonly code?: string;
  /** Text that the body holds. */
  readonly says?: string;
  /** Only meaningful, or only legal, over HTTP/1.1. */
  readonly http1Only?: boolean;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const PROTO_TYPE = { "Content-Type": "application/proto" };
const OK_JSON = '{"stateCode":"NSW","predicates":[{"metricKey":"a","min":7}]}';
const OK_PROTO = toBinary(
  FilterSuburbsRequestSchema,
  create(FilterSuburbsRequestSchema, { stateCode: "NSW", predicates: [{ metricKey: "a", min: 7 }] }),
);
const MEBIBYTE = 1024 * 1024;
const LIMIT = 64 * 1024;

function json(
  name: string,
  body: string | Uint8Array,
  status: number,
  more: Partial<OddRequest> & { headers?: Record<string, string> } = {},
): OddRequest {
  return { name, path: FILTER_PATH, body, status, ...more, headers: { ...JSON_TYPE, ...more.headers } };
}

function proto(
  name: string,
  body: string | Uint8Array,
  status: number,
  more: Partial<OddRequest> & { headers?: Record<string, string> } = {},
): OddRequest {
  return { name, path: FILTER_PATH, body, status, ...more, headers: { ...PROTO_TYPE, ...more.headers } };
}

function typed(name: string, type: string, status: number, more: Partial<OddRequest> = {}): OddRequest {
  return { name, path: FILTER_PATH, body: OK_JSON, status, headers: { "Content-Type": type }, ...more };
}

/** Requests at the edges of the protocol, each with the answer it must get on every route. */
export const ODD_REQUESTS: readonly OddRequest[] = [
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
  json("an empty body", "", 400, { code: "invalid_argument" }),
  proto("an empty binary body", "", 200),
  json("no JSON", "{", 400, { code: "invalid_argument" }),
  json("a JSON array", "[]", 400, { code: "invalid_argument" }),
  json("JSON null", "null", 400, { code: "invalid_argument" }),
  json("a wrong field type", '{"stateCode":1}', 400, { code: "invalid_argument" }),
  json("a float out of range", '{"predicates":[{"min":1e39}]}', 400, { code: "invalid_argument" }),
  json("a field given twice", '{"stateCode":"NSW","state_code":"VIC"}', 400, { code: "invalid_argument" }),
  json(
    "invalid UTF-8",
    Buffer.from([...Buffer.from('{"stateCode":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
    400,
    { code: "invalid_argument", says: "not UTF-8" },
  ),
  json("JSON nested 5,000 deep", `{"x":${"[".repeat(5000)}${"]".repeat(5000)}}`, 200),
  proto("truncated binary", OK_PROTO.subarray(0, 3), 400, {
    code: "invalid_argument",
    says: "parse binary: ",
  }),
  proto("an illegal tag", Buffer.from([0x07, 0x01]), 400, {
    code: "invalid_argument",
    says: "parse binary: ",
  }),
  proto("a string that is not UTF-8", Buffer.from([0x0a, 2, 0xff, 0xfe]), 400, { code: "invalid_argument" }),
  proto("an unknown binary field", Buffer.from([0x98, 0x06, 0x01]), 200),
  json("version 1", OK_JSON, 200, { headers: { "Connect-Protocol-Version": "1" } }),
  json("version 2", OK_JSON, 400, {
    headers: { "Connect-Protocol-Version": "2" },
    code: "invalid_argument",
    says: 'got \\"2\\"',
  }),
  json("an empty version", OK_JSON, 400, {
    headers: { "Connect-Protocol-Version": "" },
    code: "invalid_argument",
  }),
  json("a long timeout", OK_JSON, 200, { headers: { "Connect-Timeout-Ms": "9999999999" } }),
  json("a timeout of 11 digits", OK_JSON, 400, {
    headers: { "Connect-Timeout-Ms": "99999999999" },
    code: "invalid_argument",
    says: "99999999999",
  }),
  json("a negative timeout", OK_JSON, 400, {
    headers: { "Connect-Timeout-Ms": "-1" },
    code: "invalid_argument",
  }),
  json("a timeout that is not a number", OK_JSON, 400, {
    headers: { "Connect-Timeout-Ms": "1s" },
    code: "invalid_argument",
  }),
  json("an empty timeout", OK_JSON, 400, { headers: { "Connect-Timeout-Ms": "" }, code: "invalid_argument" }),
  json("a timeout of zero", OK_JSON, 504, {
    headers: { "Connect-Timeout-Ms": "0" },
    code: "deadline_exceeded",
  }),
  json("a timeout that passes, the method listening", '{"stateCode":"wait"}', 504, {
    headers: { "Connect-Timeout-Ms": "20" },
    code: "deadline_exceeded",
  }),
  json("a timeout that passes, the method deaf", '{"stateCode":"deaf"}', 504, {
    headers: { "Connect-Timeout-Ms": "20" },
    code: "deadline_exceeded",
  }),
  json("a bad body and no time left", "{", 400, {
    headers: { "Connect-Timeout-Ms": "0" },
    code: "invalid_argument",
  }),
  json("a gzip body", gzipSync(OK_JSON), 200, { headers: { "Content-Encoding": "gzip" }, says: "NSW" }),
  json("a brotli body", brotliCompressSync(OK_JSON), 200, {
    headers: { "Content-Encoding": "br" },
    says: "NSW",
  }),
  json("the identity encoding", OK_JSON, 200, { headers: { "Content-Encoding": "identity" }, says: "NSW" }),
  json("an unknown encoding", OK_JSON, 501, {
    headers: { "Content-Encoding": "zstd" },
    code: "unimplemented",
    says: "gzip,br",
  }),
  json("a gzip body that is none", OK_JSON, 400, {
    headers: { "Content-Encoding": "gzip" },
    code: "invalid_argument",
    says: "decompression failed",
  }),
  json("a truncated gzip body", gzipSync(OK_JSON).subarray(0, 25), 400, {
    headers: { "Content-Encoding": "gzip" },
    code: "invalid_argument",
  }),
  json("a truncated brotli body", brotliCompressSync(OK_JSON).subarray(0, 25), 400, {
    headers: { "Content-Encoding": "br" },
    code: "invalid_argument",
  }),
  proto("an empty gzip body", "", 200, { headers: { "Content-Encoding": "gzip" } }),
  json("a gzip bomb", gzipSync(Buffer.alloc(20 * MEBIBYTE, 32)), 429, {
    headers: { "Content-Encoding": "gzip" },
    code: "resource_exhausted",
  }),
  json("gzip accepted for a big answer", '{"stateCode":"big"}', 200, {
    headers: { "Accept-Encoding": "gzip" },
  }),
  json("brotli first for a big answer", '{"stateCode":"big"}', 200, {
    headers: { "Accept-Encoding": "br, gzip" },
  }),
  proto("gzip accepted for a big binary answer", Buffer.from([0x0a, 3, ...Buffer.from("big")]), 200, {
    headers: { "Accept-Encoding": "deflate,gzip" },
  }),
  json("a weighted encoding, which Connect does not read", '{"stateCode":"big"}', 200, {
    headers: { "Accept-Encoding": "gzip;q=1.0" },
    says: '"matchCount":20000',
  }),
  json("an empty accept encoding after a gzip body", gzipSync('{"stateCode":"big"}'), 200, {
    headers: { "Content-Encoding": "gzip", "Accept-Encoding": "" },
  }),
  json("gzip accepted for a small answer", OK_JSON, 200, {
    headers: { "Accept-Encoding": "gzip" },
    says: "NSW",
  }),
  json("gzip accepted for a long error", '{"stateCode":"reject"}', 404, {
    headers: { "Accept-Encoding": "gzip" },
  }),
  json("a body of 64 KiB", OK_JSON.padEnd(LIMIT), 200, { says: "NSW" }),
  json("a body of 64 KiB and one byte", OK_JSON.padEnd(LIMIT + 1), 429, { code: "resource_exhausted" }),
  json("a chunked body", OK_JSON, 200, { chunked: true, http1Only: true, says: "NSW" }),
  json("a chunked body over the limit", OK_JSON.padEnd(LIMIT + 1), 429, {
    chunked: true,
    http1Only: true,
    code: "resource_exhausted",
  }),
  json("an error with a message outside ASCII", '{"stateCode":"not_found"}', 404, {
    code: "not_found",
    says: "é",
  }),
  json("a method that crashes", '{"stateCode":"crash"}', 500, { code: "internal", says: '"internal error"' }),
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
  json("a host that is none", OK_JSON, 400, {
    headers: { Host: "[" },
    http1Only: true,
    code: "invalid_argument",
  }),
  json("an empty host", OK_JSON, 400, { headers: { Host: "" }, http1Only: true, code: "invalid_argument" }),
];
