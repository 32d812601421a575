import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readLimitTable } from "../../../src/config/tier-limits.ts";
import { EXPORTS } from "../../../src/domains/index.ts";
import { COSTS } from "../../../src/server/admission/limits/limits.ts";
import { asking, servedCountry } from "../../support/country/ask-country.ts";
import { exchange, exchangeHttp2, requestBytes } from "../../support/wire/raw-http.ts";

const PER_MINUTE = 2;
const JSON_TYPE = "application/json; charset=utf-8";
const [FIVE_MINUTES, ONE_HOUR] = ["public, max-age=300", "public, max-age=3600"];

type Encoding = "gzip" | "br";
type Read = readonly [
  path: string,
  type: string,
  cacheControl: string,
  /** Number of calls that it counts as; 0 if it is not limited. */
  cost: number,
  agents: "any" | "named",
  encodings: readonly Encoding[],
];

const READS: readonly Read[] = [
  ["/v1/latest", JSON_TYPE, FIVE_MINUTES, COSTS.latest, "named", []],
  ["/v1/sources", JSON_TYPE, FIVE_MINUTES, COSTS.sources, "named", []],
  ["/v1/catalog.json", JSON_TYPE, "no-cache", COSTS.sources, "any", []],
  [
    ...(["/v1/outlines/VIC.geojson", "application/geo+json; charset=utf-8", FIVE_MINUTES] as const),
    ...([COSTS.outlines, "any", ["gzip"]] as const),
  ],
  [
    ...(["/v1/panel?from=2026-11-02&to=2026-11-06", "text/csv; charset=utf-8", ONE_HOUR] as const),
    ...([COSTS.panel, "named", ["gzip"]] as const),
  ],
  [
    ...(["/feed.xml", "application/rss+xml; charset=utf-8", `${ONE_HOUR}, s-maxage=3600`] as const),
    ...([COSTS.feed, "named", []] as const),
  ],
  ["/feeds/changes.atom", "application/atom+xml; charset=utf-8", "no-cache", COSTS.feed, "any", []],
  [
    ...(["/v1/drops/suburbs/AU.csv", "text/csv; charset=utf-8; header=present", "no-cache"] as const),
    ...([COSTS.exports, "any", ["gzip", "br"]] as const),
  ],
  [
    ...(["/v1/suburbs/NSW.parquet", "application/vnd.apache.parquet", "no-cache"] as const),
    ...([COSTS.exports, "any", []] as const),
  ],
  ["/v1/tables/councils.parquet", "application/vnd.apache.parquet", "no-cache", COSTS.rpc, "any", []],
  [
    ...(["/v1/tiles/states/3/7/4.mvt", "application/vnd.mapbox-vector-tile", "no-cache"] as const),
    ...([COSTS.rpc, "any", ["gzip"]] as const),
  ],
  ["/openapi.json", JSON_TYPE, "no-cache", 0, "any", ["gzip", "br"]],
  ["/docs", "text/html; charset=utf-8", "no-cache", 0, "any", ["gzip", "br"]],
  ["/docs.md", "text/markdown; charset=utf-8", "no-cache", 0, "any", ["gzip", "br"]],
  ["/llms.txt", "text/plain; charset=utf-8", "no-cache", 0, "any", ["gzip", "br"]],
  [
    ...(["/.well-known/api-catalog", "application/linkset+json; charset=utf-8", "no-cache"] as const),
    ...([0, "any", ["gzip", "br"]] as const),
  ],
];

const serving = servedCountry({
  monotonicMs: () => 0,
  config: {
    limits: true,
    agentPolicy: true,
    meterAnonymousMonthly: false,
    trustedProxies: "127.0.0.1",
    tierLimits: readLimitTable({ anonymous: { apiPerMinute: PER_MINUTE } }, "test"),
  },
});

let callers = 0;

function newCaller() {
  const own = { "user-agent": "terrace-tests/1", "x-forwarded-for": `198.51.100.${++callers}` };
  return { own, ...asking(serving, own) };
}

const left = ({ headers }: Response) => headers.get("x-ratelimit-remaining");

