import { create } from "@bufbuild/protobuf";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FilterSuburbsResponseSchema, HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { TerraceError } from "../../src/index.ts";
import { askForJson, askMethod } from "../../src/library/ask-method.ts";
import { questionsOf } from "../../src/library/questions.ts";
import { ANSWER_MAX_BYTES } from "../../src/rpc/answer-size.ts";
import { unaryMethod } from "../../src/rpc/unary-method.ts";
import { postJson } from "../support/country/call-json.ts";
import { failureOf } from "../support/run/fixtures.ts";
import { FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

/** A method that never answers, and the signals of its pending calls. */
function deafMethod() {
  const signals: AbortSignal[] = [];
  const method = unaryMethod(HousingService.method.filterSuburbs, (_, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  return { method, signals };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("askMethod", () => {
  it("ends a call after 30 seconds when nobody says otherwise, and its work with it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { method, signals } = deafMethod();
    let error: unknown;
    const ended = failureOf(askMethod(method, {})).then((reason) => {
      error = reason;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(error).toMatchObject({ code: "deadline_exceeded", message: "the operation timed out" });
    expect(signals[0].reason).toBe(error);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends it at the time of the call or else of the engine, and never when that is Infinity", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { method, signals } = deafMethod();
    const { filterSuburbs } = questionsOf(HousingService, [method], 2000);
    const ends: string[] = [];
    void failureOf(filterSuburbs({})).then(() => ends.push("the engine's"));
    void failureOf(filterSuburbs({}, { timeoutMs: 500 })).then(() => ends.push("shorter"));
    void failureOf(filterSuburbs({}, { timeoutMs: 5000 })).then(() => ends.push("longer"));
    const controller = new AbortController();
    void failureOf(
      filterSuburbs({}, { timeoutMs: Number.POSITIVE_INFINITY, signal: controller.signal }),
    ).then((error) => ends.push((error as TerraceError).code));
    await vi.advanceTimersByTimeAsync(100_000_000_000);
    expect(ends).toEqual(["shorter", "the engine's", "longer"]);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends.at(-1)).toBe("canceled");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  });

  it("leaves no timer behind when the answer comes, or an error", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answering = unaryMethod(HousingService.method.filterSuburbs, ({ stateCode }) => {
      if (stateCode === "bad") throw new TerraceError("not_found", "none");
      return create(FilterSuburbsResponseSchema, { matchCount: 3 });
    });
    expect(await askMethod(answering, {})).toMatchObject({ matchCount: 3 });
    expect(await failureOf(askMethod(answering, { stateCode: "bad" }))).toMatchObject({ code: "not_found" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has the same words for a passed deadline as the server, whoever set it", async () => {
    const { method } = deafMethod();
    const server = await startWireServer();
    const response = await postJson(
      `${server.url}${FILTER_PATH}`,
      { stateCode: "deaf" },
      { "connect-timeout-ms": "5", "user-agent": "tests/1" },
    );
    const { code, message } = (await response.json()) as { code: string; message: string };
    await server.close(1000);
    const signal = AbortSignal.timeout(5);
    for (const options of [{ timeoutMs: 5 }, { signal }]) {
      expect(await failureOf(askMethod(method, {}, options))).toMatchObject({ code, message });
    }
    expect(message).toBe("the operation timed out");
  });

  it("calls it late, not unavailable, when the time is over before its timer was heard", async () => {
    const busy = unaryMethod(HousingService.method.filterSuburbs, async ({ stateCode }) => {
      const until = performance.now() + 10;
      while (stateCode === "late" && performance.now() < until);
      throw new TerraceError("unavailable", "16 calls are already waiting");
    });
    const codeOf = async (stateCode: string) =>
      ((await failureOf(askMethod(busy, { stateCode }, { timeoutMs: 5 }))) as TerraceError).code;
    expect([await codeOf("late"), await codeOf("soon")]).toEqual(["deadline_exceeded", "unavailable"]);
  });
});

describe("askForJson", () => {
  it("gives the JSON of the wire, whether the answer comes encoded or not", async () => {
    const message = create(FilterSuburbsResponseSchema, { matchCount: 3, indexVersion: "v1-ä" });
    const plain = unaryMethod(HousingService.method.filterSuburbs, () => message);
    const json = { matchCount: 3, indexVersion: "v1-ä" };
    const encoded = unaryMethod(HousingService.method.filterSuburbs, () => ({
      binary: () => expect.unreachable("the JSON is at hand"),
      json: () => Buffer.from(JSON.stringify(json)),
      message: () => message,
    }));
    expect(await askForJson(plain, {})).toEqual(json);
    expect(await askForJson(encoded, {})).toEqual(json);
  });

  it("tells the method the form that is wanted and when its caller gives up", async () => {
    const contexts: unknown[] = [];
    const method = unaryMethod(HousingService.method.filterSuburbs, (_, context) => {
      contexts.push(context);
      return create(FilterSuburbsResponseSchema);
    });
    const time = { now: () => 5, endsAtMs: 7 };
    await askForJson(method, {}, { time });
    expect(contexts).toMatchObject([{ form: "json", time }]);
  });

  it("refuses an answer that no other door would send", async () => {
    const large = unaryMethod(HousingService.method.filterSuburbs, () => ({
      binary: () => new Uint8Array(0),
      json: () => Buffer.alloc(ANSWER_MAX_BYTES + 1, " "),
      message: () => create(FilterSuburbsResponseSchema),
    }));
    expect(await failureOf(askForJson(large, {}))).toMatchObject({ code: "resource_exhausted" });
  });
});
