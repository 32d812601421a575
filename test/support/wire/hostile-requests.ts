import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { create, type DescMessage, fromJson, toBinary } from "@bufbuild/protobuf";
import { fullName } from "../../../src/domains/domain.ts";
import { productServices } from "../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../src/domains/samples.ts";
import type { RawRequest } from "./raw-http.ts";

export interface HostileRequest extends RawRequest {
  readonly kind: string;
}

const MEBIBYTE = 2 ** 20;
const METHODS = productServices.flatMap((service) =>
  service.methods.map((method) => ({
    path: `/${service.typeName}/${method.name}`,
    json: JSON.stringify(SAMPLE_REQUESTS.get(fullName(method)) ?? {}),
    proto: sampleBytes(method.input, SAMPLE_REQUESTS.get(fullName(method)) ?? {}),
  })),
);

const BOMBS = {
  gzip: Buffer.concat(Array.from({ length: 15 }, () => gzipSync(Buffer.alloc(64 * MEBIBYTE, " ")))),
  br: brotliCompressSync(Buffer.alloc(256 * MEBIBYTE, " "), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  }),
};

/** Wire tags of ExploreRequest.filter and FilterExpression.not. */
const FILTER_TAG = 0x12;
const NOT_TAG = 0x1a;

const CONTENT_TYPES = [
  "application/json",
  "application/proto",
  "application/grpc-web+proto",
  "application/grpc-web+json",
  "application/connect+json",
  "application/json; charset=latin1",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/",
  ";",
];

const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  "Content-Encoding": ["gzip", "br", "deflate", "zstd", "identity", "gzip, gzip", "\u00ff"],
  "Accept-Encoding": ["gzip", "br", "*;q=0", "zstd", ",,,", "x".repeat(2000)],
  "Connect-Timeout-Ms": ["0", "1", "-1", "9999999999", "99999999999", "1e3", "NaN", ""],
  "Grpc-Timeout": ["1n", "99999999H", "x", "-1S"],
  "Connect-Protocol-Version": ["1", "2", "", "one"],
  Authorization: ["Bearer", "Bearer x.y.z", `Bearer ${"x".repeat(4000)}`, "Basic Og==", "\u00e9"],
  "If-None-Match": ["*", 'W/"', '"'.repeat(500)],
  "X-Request-Id": ["\t", "x".repeat(3000), "a b", "\u00e9"],
  "X-Forwarded-For": ["::", "1.2.3.4,,,", "999.1.1.1", "[::1]:99999", ",".repeat(1000)],
  Origin: ["null", "https://\u00ff", "x"],
  Host: ["", "[", "a b", "x".repeat(1000), "localhost:99999"],
  "User-Agent": ["", "curl/8", "x".repeat(5000)],
  Range: ["bytes=0-1"],
  Expect: ["100-continue", "miracles"],
  "Transfer-Encoding": ["gzip, chunked"],
};

