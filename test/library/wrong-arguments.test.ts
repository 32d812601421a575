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

/** The error message of a JavaScript caller's mistake, which must be invalid_argument. */
async function refusal(ask: () => unknown): Promise<string> {
  const error = await (async () => ask())().then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  // As a plain string: formatting some of these values in a report would throw too.
  const { name, message } = error as Error;
  const code = error instanceof TerraceError ? error.code : "none";
  expect(`${name} ${code}: ${message}`).toMatch(/^TerraceError invalid_argument: /);
  return message;
}

/** Calls with each value; the message must equal the string next to it, or contain it if it ends in "...". */
async function expectRefusals(
  ask: (value: never) => unknown,
  rows: readonly (readonly [value: unknown, text: string])[],
): Promise<void> {
  for (const [value, text] of rows) {
    const message = await refusal(() => ask(value as never));
    expect(message).toEqual(text.endsWith("…") ? expect.stringContaining(text.slice(0, -1)) : text);
  }
}

const circle: Record<string, unknown> = {};
circle.not = circle;

/** An object that throws on every access. */
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
  const drops = (options: never) => engine.housing.getPriceDropsOverview({}, options);

  it("are refused by name where they are none, or cannot be read", async () => {
    const rows = [
      [{ signal: {} }, "signal: {} is not an AbortSignal"],
      [{ signal: null }, "signal: null is not an AbortSignal"],
      [{ signal: true }, "signal: true is not an AbortSignal"],
      [{ signal: new AbortController() }, "signal: {} is not an AbortSignal"],
      [{ signal: thorny({}) }, "signal: {} is not an AbortSignal"],
      [[], "the options of a call: [] is not an object"],
      [null, "the options of a call: null is not an object"],
      [5, "the options of a call: 5 is not an object"],
      [thorny({}), "the options of a call: …"],
      [revoked(), "the options of a call: …"],
    ] as const;
    await expectRefusals(drops, rows);
    await expectRefusals((options) => engine.suburbOutlines("NSW", options).next(), rows);
  });

  it("are refused where a time is none", async () => {
    await expectRefusals(
      (timeoutMs) => drops({ timeoutMs } as never),
      [
        [1n, "timeoutMs is 1; allowed are milliseconds above 0…"],
        [Number.NaN, "timeoutMs is NaN; allowed…"],
        [0, "timeoutMs is 0; allowed are milliseconds above 0, or Infinity for…"],
        ["100", 'timeoutMs is "100"; allowed…'],
        [Number.NEGATIVE_INFINITY, "timeoutMs is -Infinity; allowed…"],
        [Symbol("soon"), "timeoutMs is Symbol(soon); allowed…"],
        [circle, "timeoutMs is <ref *1> { not: [Circular *1] }; allowed…"],
      ],
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
  it("is refused with a filter that is none, or too much of one", async () => {
    await expectRefusals(
      (filter) => engine.explorer.explore({ filter }),
      [
        [circle, "FilterExpression: <ref *1> { not: [Circular *1] } is nested more than 100 levels…"],
        [circularMessage(), "is nested more than 100 levels deep, or contains itself…"],
        [nested(20_000), "is nested more than 100 levels deep…"],
        [sharedTwice(40), "holds more than 100000 messages…"],
        [sharedMessages(40), "holds more than 100000 messages, each counted every time it occurs…"],
        [sharedTwice(150), "is nested more than 100 levels deep…"],
        [nested(40), "an expression may be at most 16 levels deep…"],
        [{ node: null, range: {} }, 'FilterExpression: "node" and "range" cannot both be given'],
        [[[]], "filter: [[]] is not an object with the fields of FilterExpression"],
        [Symbol("f"), "filter: Symbol(f) is not an object with the fields…"],
        [thorny({}), "cannot be read…"],
        [revoked(), "cannot be read…"],
      ],
    );
  });

  it("is refused with values of other types, also where it is answered at once", async () => {
    const rows = [
      [{ stateCode: circle }, "stateCode: <ref *1> { not: [Circular *1] } is not a string"],
      [{ stateCode: Symbol("NSW") }, "stateCode: Symbol(NSW) is not a string"],
      [{ stateCode: "NSW", predicates: new Array(1) }, "predicates[0]: undefined is not an object…"],
      [thorny({}), "the request: {} cannot be read"],
      [{ predicates: revoked() }, "the request: …"],
      [{ predicates: thorny([]) }, "the request: …"],
    ] as const;
    await expectRefusals((request) => engine.housing.filterSuburbs(request), rows);
    await expectRefusals((request) => engine.filterSuburbsSync(request), rows);
  });

  it("is refused with the field, the value and what is allowed", async () => {
    const int32 = "is not a whole number from -2147483648 to 2147483647";
    await expectRefusals(
      (request) => engine.housing.listStateSuburbs(request),
      [
        [{ stateCode: "NSW", limit: "5" }, `limit: "5" ${int32}`],
        [{ stateCode: "NSW", limit: Number.NaN }, `limit: NaN ${int32}`],
        [{ stateCode: "NSW", limit: 1.5 }, `limit: 1.5 ${int32}`],
        [{ stateCode: "NSW", limit: 2 ** 31 }, `limit: 2147483648 ${int32}`],
        [{ stateCode: 5 }, "stateCode: 5 is not a string"],
        [{ stateCode: null }, "stateCode: null is not a string"],
        [{ statecode: "NSW" }, 'ListStateSuburbsRequest has no field "statecode"; did you mean "stateCode"?'],
        [["NSW"], 'the request: ["NSW"] is not an object with the fields of ListStateSuburbsRequest'],
        [undefined, "the request: undefined is not an object with the fields of ListStateSuburbsRequest"],
      ],
    );
  });

  it("is refused with the path of what is wrong deep inside", async () => {
    const inner = { node: { case: "range", value: { metricKey: 1 } } };
    await expectRefusals(
      (request: object) => engine.explorer.rankSuburbs({ weights: [], ...request }),
      [
        [{ weights: { metricKey: "age" } }, 'weights: {"metricKey":"age"} is not a list'],
        [{ weights: [{ metricKey: "age", weight: "1" }] }, 'weights[0].weight: "1" is not a number'],
        [
          { filter: { node: { case: "between", value: {} } } },
          'filter.node.case: "between" is not one of allOf, anyOf, not, range, category, name, hasData, state',
        ],
        [
          { filter: { node: { case: "not", value: inner } } },
          "filter.node.value.node.value.metricKey: 1 is not a string",
        ],
      ],
    );
  });
});

describe("openEngine", () => {
  it("refuses what is not a path", async () => {
    await expectRefusals(openEngine, [
      [undefined, "path: undefined is not a string"],
      [null, "path: null is not a string"],
      [new URL("file:///data"), 'path: "file:///data" is not a string'],
    ]);
  });

  it("refuses options that it cannot use", async () => {
    await expectRefusals(
      (options) => openEngine("/nowhere", options),
      [
        [null, "the options of openEngine: null is not an object"],
        [[], "the options of openEngine: [] is not an object"],
        [thorny({}), "the options of openEngine: {} cannot be read"],
        [{ toString: 1 }, 'openEngine has no option "toString"…'],
        [{ filterthreads: 1 }, 'openEngine has no option "filterthreads"; did you mean "filterThreads"?'],
        [{ timeoutMs: null }, "timeoutMs is null; allowed…"],
        [{ timeoutMs: 0 }, "timeoutMs is 0; allowed…"],
        [{ timeoutMs: 1n }, "timeoutMs is 1; allowed…"],
        [{ filterThreads: -1 }, "filterThreads: -1 is not a whole number from 0 to 64"],
        [{ filterThreads: "2" }, 'filterThreads: "2" is not a whole number…'],
        [{ sqlConnections: 0 }, "sqlConnections: 0 is not a whole number from 1 to 64"],
        [{ sqlWaiting: Number.NaN }, "sqlWaiting: NaN is not a whole number from 0 to 100000"],
        [{ follow: "yes" }, 'follow: "yes" is not true or false'],
        [{ switches: [] }, "switches: [] is not switches or a function…"],
      ],
    );
  });

  it("gives an engine that refuses to swap to no path, and to list the methods of no service", async () => {
    expect(await refusal(() => engine.swap(undefined as never))).toBe("path: undefined is not a string");
    expect(await refusal(() => engine.service(undefined as never))).toContain("service: undefined is not");
    expect(await refusal(() => enginePartsOf({} as never))).toBe(
      "engine: {} is not an engine; pass the result of openEngine",
    );
  });
});

describe("buildSnapshot", () => {
  const paths = { datasetDir: "/nowhere", dataDir: "/nowhere" };

  it("refuses options that it cannot use", async () => {
    await expectRefusals(buildSnapshot, [
      [undefined, "the options of buildSnapshot: undefined is not an object"],
      [thorny({}), "the options of buildSnapshot: {} cannot be read"],
      [{ dataDir: "/nowhere" }, "datasetDir: undefined is not a string"],
      [{ datasetDir: "/nowhere", dataDir: 5 }, "dataDir: 5 is not a string"],
      [{ ...paths, signal: {} }, "signal: {} is not an AbortSignal"],
      [
        { ...paths, memoryLimitMB: 600 },
        'buildSnapshot has no option "memoryLimitMB"; did you mean "memoryLimitMb"?',
      ],
      [{ ...paths, describeColumn: () => "" }, 'buildSnapshot has no option "describeColumn"; …'],
    ]);
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
    ["rejectsPath", 5, "5 is not a string"],
    ["rejectsPath", null, "null is not a string"],
    ["onProgress", {}, "{} is not a function"],
    ["aggregates", {}, "{} is not a list"],
    ["pages", "none", '"none" is not a list'],
    ["metrics", 5, "5 is not a list"],
    ["files", [], "[] is not an object"],
    ["processes", 5, "5 is not an object"],
    ["heartbeat", null, "null is not an object"],
  ])("refuses %s that is %s before it builds anything", async (name, value, message) => {
    const options = { ...paths, [name]: value };
    expect(await refusal(() => buildSnapshot(options as never))).toBe(`${name}: ${message}`);
  });
});

describe("the functions over snapshots", () => {
  type Loose = (...given: unknown[]) => unknown;
  const everything = { seed: 1, scale: 1 };
  it.each<[unknown, unknown[], string]>([
    [listSnapshots, [], "dataDir: undefined is not a string"],
    [listSnapshots, ["/nowhere", null], "the options of listSnapshots: null is not an object"],
    [publishSnapshot, [undefined, "/nowhere"], "directory: undefined is not a string"],
    [publishSnapshot, ["/nowhere"], "dataDir: undefined is not a string"],
    [retainSnapshots, [5, 1], "dataDir: 5 is not a string"],
    [retainSnapshots, ["/nowhere", Symbol("all")], "keep: Symbol(all) is not a number"],
    [verifySnapshot, [circle], "directory: <ref *1> { not: [Circular *1] } is not a string"],
    [verifySnapshot, ["/nowhere", { signal: {} }], "signal: {} is not an AbortSignal"],
    [generateSyntheticDataset, [], "the options of generateSyntheticDataset: undefined is not"],
    [generateSyntheticDataset, [everything], "dir: undefined is not a string"],
    [
      generateSyntheticDataset,
      [{ ...everything, dir: "/nowhere", scale: Symbol("all") }],
      "scale: Symbol(all) is not a number",
    ],
  ])("refuse what they cannot use: %o", async (use, given, message) => {
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

/** A protobuf message that contains itself. */
function circularMessage() {
  const filter = create(FilterExpressionSchema);
  filter.node = { case: "not", value: filter };
  return filter;
}

/** A few objects with 2 to the power of `levels` paths through them. */
function sharedTwice(levels: number): unknown {
  let filter: unknown = { hasData: { metricKey: "population" } };
  for (let i = 0; i < levels; i++) filter = { anyOf: { expressions: [filter, filter] } };
  return filter;
}

/** sharedTwice with protobuf messages, which `create` does not copy. */
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
