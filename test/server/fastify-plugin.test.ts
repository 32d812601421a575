import { join } from "node:path";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createClient,
  createRouterTransport,
} from "@connectrpc/connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { type TerraceFastifyOptions, terraceFastify } from "../../src/fastify.ts";
import { Health } from "../../src/gen/grpc/health/v1/health_pb.ts";
import { openEngine, type TerraceEngine } from "../../src/index.ts";
import { ExplorerService, HousingService, implementService } from "../../src/services.ts";
import { postJson } from "../support/country/call-json.ts";
import { allSwitches, TEST_NOW } from "../support/country/serve-country.ts";
import { eventually, sharedDirectory } from "../support/run/fixtures.ts";
import { bearer, TOKEN_SECRET } from "../support/wire/access-server.ts";
import { openSession, openStream } from "../support/wire/open-stream.ts";

const FILTER = { stateCode: "NSW", predicates: [{ metricKey: "population", min: 500 }] };
const FILTER_PATH = "/shorts.v1alpha1.HousingService/FilterSuburbs";
const JSON_HEADERS = { "content-type": "application/json", "user-agent": "terrace-tests/1" };

let engine: TerraceEngine;
beforeAll(async () => {
  engine = await openEngine(inject("country").dataDir);
});
afterAll(() => engine.close());

/** Another team's app: hooks, a parser, an error handler, plain routes and a Connect service. */
async function foreignApp(http2: boolean, options?: Partial<TerraceFastifyOptions> & { prefix?: string }) {
  const seen: string[] = [];
  const own: string[] = [];
  const app = (http2 ? fastify({ http2: true }) : fastify()) as unknown as FastifyInstance;
  for (const name of ["caller", "record"]) app.decorateRequest(name, "");
  app.addHook("onRequest", async (request, reply) => {
    Object.assign(request, { caller: "host's caller", record: "host's record" });
    reply.header("x-host", "yes");
    if (request.headers["x-banned"] !== undefined) await reply.code(451).send({ banned: true });
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-sent", "yes");
  });
  app.addHook("onResponse", async (request) => {
    const { caller, record } = request as unknown as Record<string, unknown>;
    seen.push(request.url);
    own.push(`${caller}, ${record}`);
  });
  app.addContentTypeParser("text/csv", { parseAs: "string" }, (_request, body, done) =>
    done(null, (body as string).split(",")),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ hostSays: error.message }),
  );
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ hostKnowsNot: request.url }));
  app.get("/", async () => ({ hello: "world" }));
  app.get("/fails", async () => {
    throw new Error("host failure");
  });
  app.post("/echo", async (request) => ({ echo: request.body }));
  await app.register(fastifyConnectPlugin, {
    routes: (router: ConnectRouter) =>
      router.service(Health, {
        check: ({ service }) => {
          if (service === "bad") throw new ConnectError("host's own refusal", Code.FailedPrecondition);
          return { status: 1 };
        },
      }),
  });
  if (options !== undefined) await app.register(terraceFastify, { engine, ...options });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { app, url, seen, own };
}

/** The host's own requests: every way in which an app can respond. */
const HOST_REQUESTS: [path: string, init: RequestInit][] = [
  ["/", {}],
  ["/fails", {}],
  ["/nowhere", {}],
  ["/echo", { method: "POST", headers: JSON_HEADERS, body: '{"a":1}' }],
  ["/echo", { method: "POST", headers: JSON_HEADERS, body: '{"a":' }],
  ["/echo", { method: "POST", headers: { "content-type": "text/csv" }, body: "a,b" }],
  ["/echo", { method: "POST", headers: { "content-type": "application/proto" }, body: "x" }],
  ["/echo", { method: "POST", headers: JSON_HEADERS, body: `"${"x".repeat(1_100_000)}"` }],
  ["/", { headers: { "x-banned": "1" } }],
  ["/grpc.health.v1.Health/Check", { method: "POST", headers: JSON_HEADERS, body: "{}" }],
  ["/grpc.health.v1.Health/Check", { method: "POST", headers: JSON_HEADERS, body: '{"service":"bad"}' }],
  ["/grpc.health.v1.Health/Check", { method: "POST", headers: JSON_HEADERS, body: "{" }],
  ["/health", {}],
  ["/api/health", {}],
];

