import { create } from "@bufbuild/protobuf";
import { describe, expect, inject, it } from "vitest";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { FilterExpressionSchema } from "../../src/gen/terrace/v1/explorer_pb.ts";
import {
  buildSnapshot,
  generateSyntheticDataset,
  listSnapshots,
  openEngine,
  publishSnapshot,
  retainSnapshots,
  TerraceError,
  verifySnapshot,
} from "../../src/index.ts";
import { enginePartsOf } from "../../src/library/open-engine.ts";
import { shown } from "../../src/library/shown.ts";
import { opened } from "../support/run/fixtures.ts";

const engine = opened(() => openEngine(inject("country").dataDir));

/** What a caller without types hears; anything but a refusal of the argument fails. */
async function refusal(ask: () => unknown): Promise<string> {
  const error = await (async () => ask())().then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  // As plain texts: what is wrong with some of the values would be wrong with a report on them too.
  const { name, message } = error as Error;
  const code = error instanceof TerraceError ? error.code : "none";
  expect(`${name} ${code}: ${message}`).toMatch(/^TerraceError invalid_argument: /);
  return message;
}

const circle: Record<string, unknown> = {};
circle.not = circle;

/** An object that throws whatever is asked of it. */
const thorny = (target: object) =>
  new Proxy(target, {
    get: () => {
      throw new RangeError("no");
    },
    ownKeys: () => {
      throw new TypeError("no");
    },
    has: () => {
      throw new TypeError("no");
    },
  });

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const nested = (levels: number) => {
  let filter: object = { range: { metricKey: "age", min: 1 } };
  for (let i = 0; i < levels; i++) filter = { not: filter };
  return filter;
};

describe("the options of a call", () => {
  it.each<[string, unknown, string]>([
    ["no signal", { signal: {} }, "signal: {} is not an AbortSignal"],
    ["a signal that is null", { signal: null }, "signal: null is not an AbortSignal"],
    ["a signal that is true", { signal: true }, "signal: true is not an AbortSignal"],
    ["a controller for its signal", { signal: new AbortController() }, "signal: {} is not an AbortSignal"],
    ["a signal that cannot be read", { signal: thorny({}) }, "signal: {} is not an AbortSignal"],
    ["a list", [], "the options of a call: [] is not an object"],
    ["null", null, "the options of a call: null is not an object"],
    ["a number", 5, "the options of a call: 5 is not an object"],
    ["what cannot be read", thorny({}), "the options of a call: "],
    ["what is gone", revoked(), "the options of a call: "],
  ])("are refused by name: %s", async (_what, options, message) => {
    expect(await refusal(() => engine.housing.getPriceDropsOverview({}, options as never))).toContain(
      message,
    );
    expect(await refusal(() => engine.suburbOutlines("NSW", options as never).next())).toContain(message);
  });

  it.each<[string, unknown, string]>([
    ["a bigint of milliseconds", { timeoutMs: 1n }, "timeoutMs is 1; allowed are milliseconds above 0"],
    ["no number of milliseconds", { timeoutMs: Number.NaN }, "timeoutMs is NaN; allowed"],
    ["no time at all", { timeoutMs: 0 }, "timeoutMs is 0; allowed are milliseconds above 0, or Infinity for"],
    ["a text for a time", { timeoutMs: "100" }, 'timeoutMs is "100"; allowed'],
    ["a time before now", { timeoutMs: Number.NEGATIVE_INFINITY }, "timeoutMs is -Infinity; allowed"],
    ["a symbol of a time", { timeoutMs: Symbol("soon") }, "timeoutMs is Symbol(soon); allowed"],
    ["a circle for a time", { timeoutMs: circle }, "timeoutMs is <ref *1> { not: [Circular *1] }; allowed"],
  ])("are refused where they are %s", async (_what, options, message) => {
    expect(await refusal(() => engine.housing.getPriceDropsOverview({}, options as never))).toContain(
      message,
    );
  });

  it("are refused under names that nobody reads, and those that are read are said", async () => {
    const request = { stateCode: "ACT", predicates: [{ metricKey: "population", min: 1 }] };
    expect(await refusal(() => engine.housing.filterSuburbs(request, { timeout: 100 } as never))).toBe(
      'filterSuburbs has no option "timeout"; it has signal, timeoutMs',
    );
    expect(await refusal(() => engine.suburbOutlines("NSW", { timeoutMs: 1 } as never).next())).toBe(
      'suburbOutlines has no option "timeoutMs"; it has signal',
    );
    const service = engine.service(HousingService);
    expect(await refusal(() => service.filterSuburbs(request, { ["x".repeat(100)]: 1 } as never))).toBe(
      `filterSuburbs has no option "${"x".repeat(59)}…; it has signal, timeoutMs`,
    );
  });

  it("take a signal of another maker, and no end", async () => {
    const events = new AbortController().signal;
    const foreign = {
      aborted: false,
      reason: undefined,
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
    };
    const options = { signal: foreign as AbortSignal, timeoutMs: Number.POSITIVE_INFINITY };
    expect((await engine.housing.getPriceDropsOverview({}, options)).withheld).toBe(false);
    expect((await engine.housing.getPriceDropsOverview({}, undefined)).withheld).toBe(false);
  });
});

