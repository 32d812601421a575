import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { DEFAULT_LIMITS } from "../../src/config/tier-limits.ts";
import { publicMethods } from "../../src/domains/public-methods.ts";
import { compacted } from "../../src/mcp/compacted.ts";
import { TOOLS } from "../../src/mcp/create-mcp-server.ts";
import { toolAnswer } from "../../src/mcp/tool-answer.ts";
import { asking, servedCountry } from "../support/country/ask-country.ts";
import { callJson, TOKEN_SECRET } from "../support/country/serve-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { serveLimited } from "../support/wire/access-server.ts";
import { clientOverHttp, clientOverStdio, postMcp, toolCall } from "../support/wire/mcp-calls.ts";

const serving = servedCountry();

async function connected(client: Client): Promise<Client> {
  onTestFinished(() => client.close());
  return client;
}

const overHttp = async () => connected(await clientOverHttp(serving.url));
const overStdio = async () => connected(await clientOverStdio(inject("country").dataDir));

interface Answer {
  readonly data: Record<string, unknown>;
  readonly snapshot: { readonly synthetic: boolean };
  readonly sources: readonly { licence: string }[];
  readonly note?: string;
}

async function readAt(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri });
  return contents[0] as { text: string; mimeType: string };
}

async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { text: string }[];
  return {
    isError: result.isError === true,
    text: content.text,
    answer: result.structuredContent as unknown as Answer,
  };
}

describe("toolAnswer", () => {
  it("cuts rows, never columns, until a model can hold the rest, and says where it goes on", () => {
    const names = Array.from({ length: 300 }, (_, i) => `column_${i}`);
    const row = Object.fromEntries(names.map((name) => [name, "x".repeat(8)]));
    const facts = { snapshotId: "s", asOf: "2026-11-13T00:00:00Z", synthetic: false };
    const long = toolAnswer({ rows: Array.from({ length: 500 }, () => row) }, facts, []);
    const { columns, rows } = (long.data as { rows: { columns: string[]; rows: string[][] } }).rows;
    expect(columns).toEqual(names);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every((cells) => cells.length === names.length)).toBe(true);
    expect(JSON.stringify(long).length).toBeLessThan(41_000);
    expect(long.next_cursor).toMatch(/^6-/);
    expect(long.note).toBeUndefined();
    expect(toolAnswer({ rows: [row] }, facts, []).next_cursor).toBeUndefined();
    const within = toolAnswer({ rows: [{ cells: Array.from({ length: 500 }, () => row) }] }, facts, []);
    expect(within.note).toContain("truncated");
  });
});

describe("TOOLS", () => {
  it("are about thirty, each bound to a public method, with words a model can use", () => {
    const open = new Set(publicMethods().map(({ path }) => path.slice(1)));
    expect(TOOLS.filter(({ method }) => !open.has(method))).toEqual([]);
    expect(TOOLS.filter(({ instead }) => instead !== undefined && !open.has(instead.method))).toEqual([]);
    expect(TOOLS.length).toBeGreaterThanOrEqual(30);
    expect(TOOLS.length).toBeLessThanOrEqual(40);
    expect(TOOLS.filter(({ description }) => description.length < 40)).toEqual([]);
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });
});

