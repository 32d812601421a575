import { Code, ConnectError, cors, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, readLimitTable } from "../../../src/config/tier-limits.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { BLOCKED_SUBSTRINGS } from "../../../src/server/admission/callers/agent-policy.ts";
import { AGENT } from "../../support/country/ask-country.ts";
import { postJson } from "../../support/country/call-json.ts";
import { bearer, startAccessServer, testClock } from "../../support/wire/access-server.ts";
import { allTransports } from "../../support/wire/transports.ts";
import { COLUMNS_PATH, FILTER_PATH, THROWN_CODES } from "../../support/wire/wire-server.ts";

const twoAMinute = {
  tierLimits: readLimitTable({ anonymous: { apiPerMinute: 2 } }, "test"),
  trustedProxies: "127.0.0.1",
};

const as =
  (address: string): Interceptor =>
  (next) =>
  (request) => {
    request.header.set("x-forwarded-for", address);
    return next(request);
  };

async function post(
  server: { url: string },
  headers: Record<string, string> = AGENT,
  body = "{}",
  path = FILTER_PATH,
) {
  const response = await postJson(server.url + path, body, headers);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

const limitHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("x-ratelimit"));

describe("admissionHook", () => {
  it("limits every protocol, HTTP version, format and encoding alike", async () => {
    const server = await startAccessServer({ config: twoAMinute });
    let cells = 0;
    for (const [i, { name }] of allTransports(server.url).entries()) {
      const { transport } = allTransports(server.url, [as(`198.51.100.${i}`)])[i];
      const client = createClient(HousingService, transport);
      const seen: Headers[] = [];
      const call = () => client.filterSuburbs({}, { onHeader: (headers) => seen.push(headers) });
      await call();
      await call();
      expect(
        seen.map((headers) => headers.get("x-ratelimit-remaining")),
        name,
      ).toEqual(["1", "0"]);
      const error = ConnectError.from(await call().catch((reason: unknown) => reason));
      expect(error.code, name).toBe(Code.ResourceExhausted);
      const detail = JSON.parse(error.metadata.get("x-ratelimit-detail")!);
      expect(detail).toMatchObject({
        kind: "per_minute",
        limit: 2,
        used: 2,
        tier: "anonymous",
        access: "api",
      });
      expect(error.rawMessage, name).toBe(detail.message);
      expect(error.metadata.get("retry-after"), name).toBe("60");
      cells++;
    }
    expect(cells).toBe(30);
  });

  it("sends its headers with answers and refusals, and none with errors of the handler", async () => {
    const server = await startAccessServer();
    const good = await post(server);
    expect(limitHeaders(good.headers)).toHaveLength(7);
    for (const stateCode of [...THROWN_CODES, "crash"]) {
      const failed = await post(server, AGENT, JSON.stringify({ stateCode }));
      expect(failed.status).toBeGreaterThanOrEqual(400);
      expect(limitHeaders(failed.headers), stateCode).toEqual([]);
    }
    const malformed = await post(server, AGENT, "{");
    expect([malformed.status, limitHeaders(malformed.headers)]).toEqual([400, []]);
    // All of them were metered nevertheless.
    const next = await post(server);
    const used = Number(next.headers.get("x-ratelimit-monthly-used"));
    expect(used).toBe(THROWN_CODES.length + 4);
  });

  it("refuses a tool's default agent and an empty one free of charge, and any agent is good with a token", async () => {
    const server = await startAccessServer({ config: twoAMinute });
    for (const agent of [...BLOCKED_SUBSTRINGS, "Ruby", "perl/5.3"]) {
      const { status, body, headers } = await post(server, { "user-agent": agent });
      expect([status, body.code], agent).toEqual([403, "permission_denied"]);
      expect(body.message).toContain("/docs");
      expect(limitHeaders(headers)).toEqual([]);
    }
    const client = createClient(
      HousingService,
      createGrpcTransport({
        baseUrl: server.url,
        interceptors: [
          (next) => (request) => {
            request.header.set("user-agent", "okhttp/4");
            return next(request);
          },
        ],
      }),
    );
    const refused = ConnectError.from(await client.filterSuburbs({}).catch((reason: unknown) => reason));
    expect(refused.code).toBe(Code.PermissionDenied);
    expect((await post(server)).headers.get("x-ratelimit-remaining")).toBe("1");
    const token = await bearer(server.clock.nowMs);
    expect((await post(server, { "user-agent": "curl/8", ...token })).status).toBe(200);
    const counted = server.accessControl.counters
      .values()
      .filter(({ name }) => name === "agent_refusals_total");
    expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(BLOCKED_SUBSTRINGS.length + 3);
  });

  it("asks for a token and a role where a method needs them, before anything is counted", async () => {
    const rules = new Map([
      [FILTER_PATH, { isPublic: false, requiredRole: "operator" }],
      [COLUMNS_PATH, { isPublic: false, requiredRole: "" }],
    ]);
    const server = await startAccessServer({ rules });
    const { nowMs } = server.clock;
    const user = await bearer(nowMs);
    const operator = await bearer(nowMs, { roles: ["operator"] });
    const stale = await bearer(nowMs - 2 * 86_400_000);
    const codes = async (headers: Record<string, string>, path: string) => {
      const { status, body } = await post(server, { ...AGENT, ...headers }, "{}", path);
      return [status, body.code];
    };
    for (const bad of [{}, { authorization: "Bearer junk" }, stale]) {
      expect(await codes(bad, FILTER_PATH)).toEqual([401, "unauthenticated"]);
      expect(await codes(bad, COLUMNS_PATH)).toEqual([401, "unauthenticated"]);
    }
    expect(await codes(user, FILTER_PATH)).toEqual([403, "permission_denied"]);
    expect(await codes(operator, FILTER_PATH)).toEqual([200, undefined]);
    const allowed = await post(server, { ...AGENT, ...user }, "{}", COLUMNS_PATH);
    expect(allowed.headers.get("x-ratelimit-monthly-used")).toBe("2");
    const { transport } = allTransports(server.url)[4];
    const error = await createClient(HousingService, transport)
      .filterSuburbs({})
      .catch((reason: unknown) => reason);
    expect(ConnectError.from(error).code).toBe(Code.Unauthenticated);
  });

  it("meters other spellings of a path as the path itself", async () => {
    const server = await startAccessServer({ config: twoAMinute });
    await post(server);
    await post(server, AGENT, "{}", FILTER_PATH.replace("Filter", "%46ilter"));
    expect((await post(server, AGENT, "{}", `${FILTER_PATH}?x=1`)).status).toBe(429);
  });

  it("answers preflights for allowed origins without agent, meter or token, and exposes the headers", async () => {
    const server = await startAccessServer({
      config: { ...twoAMinute, corsOrigins: "https://app.example,https://*.pages.example" },
    });
    for (const origin of ["https://app.example", "https://pr-7.pages.example"]) {
      for (let i = 0; i < 5; i++) {
        const preflight = await fetch(server.url + FILTER_PATH, {
          method: "OPTIONS",
          headers: { "user-agent": "", origin, "access-control-request-method": "POST" },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
        expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
        expect(preflight.headers.get("access-control-max-age")).toBe("7200");
        expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
      }
    }
    const exposed = (headers: Headers) =>
      headers.get("access-control-expose-headers")!.toLowerCase().split(", ");
    const first = await post(server, { ...AGENT, origin: "https://app.example" });
    for (const name of limitHeaders(first.headers)) expect(exposed(first.headers)).toContain(name);
    await post(server);
    const refused = await post(server, { ...AGENT, origin: "https://app.example" });
    expect(refused.status).toBe(429);
    for (const name of [...limitHeaders(refused.headers), "retry-after", "etag"]) {
      expect(exposed(refused.headers)).toContain(name);
    }
    const strange = await post(server, { ...AGENT, origin: "https://evil.example" });
    expect(strange.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("allows pages of the caller's own machine by default, at every port and spelling, and no look-alike", async () => {
    const server = await startAccessServer();
    const allowed = async (origin: string) =>
      (await fetch(`${server.url}/health`, { headers: { ...AGENT, origin } })).headers.get(
        "access-control-allow-origin",
      );
    for (const origin of [
      "http://localhost:5173",
      "http://localhost",
      "https://localhost:8443",
      "http://127.0.0.1:5173",
      "http://127.8.0.1:1",
      "http://[::1]:3000",
    ]) {
      expect(await allowed(origin), origin).toBe(origin);
    }
    for (const origin of [
      "http://localhost.evil.example",
      "http://localhost:80.evil.example",
      "http://127.0.0.1.evil.example",
      "http://evil.example/localhost",
      "http://evil-localhost:80",
      "http://128.0.0.1",
      "null",
      "file://localhost",
    ]) {
      expect(await allowed(origin), origin).toBeNull();
    }
  });

  it("lets pages send and read every header that Connect's clients need, and the request id", async () => {
    const server = await startAccessServer();
    const origin = "http://localhost:5173";
    const preflight = await fetch(server.url + FILTER_PATH, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    const listed = (headers: Headers, name: string) => headers.get(name)!.toLowerCase().split(", ");
    const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
    expect(listed(preflight.headers, "access-control-allow-headers")).toEqual(
      expect.arrayContaining([...lower(cors.allowedHeaders), "authorization", "if-none-match"]),
    );
    expect(listed(preflight.headers, "access-control-allow-methods")).toEqual(["post", "get"]);
    const { headers } = await post(server, { ...AGENT, origin });
    expect(headers.get("x-request-id")).not.toBeNull();
    expect(listed(headers, "access-control-expose-headers")).toEqual(
      expect.arrayContaining([...lower(cors.exposedHeaders), "x-request-id", "etag"]),
    );
  });

  it("admits a user whose tier it does not know as often as it says, also where no other user has a limit", async () => {
    const unlimited = { apiPerMinute: 0, apiPerMonth: 0, browserPerMinute: 0, browserPerMonth: 0 };
    const users = { free: unlimited, premium: unlimited, pro: unlimited, enterprise: unlimited };
    // If requests were counted by clock minute, they would leave the window too late.
    const clock = testClock("2026-11-15T03:00:01.000Z");
    const server = await startAccessServer({ config: { tierLimits: readLimitTable(users, "test") }, clock });
    const token = await bearer(server.clock.nowMs, { tier: "gold" });
    const ask = async () => (await post(server, { ...AGENT, ...token })).status;
    const { apiPerMinute } = DEFAULT_LIMITS.anonymous;
    for (let minute = 0; minute < 2; minute++, clock.nowMs += 60_000) {
      const statuses: number[] = [];
      for (let i = 0; i <= apiPerMinute; i++) statuses.push(await ask());
      expect(statuses).toEqual([...Array(apiPerMinute).fill(200), 429]);
    }
  });

  it("leaves health checks alone", async () => {
    const server = await startAccessServer({ config: twoAMinute });
    for (let i = 0; i < 5; i++) {
      const check = await post(server, { "user-agent": "" }, "{}", "/grpc.health.v1.Health/Check");
      expect([check.status, limitHeaders(check.headers)]).toEqual([200, []]);
      expect((await fetch(`${server.url}/health`, { headers: { "user-agent": "curl/8" } })).status).toBe(200);
    }
  });

  it("admits everyone and says so when limits are off", async () => {
    const server = await startAccessServer({ config: { ...twoAMinute, limits: false } });
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await post(server);
      expect([status, limitHeaders(headers)]).toEqual([200, []]);
    }
    expect(server.log.filter(({ msg }) => msg.includes("limits are off"))).toHaveLength(1);
  });
});