describe("a request", () => {
  it.each<[string, unknown, string]>([
    [
      "that holds itself",
      circle,
      "FilterExpression: <ref *1> { not: [Circular *1] } lies more than 100 levels",
    ],
    [
      "that holds itself as protobuf has it",
      circularMessage(),
      "lies more than 100 levels deep in the request, or holds itself",
    ],
    ["with thousands of levels", nested(20_000), "lies more than 100 levels deep in the request"],
    ["whose parts are held twice over, 2^40 in all", sharedTwice(40), "holds more than 100000 messages"],
    [
      "whose parts are held twice over, as protobuf has it",
      sharedMessages(40),
      "holds more than 100000 messages, each counted wherever it is held",
    ],
    ["whose parts are held twice over and too deep", sharedTwice(150), "lies more than 100 levels deep"],
    ["with more levels than a filter has", nested(40), "an expression may be at most 16 levels deep"],
    [
      "with a choice twice, once as null",
      { node: null, range: {} },
      'FilterExpression: "node" and "range" cannot both be given',
    ],
    ["with a list for a message", [[]], "filter: [[]] is not an object with the fields of FilterExpression"],
    ["with a symbol for a message", Symbol("f"), "filter: Symbol(f) is not an object with the fields"],
    ["that cannot be read", thorny({}), "cannot be read"],
    ["that is gone", revoked(), "cannot be read"],
  ])("is refused %s", async (_what, filter, message) => {
    expect(await refusal(() => engine.explorer.explore({ filter: filter as never }))).toContain(message);
  });

  it.each<[string, unknown, string]>([
    [
      "a circle for a text",
      { stateCode: circle },
      "stateCode: <ref *1> { not: [Circular *1] } is not a text",
    ],
    ["a symbol for a text", { stateCode: Symbol("NSW") }, "stateCode: Symbol(NSW) is not a text"],
    [
      "a gap in a list",
      { stateCode: "NSW", predicates: new Array(1) },
      "predicates[0]: undefined is not an object",
    ],
    ["what cannot be read", thorny({}), "the request: {} cannot be read"],
    ["a list that is gone", { predicates: revoked() }, "the request: "],
    ["a list that cannot be read", { predicates: thorny([]) }, "the request: "],
  ])("is refused with %s, also where it is answered at once", async (_what, request, message) => {
    expect(await refusal(() => engine.housing.filterSuburbs(request as never))).toContain(message);
    expect(await refusal(() => engine.filterSuburbsSync(request as never))).toContain(message);
  });

  const INT32 = "is not a whole number from -2147483648 to 2147483647";
  it.each<[string, unknown, string]>([
    ["a number as text", { stateCode: "NSW", limit: "5" }, `limit: "5" ${INT32}`],
    ["no number", { stateCode: "NSW", limit: Number.NaN }, `limit: NaN ${INT32}`],
    ["half a number", { stateCode: "NSW", limit: 1.5 }, `limit: 1.5 ${INT32}`],
    ["a number too large", { stateCode: "NSW", limit: 2 ** 31 }, `limit: 2147483648 ${INT32}`],
    ["a state as number", { stateCode: 5 }, "stateCode: 5 is not a text"],
    ["no state", { stateCode: null }, "stateCode: null is not a text"],
    [
      "a misspelt field",
      { statecode: "NSW" },
      'ListStateSuburbsRequest has no field "statecode"; did you mean "stateCode"?',
    ],
    ["a list", ["NSW"], 'the request: ["NSW"] is not an object with the fields of ListStateSuburbsRequest'],
    [
      "nothing",
      undefined,
      "the request: undefined is not an object with the fields of ListStateSuburbsRequest",
    ],
  ])("is refused with %s", async (_what, request, message) => {
    expect(await refusal(() => engine.housing.listStateSuburbs(request as never))).toBe(message);
  });

  it.each<[string, unknown, string]>([
    ["no list", { weights: { metricKey: "age" } }, 'weights: {"metricKey":"age"} is not a list'],
    [
      "a text for a number",
      { weights: [{ metricKey: "age", weight: "1" }] },
      'weights[0].weight: "1" is not a number',
    ],
    [
      "an unknown condition",
      { weights: [], filter: { node: { case: "between", value: {} } } },
      'filter.node.case: "between" is not one of allOf, anyOf, not, range, category, name, hasData, state',
    ],
    [
      "a wrong condition",
      {
        weights: [],
        filter: { node: { case: "not", value: { node: { case: "range", value: { metricKey: 1 } } } } },
      },
      "filter.node.value.node.value.metricKey: 1 is not a text",
    ],
  ])("is refused with %s deep inside", async (_what, request, message) => {
    expect(await refusal(() => engine.explorer.rankSuburbs(request as never))).toBe(message);
  });

  it("passes when it is right, also where it is answered at once", async () => {
    const request = { stateCode: "ACT", predicates: [{ metricKey: "population", min: 1 }] };
    expect(engine.filterSuburbsSync(request)).toMatchObject(await engine.housing.filterSuburbs(request));
    const { rows } = await engine.explorer.rankSuburbs({
      stateCode: "ACT",
      filter: { node: { case: "hasData", value: { metricKey: "age" } } },
      weights: [{ metricKey: "age", weight: 1 }],
      k: 1,
    });
    expect(rows).toHaveLength(1);
  });
});