describe.each(READS)("GET %s", (path, type, cacheControl, cost, agents, encodings) => {
  it("is sent and counted once to a caller that names its tag, and HEAD has the headers alone", async () => {
    const { get } = newCaller();
    const first = await get(path);
    await first.arrayBuffer();
    expect([first.status, first.headers.get("content-type")]).toEqual([200, type]);
    expect(first.headers.get("cache-control")).toBe(cacheControl);
    expect(left(first)).toBe(cost === 0 ? null : String(PER_MINUTE - Math.min(cost, PER_MINUTE)));
    const etag = first.headers.get("etag")!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const same = await get(path, { "if-none-match": known });
      expect([known, same.status, await same.text(), left(same)]).toEqual([known, 304, "", null]);
      expect([same.headers.get("etag"), same.headers.get("cache-control")]).toEqual([etag, cacheControl]);
    }
    const other = newCaller();
    expect((await other.get(path, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await newCaller().get(path, { "if-none-match": "*" }, { method: "HEAD" })).status).toBe(304);
    const head = await newCaller().get(path, {}, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["etag", "content-type", "cache-control", "last-modified"]) {
      expect(head.headers.get(name), name).toBe(first.headers.get(name));
    }
    const length = first.headers.get("content-length");
    if (length !== null) expect(head.headers.get("content-length")).toBe(length);
  });

  it.runIf(cost > 0)("is refused beyond the limit as every plain endpoint is", async () => {
    const { get } = newCaller();
    let refused = await get(path);
    for (let i = 0; i < PER_MINUTE && refused.status === 200; i++) refused = await get(path);
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([429, "no-store"]);
    expect([refused.headers.get("etag"), refused.headers.get("content-encoding")]).toEqual([null, null]);
    expect(await refused.json()).toMatchObject({
      code: "resource_exhausted",
      error: "resource_exhausted",
      message: expect.any(String),
      detail: JSON.parse(refused.headers.get("x-ratelimit-detail")!),
    });
  });

  it(`is for tools of ${agents === "any" ? "any name" : "a name of their own, and the others pay nothing"}`, async () => {
    const { get } = newCaller();
    for (const agent of ["curl/8.5", ""]) {
      const answer = await get(path, { "user-agent": agent });
      expect([agent, answer.status]).toEqual([agent, agents === "any" ? 200 : 403]);
      if (agents === "named") expect(await answer.json()).toMatchObject({ error: "permission_denied" });
      if (cost > 1) return;
    }
    if (agents === "named") expect(left(await get(path))).toBe(String(PER_MINUTE - cost));
  });

  it(`is compressed by ${encodings.join(" and ") || "nothing"}, under a tag of each encoding`, async () => {
    const plain = await newCaller().get(path);
    const body = Buffer.from(await plain.arrayBuffer());
    expect(plain.headers.get("content-encoding")).toBeNull();
    const tags = new Set([plain.headers.get("etag")]);
    for (const encoding of encodings) {
      const asked = () => ({
        method: "GET",
        path,
        headers: { ...newCaller().own, "accept-encoding": `deflate, ${encoding};q=0.5` },
      });
      const replies = [
        await exchangeHttp2(serving.url, asked()),
        await exchange(Number(new URL(serving.url).port), requestBytes(asked())),
      ];
      for (const reply of replies) {
        const named = new Map(reply.headers.map(([name, value]) => [name.toLowerCase(), value]));
        expect([reply.status, named.get("content-encoding")]).toEqual([200, encoding]);
        expect(named.get("vary")).toMatch(/accept-encoding, origin/i);
        tags.add(named.get("etag")!);
      }
      const unpacked =
        encoding === "gzip" ? gunzipSync(replies[0].body) : brotliDecompressSync(replies[0].body);
      expect(unpacked.equals(body)).toBe(true);
    }
    expect(tags.size).toBe(1 + encodings.length);
    const none = { "accept-encoding": encodings.length === 0 ? "gzip, br" : "gzip;q=0, br;q=0" };
    const refusing = await newCaller().get(path, none);
    expect(refusing.headers.get("content-encoding")).toBeNull();
  });
});

describe("other methods", () => {
  const FILES = EXPORTS.map(({ path }) => `/v1/${path.replaceAll(/:\w+/g, "some-key")}.csv`);
  const OTHERS = [
    "/v1/changes.csv",
    "/v1/snapshots",
    "/api/search/stocks",
    "/feeds/suburb/10002.atom",
    ...READS.flatMap(([path, , , cost]) => (cost === 0 ? [] : [path])),
  ];

  it("are answered 405 at every path of data, whatever they bring along", async () => {
    const { get, own } = newCaller();
    expect(FILES.length).toBeGreaterThan(10);
    for (const path of [...OTHERS, ...FILES].map((one) => one.split("?")[0])) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const headers = { ...own, "content-type": "application/x-nobody-reads-this" };
        const answer = await fetch(`${serving.url}${path}?a=b`, { method, headers, body: "{" });
        expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
        const message = `${method} is not offered here; allowed are GET and HEAD`;
        expect(await answer.json()).toEqual({ error: message, code: "unimplemented", message });
      }
    }
    expect((await get("/v1/latest")).status).toBe(200);
  });

  it("are answered 404 where nothing is, next to the paths of data", async () => {
    for (const path of [
      "/v1/nothing",
      "/v1/latest/more",
      "/v1/drops/nothing/NSW.csv",
      "/v1/",
      "/api/nothing",
    ]) {
      const answer = await newCaller().get(path, {}, { method: "POST" });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(((await answer.json()) as { message: string }).message).toContain(`nothing at POST "${path}"`);
    }
  });
});
