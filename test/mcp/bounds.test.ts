import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { callsInTurn } from "../../src/mcp/call-bounds.ts";
import { toolAnswer } from "../../src/mcp/tool-answer.ts";
import { AGENT } from "../support/country/ask-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { eventually } from "../support/run/fixtures.ts";
import { lazyReaders } from "../support/wire/lazy-readers.ts";
import { messagesOf, postMcp, toolCall } from "../support/wire/mcp-calls.ts";
import { METRICS_TOKEN, metricOf, metricsPage } from "../support/wire/metric-value.ts";

/** Maximum number of messages per request. */
const MOST = 8;

async function serve(config: Partial<Config> = {}) {
  const serving = await serveForTest(inject("country").dataDir, {
    config: { metricsToken: METRICS_TOKEN, ...config },
  });
  return { ...serving, post: (body: unknown) => postMcp(serving.url, body) };
}

const filterCall = (id: number) =>
  toolCall("filter_suburbs", { state: "AU", where: "population > 1", sort: "-population" }, id);

/** A batch of calls with the longest responses. */
const longCalls = (count: number) =>
  Array.from({ length: count }, (_, i) => toolCall("describe_metrics", { stateCode: "AU" }, i));

interface Reply {
  readonly id: number;
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

const repliesIn = (response: Response) => messagesOf<Reply>(response);

describe("POST /mcp to listen for changes", () => {
  it("is told at once that there are none to come, and holds up no stop", async () => {
    const { url } = await serve();
    const revision = "2026-07-28";
    const asked = {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true, resourcesListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const response = await postMcp(url, asked, {
      "mcp-protocol-version": revision,
      "mcp-method": "subscriptions/listen",
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('"notifications":{}');
    expect(text).toContain('"id":1');
  });
});

describe("POST /mcp with a batch", () => {
  it("refuses one of many calls before any of them is answered, and says how many may be sent", async () => {
    const { post, engine } = await serve();
    const body = longCalls(20);
    expect(JSON.stringify(body).length).toBeLessThan(2500);
    const refused = await post(body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32_600,
        message: expect.stringContaining("a batch of 20 messages; at most 8 are answered"),
      },
    });
    expect(engine.callsInFlight).toBe(0);
    expect((await post(longCalls(MOST + 1))).status).toBe(400);
  });

  it("answers the most that may be sent, one after the other, in a document that is counted until it is read", async () => {
    const { post, url } = await serve();
    const calls = [filterCall(7), ...longCalls(MOST - 1)];
    const whole = await post(calls);
    expect(whole.status).toBe(200);
    const bytes = Number(whole.headers.get("content-length"));
    const replies = await repliesIn(whole);
    expect(replies.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
    expect(replies.filter(({ result }) => result?.isError === true || result === undefined)).toEqual([]);
    expect(bytes).toBeGreaterThan(100_000);
    const session = connectHttp2(url, { settings: { initialWindowSize: 1024 } });
    onTestFinished(() => session.destroy());
    const unread = session.request({
      ":method": "POST",
      ":path": "/mcp",
      ...AGENT,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    });
    unread.end(JSON.stringify(calls));
    await once(unread, "response");
    const held = async () => metricOf(await metricsPage({ url }), "terrace_unread_answer_bytes");
    expect(await held()).toBe(bytes);
    unread.close();
    await eventually(async () => expect(await held()).toBe(0));
  });

  it("ends all calls at the deadline of the server, rows of files too, and says so of each", async () => {
    // A timeout of 0: a warm server may answer a call within a millisecond.
    const { post } = await serve({ requestTimeoutMs: 0 });
    // Does a server's one-time work now, not in the second that calls have to report the timeout.
    await (await post({ jsonrpc: "2.0", id: 0, method: "tools/list" })).text();
    const calls = [...longCalls(4), filterCall(4), filterCall(5)];
    const replies = await repliesIn(await post(calls));
    expect(replies.map(({ id, result }) => [id, result?.isError, result?.content[0].text])).toEqual(
      calls.map(({ id }) => [id, true, "deadline_exceeded: the operation timed out"]),
    );
  });

  it("does not wait for a call that was taken back", async () => {
    const { post } = await serve({ requestTimeoutMs: 500 });
    const takenBack = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } };
    const answer = await post([...longCalls(1), takenBack]);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({
      error: { code: -32_000, message: "the operation timed out" },
    });
    expect((await post(longCalls(1))).status).toBe(200);
  });
});

describe("a briefing over HTTP", () => {
  it("counts each of its questions as a message", async () => {
    const { post } = await serve({ limits: true, trustLoopback: false });
    const questions = (count: number) => Array(count).fill({ tool: "search", arguments: { query: "gully" } });
    const remaining = async (body: unknown) => {
      const response = await post(body);
      expect(response.status).toBe(200);
      return Number(response.headers.get("x-ratelimit-remaining"));
    };
    const before = await remaining(toolCall("search", { query: "gully" }));
    expect(before - (await remaining(toolCall("briefing", { questions: questions(6) }, 2)))).toBe(6);
    const two = [1, 2].map((id) => toolCall("briefing", { questions: questions(5) }, id));
    expect((await post(two)).status).toBe(400);
  });
});

describe("filter_suburbs over HTTP", () => {
  it("takes a place among the files under way, and gives it back", async () => {
    const { post, url } = await serve({ exportsAtOnce: 1 });
    const asked = async () => (await repliesIn(await post(filterCall(1))))[0].result!;
    expect((await asked()).isError).toBeUndefined();
    const [{ call, status }] = await lazyReaders(url, "/v1/suburbs/AU.ndjson", 1);
    expect(status).toBe(200);
    const refused = await asked();
    expect([refused.isError, refused.content[0].text]).toEqual([
      true,
      expect.stringContaining("unavailable: 1 of your files are still being sent"),
    ]);
    call.close();
    await eventually(async () => expect((await asked()).isError).toBeUndefined());
    // A failed call releases its slot too.
    await repliesIn(await post(toolCall("filter_suburbs", { state: "XX" })));
    expect((await asked()).isError).toBeUndefined();
  });
});

describe("callsInTurn", () => {
  it("lets everybody else have a turn between two calls, after a failure too", async () => {
    const inTurn = callsInTurn();
    const order: string[] = [];
    const call = (name: string) =>
      inTurn(async () => {
        order.push(name);
        setImmediate(() => order.push(`others after ${name}`));
        if (name === "b") throw new Error("b fails");
        return name;
      });
    const ends = await Promise.allSettled([call("a"), call("b"), call("c")]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(order).toEqual(["a", "others after a", "b", "others after b", "c"]);
  });
});

describe("toolAnswer", () => {
  it("refuses what is too long with lists of one element", () => {
    const facts = { snapshotId: "s", asOf: "2026-11-13T00:00:00Z", synthetic: false };
    expect(() => toolAnswer({ text: "x".repeat(70_000) }, facts, [])).toThrow("more than 40000 characters");
  });
});