const ODD_JSON = [
  () => `{"predicates":[${Array(10_000).fill('{"metricKey":"age","min":1}').join(",")}],"stateCode":"NSW"}`,
  () => `{"filter":${'{"not":'.repeat(20_000)}{}${"}".repeat(20_000)}}`,
  () => "[".repeat(500_000),
  () => `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  () => `{"stateCode":"${"x".repeat(MEBIBYTE - 20)}"}`,
  () => `{"${"k".repeat(MEBIBYTE - 20)}":1}`,
  () => `{"metricKeys":[${Array(50_000).fill('"price"').join(",")}],"stateCode":"NSW"}`,
  () => `{"seriesKeys":[${Array(50_000).fill('"x"').join(",")}]}`,
  () => '{"stateCode":"\\ud800","query":"\\u0000","limit":1e999}',
  () => '{"limit":-2147483649,"windowDays":"NaN","k":1e308}',
  () => '{"__proto__":{"stateCode":"NSW"},"constructor":{}}',
  () => '{"weights":[{"metricKey":"age","weight":"Infinity"}],"from":"9999-99-99"}',
  () => `${" ".repeat(MEBIBYTE - 2)}{}`,
  () => `{"query":"${"%_\\\\'".repeat(1000)}"}`,
];

/** Generates hostile requests, the same for the same seed; a share of them is large. */
export function hostileRequests(random: () => number): (largeShare: number) => HostileRequest {
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const randomBytes = (length: number) => Uint8Array.from({ length }, () => below(256));

  const mutated = (bytes: Uint8Array): Uint8Array => {
    const copy = Uint8Array.from(bytes);
    for (let i = below(4); i >= 0 && copy.length > 0; i--) copy[below(copy.length)] = below(256);
    const cut = below(4);
    if (cut === 0) return copy.subarray(0, below(copy.length + 1));
    if (cut === 1) return Buffer.concat([copy, copy.subarray(below(copy.length + 1))]);
    return copy;
  };
  const headers = (contentType: string, odd: number): Record<string, string> => {
    const all: Record<string, string> = { "Content-Type": contentType, "User-Agent": "hostile-tests/1" };
    for (let i = 0; i < odd; i++) {
      const name = pick(Object.keys(HEADER_VALUES));
      all[name] = pick(HEADER_VALUES[name]);
    }
    return all;
  };
  const at = (kind: string, contentType: string, body: string | Uint8Array, odd = 0): HostileRequest => ({
    kind,
    path: pick(METHODS).path,
    headers: headers(contentType, odd),
    body,
    chunked: below(8) === 0,
  });
  const frame = (bytes: Uint8Array) => {
    const head = Buffer.alloc(5);
    head[0] = pick([0, 1, 2, 128]);
    head.writeUInt32BE(pick([bytes.length, bytes.length, 0, 0xffffffff, below(1000)]), 1);
    return Buffer.concat([head, bytes]);
  };

  const kinds: (() => HostileRequest)[] = [
    () => at("random bytes", pick(CONTENT_TYPES), randomBytes(below(600)), below(3)),
    () => {
      const method = pick(METHODS);
      return {
        ...at("mutated JSON", "application/json", mutated(Buffer.from(method.json))),
        path: method.path,
      };
    },
    () => {
      const method = pick(METHODS);
      return { ...at("mutated binary", "application/proto", mutated(method.proto)), path: method.path };
    },
    () => {
      const method = pick(METHODS);
      const text = `?connect=v1&encoding=${pick(["json", "proto", "x"])}&base64=${below(2)}&compression=${pick(["", "gzip", "br"])}`;
      const message = encodeURIComponent(Buffer.from(mutated(Buffer.from(method.json))).toString("latin1"));
      const path = `${method.path}${text}&message=${message}`;
      return { kind: "GET", method: "GET", path, headers: headers("application/json", below(3)) };
    },
    () => {
      const method = pick(METHODS);
      return { ...at("odd headers", "application/json", method.json, 1 + below(5)), path: method.path };
    },
    () => at("other method's body", "application/json", pick(METHODS).json),
    () => at("framed bytes", "application/grpc-web+proto", frame(mutated(pick(METHODS).proto))),
    () => at("frames by Connect", "application/connect+proto", frame(randomBytes(below(200)))),
    () => ({
      kind: "odd path",
      method: pick(["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"]),
      path: pick([
        "/%",
        "//",
        "/..%2f",
        "/%00",
        "/shorts.v1alpha1.HousingService/",
        "/docs?x=%ff",
        `/${"a".repeat(8000)}`,
        "/v1/latest?%",
        "/:a(",
        "/:a((x*)*)",
        `/:a(${"\\89".repeat(2000)})`,
      ]),
      headers: headers("application/json", below(3)),
    }),
  ];
  const large: (() => HostileRequest)[] = [
    () => at("odd JSON", "application/json", pick(ODD_JSON)()),
    () => {
      const [name, body] = pick(Object.entries(BOMBS));
      const bomb = at("bomb", pick(["application/json", "application/proto"]), body);
      return { ...bomb, headers: { ...bomb.headers, "Content-Encoding": name } };
    },
    () => ({
      ...at("nested binary", "application/proto", nestedBinary(pick([50, 5000, 100_000]))),
      path: "/terrace.v1.ExplorerService/Explore",
    }),
  ];
  return (largeShare) => (random() < largeShare ? pick(large)() : pick(kinds)());
}

function sampleBytes(desc: DescMessage, request: object): Uint8Array {
  return toBinary(desc, Object.keys(request).length === 0 ? create(desc) : fromJson(desc, request as never));
}

/** An ExploreRequest whose filter negates itself `levels` times. */
function nestedBinary(levels: number): Uint8Array {
  const backwards: number[] = [];
  for (let level = 0; level <= levels; level++) {
    const size: number[] = [];
    for (let rest = backwards.length; size.length === 0 || rest > 0; rest >>>= 7) {
      size.push((rest & 127) | (rest > 127 ? 128 : 0));
    }
    for (const byte of size.reverse()) backwards.push(byte);
    backwards.push(level === levels ? FILTER_TAG : NOT_TAG);
  }
  return Uint8Array.from(backwards.reverse());
}