describe.each([
  ["streamable HTTP", overHttp],
  ["standard input and output", overStdio],
] as const)("the tools over %s", (_name, connect) => {
  // Each stdio connection is a process: the short form uses one.
  const asksAll = isDeepRun || connect === overHttp;

  it("are listed with the meaning of every argument, and answer with units, dates, sources and licences", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...TOOLS.map(({ name }) => name), "filter_suburbs", "changes", "briefing"].sort(),
    );
    for (const { name, title, inputSchema, outputSchema, annotations } of tools) {
      expect([name, title, outputSchema?.required]).toEqual([
        name,
        expect.any(String),
        ["data", "snapshot", "sources"],
      ]);
      const fields = Object.entries(
        (inputSchema.properties ?? {}) as Record<string, { description?: string }>,
      );
      expect(
        fields.filter(([, { description }]) => (description ?? "").length < 5),
        name,
      ).toEqual([]);
      expect(annotations?.readOnlyHint).toBe(true);
    }
    const { body } = await callJson(serving.url, "shorts.v1alpha1.HousingService/GetHousingOverview", {});
    const overview = await ask(client, "housing_overview");
    expect(overview.answer.data).toEqual(compacted(body));
    expect(overview.answer.snapshot.synthetic).toBe(true);
    expect(overview.answer.note).toContain("SYNTHETIC");
    expect(overview.answer.sources.every(({ licence }) => licence.length > 3)).toBe(true);
    expect(overview.answer.sources.length).toBeGreaterThan(0);
    expect(JSON.parse(overview.text)).toEqual(overview.answer);
  });

  it.runIf(asksAll)(
    "list the councils of a state, lead to one of them, and tell the index of cuts day by day",
    async () => {
      const client = await connect();
      const HOUSING = "shorts.v1alpha1.HousingService";
      const sameAsMethod = async (
        tool: string,
        args: Record<string, unknown>,
        method: string,
        request = args,
      ) => {
        const { answer, text, isError } = await ask(client, tool, args);
        expect([isError, text.slice(0, 200)]).toEqual([false, expect.any(String)]);
        const { body } = await callJson(serving.url, `${HOUSING}/${method}`, request);
        expect(answer.data).toEqual(compacted(body));
        expect(answer.sources.length).toBeGreaterThan(0);
        return body as Record<string, never[]>;
      };
      const { councils } = await sameAsMethod("council_profile", { stateCode: "NSW" }, "ListCouncils");
      expect(councils.length).toBeGreaterThan(1);
      const [{ slug }] = councils as { slug: string }[];
      await sameAsMethod("council_profile", { stateCode: "NSW", slug }, "GetCouncilProfile");
      await sameAsMethod("price_drops_overview", {}, "GetPriceDropsOverview");
      const country = await sameAsMethod("price_drops_overview", { grain: "national" }, "GetDropIndexSeries");
      expect(country.points.length).toBeGreaterThan(5);
      const since = { grain: "state", grainKey: "VIC", from: "2026-11-01" };
      const state = await sameAsMethod("price_drops_overview", since, "GetDropIndexSeries");
      expect(state.points.length).toBeLessThan(country.points.length);
    },
  );

  it.runIf(asksAll)("tell a model its mistakes so that it can mend them", async () => {
    const client = await connect();
    const cases = [
      ["filter_suburbs", { state: "XX" }, 'no state "XX"; allowed are'],
      ["filter_suburbs", { state: "NSW", where: "pric < 5" }, 'did you mean "price"'],
      ["filter_suburbs", { state: "NSW", metrics: ["price,age"] }, 'metrics: "price,age" has several keys'],
      ["filter_suburbs", { state: "NSW", metrics: Array(21).fill("age") }, "21 are given; at most 20"],
      ["council_profile", {}, "state"],
      ["price_drops_overview", { grain: "street" }, 'grain: "street"'],
      ["rank_suburbs", { weights: [{ metricKey: "prices", weight: 1 }] }, 'did you mean "price"'],
      ["rank_suburbs", { weights: [{ metricKey: "price", weight: 1 }], where: "price <" }, "^"],
    ] as const;
    for (const [name, args, reason] of cases) {
      const { isError, text } = await ask(client, name, args);
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining(reason)]);
    }
    // A value of another type, or above the maximum length, violates the schema.
    for (const stateCode of [5, "x".repeat(65)]) {
      const thrown = (error: Error) => ({ isError: true, text: error.message });
      const odd = await ask(client, "suburb_price_drops", { stateCode }).catch(thrown);
      expect([odd.isError, odd.text]).toEqual([true, expect.stringContaining("stateCode")]);
    }
  });

  it.runIf(asksAll)(
    "answer several questions in one briefing, each as alone, and say which failed",
    async () => {
      const client = await connect();
      const { answer, isError } = await ask(client, "briefing", {
        questions: [
          { tool: "housing_overview" },
          { tool: "top_short" },
          { tool: "company_profile", arguments: { productCode: "ZAD0" } },
          { tool: "briefing", arguments: { questions: [] } },
        ],
      });
      expect(isError).toBe(false);
      const [overview, unknown, company, itself] = answer.data.answers as Record<string, never>[];
      const alone = await ask(client, "housing_overview");
      expect(overview).toEqual({ tool: "housing_overview", answer: { data: alone.answer.data } });
      expect(unknown.problem).toContain("did you mean top_shorts?");
      expect(company.answer).toMatchObject({ page: "/stocks/ZAD0" });
      expect(itself.problem).toContain("there is no tool");
      expect(answer.sources.length).toBeGreaterThan(alone.answer.sources.length);
      const { isError: isRefused } = await ask(client, "briefing", {
        questions: Array(7).fill({ tool: "search" }),
      }).catch(() => ({ isError: true }));
      expect(isRefused).toBe(true);
    },
  );

  it.runIf(asksAll)(
    "have prompts that name tools which are there, and things by key as resources",
    async () => {
      const client = await connect();
      const { prompts } = await client.listPrompts();
      expect(prompts).toHaveLength(5);
      const names = new Set((await client.listTools()).tools.map(({ name }) => name));
      for (const { name, arguments: fields = [] } of prompts) {
        const given = Object.fromEntries(fields.map((field) => [field.name, "Given"]));
        const { messages } = await client.getPrompt({ name, arguments: given });
        const { text } = messages[0].content as { text: string };
        expect(text).not.toContain("{");
        if (fields.length > 0) expect(text).toContain("Given");
        for (const [tool] of text.matchAll(/\b[a-z]+_[a-z_]+\b/g)) expect([...names]).toContain(tool);
      }
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toHaveLength(3);
      const { answer } = await ask(client, "company_profile", { productCode: "ZAD0" });
      expect(JSON.parse((await readAt(client, "terrace://stocks/ZAD0")).text)).toEqual(answer);
      expect((await readAt(client, "terrace://series/rates.cash_rate.aus")).text).toContain("cash_rate");
    },
  );

  it.runIf(asksAll)("have resources for metrics, tables and sources", async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    const guides = ["guides/asking", "guides/limits", "guides/reading"];
    expect(resources.map(({ uri }) => uri).sort()).toEqual(
      ["files", ...guides, "metrics", "sources", "tables"].map((name) => `terrace://${name}`),
    );
    for (const { uri } of resources) {
      const { text, mimeType } = await readAt(client, uri);
      if (mimeType === "text/markdown") expect(text).toMatch(/^# /);
      else expect(JSON.parse(text)).toBeTruthy();
    }
    const files: { address: string }[] = JSON.parse((await readAt(client, "terrace://files")).text);
    expect(files.map(({ address }) => address)).toEqual(
      expect.arrayContaining([
        "/v1/suburbs/{state}.{csv,json,ndjson,arrow,parquet,xlsx,zip,geojson}",
        "/v1/shorts/{date}.{csv,json,ndjson,arrow,parquet,xlsx,zip}",
        "/v1/panel.{csv,json,ndjson,arrow,parquet,xlsx,zip}",
      ]),
    );
  });
});