async function hostAnswers(url: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [path, init] of HOST_REQUESTS) {
    const response = await fetch(`${url}${path}`, init);
    const headers = [...response.headers].filter(([name]) => name !== "date");
    answers.push({ path, status: response.status, headers, body: await response.text() });
  }
  return answers;
}

describe("terraceFastify", () => {
  it("changes nothing in what its host answers", async () => {
    const alone = await foreignApp(false);
    const hosting = await foreignApp(false, {});
    const expected = await hostAnswers(alone.url);
    expect(await hostAnswers(hosting.url)).toEqual(expected);
    expect(new Set(expected.map((answer) => (answer as { status: number }).status))).toEqual(
      new Set([200, 500, 404, 400, 413, 415, 451]),
    );
    await eventually(() => expect(alone.seen).toHaveLength(HOST_REQUESTS.length));
    await eventually(() => expect(hosting.seen).toEqual(alone.seen));
  });

  it("answers next to the host's routes, under the host's hooks", async () => {
    const { url, seen, own } = await foreignApp(false, {});
    const expected = await engine.housing.filterSuburbs(FILTER);
    for (const transport of [
      createConnectTransport({ baseUrl: url, httpVersion: "1.1" }),
      createConnectTransport({
        baseUrl: url,
        httpVersion: "1.1",
        useBinaryFormat: false,
        useHttpGet: true,
      }),
      createGrpcWebTransport({ baseUrl: url, httpVersion: "1.1" }),
    ]) {
      const header = new Headers();
      const onHeader = (received: Headers) => {
        for (const [name, value] of received) header.set(name, value);
      };
      const answer = await createClient(HousingService, transport).filterSuburbs(FILTER, { onHeader });
      expect(answer.matchCount).toBe(expected.matchCount);
      expect([...answer.matchMask]).toEqual([...expected.matchMask]);
      expect(header.get("x-terrace-snapshot")).toBe(engine.manifest.snapshotId);
      expect(header.get("x-host")).toBe("yes");
    }
    await eventually(() => expect(seen).toHaveLength(3));
    expect(seen.map((path) => path.split("?")[0])).toEqual([FILTER_PATH, FILTER_PATH, FILTER_PATH]);
    expect(new Set(own)).toEqual(new Set(["host's caller, host's record"]));
    const banned = await postJson(`${url}${FILTER_PATH}`, {}, { ...JSON_HEADERS, "x-banned": "1" });
    expect([banned.status, await banned.json()]).toEqual([451, { banned: true }]);
  });

  it("answers gRPC in a host that speaks HTTP/2, next to the host's own service", async () => {
    const { url } = await foreignApp(true, { reflection: true });
    const transport = createGrpcTransport({ baseUrl: url });
    const { totalCount } = await createClient(ExplorerService, transport).explore({});
    expect(totalCount).toBe(engine.manifest.national.suburbs);
    expect((await createClient(Health, transport).check({})).status).toBe(1);
  });

  it("bounds the streams of reflection that an address keeps open, under a prefix too", async () => {
    const { url } = await foreignApp(true, { reflection: true, prefix: "/api" });
    const open = (version: string) =>
      openStream(session, `/api/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`);
    const session = openSession(url);
    const streams = await Promise.all(Array.from({ length: 256 }, () => open("v1")));
    expect(streams.filter(({ status }) => status !== undefined)).toEqual([]);
    expect((await open("v1alpha")).status).toBe(String(Code.ResourceExhausted));
  });

  it("serves two engines under two prefixes", async () => {
    const app = fastify();
    const withheld = await openEngine(inject("country").dataDir, { switches: allSwitches(false) });
    await app.register(terraceFastify, { engine, prefix: "/open" });
    await app.register(terraceFastify, { engine: withheld, prefix: "/closed" });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    try {
      const drops = async (prefix: string, httpGet: boolean) => {
        const transport = createConnectTransport({
          baseUrl: `${url}${prefix}`,
          httpVersion: "1.1",
          useHttpGet: httpGet,
        });
        return (await createClient(HousingService, transport).getPriceDropsOverview({})).withheld;
      };
      for (const httpGet of [true, false]) {
        expect([await drops("/open", httpGet), await drops("/closed", httpGet)]).toEqual([false, true]);
      }
    } finally {
      await app.close();
      await withheld.close();
    }
  });

  it("answers a repeated GET with 304 under a prefix, until a switch is turned", async () => {
    let dropListings = true;
    await using switched = await openEngine(inject("country").dataDir, {
      switches: () => ({ ...allSwitches(true), dropListings }),
      // A tag is valid for a day, which must not end during the test.
      now: () => TEST_NOW,
    });
    const { url } = await foreignApp(false, {
      engine: switched,
      prefix: "/p",
      cacheControl: "max-age=60",
    });
    const path =
      "/p/shorts.v1alpha1.HousingService/GetPriceDropsOverview?connect=v1&encoding=json&message=%7B%7D";
    const first = await fetch(`${url}${path}`);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "max-age=60"]);
    const again = { headers: { "if-none-match": first.headers.get("etag")! } };
    expect((await fetch(`${url}${path}`, again)).status).toBe(304);
    dropListings = false;
    const turned = await fetch(`${url}${path}`, again);
    expect([turned.status, await turned.json()]).toEqual([200, { withheld: true }]);
  });

  it("leaves the engine open when the app closes", async () => {
    const { app } = await foreignApp(false, {});
    await app.close();
    expect((await engine.explorer.explore({})).totalCount).toBeGreaterThan(0);
  });

  it("refuses what is not an engine", async () => {
    await expect(foreignApp(false, { engine: {} as TerraceEngine })).rejects.toThrow(
      "is not an engine; pass the result of openEngine",
    );
  });
});