describe("openEngine", () => {
  it.each<[string, unknown[], string]>([
    ["no path", [], "path: undefined is not a text"],
    ["a path that is null", [null], "path: null is not a text"],
    ["an address", [new URL("file:///data")], 'path: "file:///data" is not a text'],
    ["options that are null", ["/nowhere", null], "the options of openEngine: null is not an object"],
    ["options in a list", ["/nowhere", []], "the options of openEngine: [] is not an object"],
    ["a function of the language", ["/nowhere", { toString: 1 }], 'openEngine has no option "toString"'],
    ["a time that is null", ["/nowhere", { timeoutMs: null }], "timeoutMs is null; allowed"],
    ["no time at all", ["/nowhere", { timeoutMs: 0 }], "timeoutMs is 0; allowed"],
    [
      "too few threads",
      ["/nowhere", { filterThreads: -1 }],
      "filterThreads: -1 is not a whole number from 0 to 64",
    ],
    ["a number as text", ["/nowhere", { filterThreads: "2" }], 'filterThreads: "2" is not a whole number'],
    [
      "no connection",
      ["/nowhere", { sqlConnections: 0 }],
      "sqlConnections: 0 is not a whole number from 1 to 64",
    ],
    [
      "no number",
      ["/nowhere", { sqlWaiting: Number.NaN }],
      "sqlWaiting: NaN is not a whole number from 0 to 100000",
    ],
    ["a word for a switch", ["/nowhere", { follow: "yes" }], 'follow: "yes" is not true or false'],
    [
      "a misspelt option",
      ["/nowhere", { filterthreads: 1 }],
      'openEngine has no option "filterthreads"; did you mean "filterThreads"?',
    ],
    ["a time that is a bigint", ["/nowhere", { timeoutMs: 1n }], "timeoutMs is 1; allowed"],
    ["switches in a list", ["/nowhere", { switches: [] }], "switches: [] is not switches or a function"],
    ["what cannot be read", ["/nowhere", thorny({})], "the options of openEngine: {} cannot be read"],
  ])("refuses %s", async (_what, given, message) => {
    expect(await refusal(() => openEngine(...(given as Parameters<typeof openEngine>)))).toContain(message);
  });

  it("gives an engine that refuses to swap to no path, and to list the methods of no service", async () => {
    expect(await refusal(() => engine.swap(undefined as never))).toBe("path: undefined is not a text");
    expect(await refusal(() => engine.service(undefined as never))).toContain("service: undefined is not");
    expect(await refusal(() => enginePartsOf({} as never))).toBe(
      "engine: {} is not what openEngine resolves to",
    );
  });
});