describe("registerMcp", () => {
  it("identifies and counts callers as other calls do, and says so in JSON-RPC", async () => {
    const { url } = await serveLimited();
    const post = (body: unknown, headers?: Record<string, string>) => postMcp(url, body, headers);
    const message = { jsonrpc: "2.0", id: 7, method: "tools/list" };
    const first = await post(message);
    await first.text();
    const { apiPerMinute } = DEFAULT_LIMITS.anonymous;
    expect(first.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - 1));
    // Rows of a file cost as much as a file, here six requests.
    const rows = toolCall("filter_suburbs");
    expect((await post(Array.from({ length: 6 }, () => rows))).status).toBe(429);
    const one = await post(toolCall("filter_suburbs", { state: "ACT" }));
    expect(await one.text()).toContain("structuredContent");
    expect(one.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - 6));
    const batch = await post(Array.from({ length: 5 }, () => message));
    await batch.text();
    expect(batch.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - 11));
    for (let left = apiPerMinute - 11; left > 0; left--) await (await post(message)).text();
    const refused = await post(message);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32_000, data: { kind: "per_minute" } },
    });
    expect((await post(message, { "user-agent": "curl/8" })).status).toBe(403);
  });

  it("refuses for good what costs more than a minute holds, counts one call of it, and says how much fits", async () => {
    const limited = await serveLimited();
    const unlimited = await serveLimited({ config: { limits: false } });
    const post = (calls: number, { url } = limited) =>
      postMcp(url, Array(calls).fill(toolCall("filter_suburbs", { state: "ACT" })));
    const { apiPerMinute } = DEFAULT_LIMITS.anonymous;
    for (const [sent, calls] of [7, 8].entries()) {
      const refused = await post(calls);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([400, null]);
      expect(refused.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - sent - 1));
      expect(await refused.json()).toEqual({
        jsonrpc: "2.0",
        id: null,
        error: {
          code: -32_600,
          message: expect.stringContaining(
            `counts as ${5 * calls} requests; you may make ${apiPerMinute} a minute`,
          ),
        },
      });
    }
    const anonymous = { ...DEFAULT_LIMITS.anonymous, apiPerMonth: 10 };
    const seldom = await serveLimited({ config: { tierLimits: { ...DEFAULT_LIMITS, anonymous } } });
    expect(await (await post(3, seldom)).text()).toContain("counts as 15 requests; you may make 10 a month");
    // More than is left of this minute is rejected, but could be sent later.
    expect((await post(6)).status).toBe(429);
    expect((await post(5)).status).toBe(200);
    expect((await post(8, unlimited)).status).toBe(200);
  });

  it("survives what is not a message", async () => {
    const short = ["", "{", "[]", "null", "5", '{"jsonrpc":"2.0"}'];
    for (const body of [...short, `{"a":${"[".repeat(5000)}`, "x".repeat(2_000_000)]) {
      const answer = await postMcp(serving.url, body);
      expect([body.slice(0, 20), answer.status]).toEqual([
        body.slice(0, 20),
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
      await answer.text();
    }
    const { json, expectAnswers } = asking(serving);
    expect(await json("/mcp/catalog.json")).toMatchObject({
      toolCount: TOOLS.length + 3,
      server: { name: "terrace" },
    });
    const metadata = "/.well-known/oauth-protected-resource";
    await expectAnswers([
      ["/mcp", 405],
      [metadata, 404],
    ]);
    const config = { tokenSecret: TOKEN_SECRET };
    const guarded = await serveForTest(inject("country").dataDir, { config });
    expect(await asking(guarded).json(metadata)).toMatchObject({
      resource: `${guarded.url}/mcp`,
      bearer_methods_supported: ["header"],
    });
    expect(await json("/.well-known/mcp/server-card.json")).toMatchObject({
      name: "terrace",
      transport: { type: "streamable-http", endpoint: "/mcp" },
      prompts: { length: 5 },
      tools: { length: TOOLS.length + 3 },
    });
  });
});