describe("terraceFastify with identity and limits", () => {
  const root = sharedDirectory("plugin");

  const call = (url: string, headers: Record<string, string> = {}) =>
    postJson(`${url}${FILTER_PATH}`, FILTER, { ...JSON_HEADERS, ...headers });

  it("limits callers by address, and the host's routes not at all", async () => {
    const limits = { quotaFile: join(root, "a.sqlite"), tierLimits: { anonymous: { apiPerMinute: 2 } } };
    const { url } = await foreignApp(false, { limits });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await call(url, { "user-agent": "curl/8" })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await fetch(`${url}/`)).status).toBe(200);
  });

  it("tells callers apart by token and refuses tools without one, under a prefix too", async () => {
    const token = await bearer(Date.now(), { userId: "someone" });
    const { url } = await foreignApp(false, { identity: { tokenSecret: TOKEN_SECRET }, prefix: "/p" });
    expect((await call(`${url}/p`, { "user-agent": "curl/8" })).status).toBe(403);
    const named = await call(`${url}/p`, { "user-agent": "curl/8", ...token });
    expect(named.status).toBe(200);
    expect((await call(`${url}/p`)).status).toBe(200);
  });

  it("names a setting that is wrong", async () => {
    await expect(foreignApp(false, { limits: {} })).rejects.toThrow("limits needs quotaFile");
    const typo = { tokenSecert: TOKEN_SECRET } as object;
    await expect(foreignApp(false, { identity: typo })).rejects.toThrow(
      'the options of terrace/fastify: unknown key "tokenSecert"; did you mean "tokenSecret"?',
    );
  });
});

describe("mountServices", () => {
  it("gives one service at a time, and only those that it has", async () => {
    const transport = createRouterTransport((router) => {
      router.service(ExplorerService, implementService(ExplorerService, engine));
    });
    const { metrics } = await createClient(ExplorerService, transport).describeMetrics({});
    expect(metrics).toHaveLength(114);
    await expect(createClient(HousingService, transport).filterSuburbs(FILTER)).rejects.toMatchObject({
      code: Code.Unimplemented,
    });
    expect(() => implementService(Health, engine)).toThrow("terrace does not answer grpc.health.v1.Health");
  });
});