describe("buildSnapshot", () => {
  it.each<[unknown, string]>([
    [undefined, "the options of buildSnapshot: undefined is not an object"],
    [{ dataDir: "/nowhere" }, "datasetDir: undefined is not a text"],
    [{ datasetDir: "/nowhere", dataDir: 5 }, "dataDir: 5 is not a text"],
    [{ datasetDir: "/nowhere", dataDir: "/nowhere", signal: {} }, "signal: {} is not an AbortSignal"],
  ])("refuses %j", async (options, message) => {
    expect(await refusal(() => buildSnapshot(options as never))).toBe(message);
  });

  it.each<[string, unknown, string]>([
    ["maxRejectShare", Number.NaN, "NaN is not a number from 0 to 1"],
    ["maxRejectShare", 1.01, "1.01 is not a number from 0 to 1"],
    ["maxRejectShare", "0.1", '"0.1" is not a number from 0 to 1'],
    ["memoryLimitMb", -1, "-1 is not a number from 100 to 1000000"],
    ["memoryLimitMb", Number.POSITIVE_INFINITY, "Infinity is not a number from 100 to 1000000"],
    ["memoryLimitMb", 600n, "600 is not a number from 100 to 1000000"],
    ["threads", 0, "0 is not a whole number from 1 to 1024"],
    ["threads", 1.5, "1.5 is not a whole number from 1 to 1024"],
    ["strict", "false", '"false" is not true or false'],
    ["inMemory", 1, "1 is not true or false"],
    ["rejectsPath", 5, "5 is not a text"],
    ["rejectsPath", null, "null is not a text"],
    ["onProgress", {}, "{} is not a function"],
    ["aggregates", {}, "{} is not a list"],
    ["pages", "none", '"none" is not a list'],
    ["metrics", 5, "5 is not a list"],
    ["files", [], "[] is not an object"],
    ["processes", 5, "5 is not an object"],
    ["heartbeat", null, "null is not an object"],
  ])("refuses %s that is %s before it builds anything", async (name, value, message) => {
    const options = { datasetDir: "/nowhere", dataDir: "/nowhere", [name]: value };
    expect(await refusal(() => buildSnapshot(options as never))).toBe(`${name}: ${message}`);
  });

  it("refuses options that it does not have, and those that cannot be read", async () => {
    const paths = { datasetDir: "/nowhere", dataDir: "/nowhere" };
    expect(await refusal(() => buildSnapshot({ ...paths, memoryLimitMB: 600 } as never))).toBe(
      'buildSnapshot has no option "memoryLimitMB"; did you mean "memoryLimitMb"?',
    );
    expect(await refusal(() => buildSnapshot({ ...paths, describeColumn: () => "" } as never))).toContain(
      'buildSnapshot has no option "describeColumn"; ',
    );
    expect(await refusal(() => buildSnapshot(thorny({}) as never))).toBe(
      "the options of buildSnapshot: {} cannot be read",
    );
  });
});

describe("the functions over snapshots", () => {
  type Loose = (...given: unknown[]) => unknown;
  it.each<[string, unknown, unknown[], string]>([
    ["list", listSnapshots, [], "dataDir: undefined is not a text"],
    ["list", listSnapshots, ["/nowhere", null], "the options of listSnapshots: null is not an object"],
    ["publish", publishSnapshot, [undefined, "/nowhere"], "directory: undefined is not a text"],
    ["publish", publishSnapshot, ["/nowhere"], "dataDir: undefined is not a text"],
    ["retain", retainSnapshots, [5, 1], "dataDir: 5 is not a text"],
    ["retain", retainSnapshots, ["/nowhere", Symbol("all")], "keep: Symbol(all) is not a number"],
    ["verify", verifySnapshot, [circle], "directory: <ref *1> { not: [Circular *1] } is not a text"],
    ["verify", verifySnapshot, ["/nowhere", { signal: {} }], "signal: {} is not an AbortSignal"],
    ["make up", generateSyntheticDataset, [], "the options of generateSyntheticDataset: undefined is not"],
    ["make up", generateSyntheticDataset, [{ seed: 1, scale: 1 }], "dir: undefined is not a text"],
    [
      "make up",
      generateSyntheticDataset,
      [{ dir: "/nowhere", seed: 1, scale: Symbol("all") }],
      "scale: Symbol(all) is not a number",
    ],
  ])("refuse to %s what they cannot", async (_what, use, given, message) => {
    expect(await refusal(() => (use as Loose)(...given))).toContain(message);
  });
});

const NUMBERS = Array.from({ length: 100 }, (_, i) => i);

describe("shown", () => {
  it.each<[string, unknown, string]>([
    ["a text", "a", '"a"'],
    ["bigints inside", { a: 1n }, '{"a":"1"}'],
    ["a circle", circle, "<ref *1> { not: [Circular *1] }"],
    ["a symbol", Symbol("a"), "Symbol(a)"],
    ["nothing", undefined, "undefined"],
    ["an object without a prototype", Object.create(null), "{}"],
    ["what throws", thorny({}), "{}"],
    ["a function that throws", thorny(function named() {}), "[Function: named]"],
    ["parts held twice over", sharedTwice(60), "{ anyOf: { expressions: [Array] } }"],
    ["a long list", NUMBERS, `[ ${NUMBERS.join(", ")}`.slice(0, 60).concat("…")],
    ["much", "a".repeat(100), `"${"a".repeat(59)}…`],
  ])("shows %s", (_what, value, text) => {
    expect(shown(value)).toBe(text);
  });
});

/** A filter as protobuf makes it, which is its own condition. */
function circularMessage() {
  const filter = create(FilterExpressionSchema);
  filter.node = { case: "not", value: filter };
  return filter;
}

/** A few objects with 2 to the power of `levels` ways through them. */
function sharedTwice(levels: number): unknown {
  let filter: unknown = { hasData: { metricKey: "population" } };
  for (let i = 0; i < levels; i++) filter = { anyOf: { expressions: [filter, filter] } };
  return filter;
}

/** The same as protobuf makes them, which copies no message that is one already. */
function sharedMessages(levels: number) {
  let filter = create(FilterExpressionSchema, {
    node: { case: "hasData", value: { metricKey: "population" } },
  });
  for (let i = 0; i < levels; i++) {
    filter = create(FilterExpressionSchema, {
      node: { case: "anyOf", value: { expressions: [filter, filter] } },
    });
  }
  return filter;
}
