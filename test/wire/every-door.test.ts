import {
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type Message,
  type MessageShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { type CallOptions, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { beforeAll, describe, expect, it } from "vitest";
import { openMethods } from "../../src/domains/methods.ts";
import { productServices, publicMethods } from "../../src/domains/public-methods.ts";
import { isEncodedAnswer, ownCall, type UnaryMethod } from "../../src/rpc/unary-method.ts";
import { isTerraceError } from "../../src/runtime/errors.ts";
import { serveCountry, TEST_NOW } from "../support/country/serve-country.ts";
import { goldenCountry } from "../support/country/shared-country.ts";
import { methodOptions } from "../support/data/method-calls.ts";
import { opened } from "../support/run/fixtures.ts";
import { someOf } from "../support/run/test-form.ts";
import { goldenRequests } from "../support/wire/golden-cases.ts";

const serving = opened(async () => serveCountry((await goldenCountry()).dataDir));
let methods: readonly UnaryMethod[];
let doors: Map<string, Transport>;

beforeAll(async () => {
  methods = openMethods(serving.engine, methodOptions({ now: TEST_NOW })).all;
  const connect = { baseUrl: serving.url, httpVersion: "1.1" as const };
  doors = new Map([
    ["Connect JSON", createConnectTransport({ ...connect, useBinaryFormat: false })],
    ["Connect binary", createConnectTransport({ ...connect, useBinaryFormat: true })],
    ["gRPC", createGrpcTransport({ baseUrl: serving.url })],
  ]);
});

type Outcome = { answer: unknown } | { code: string; message: string };

/** The answer in JSON once it has been through bytes, so that floats are float32 whichever way they came. */
function shown(schema: DescMessage, message: Message): Outcome {
  const decoded = fromBinary(schema, toBinary(schema, message as MessageShape<DescMessage>));
  return { answer: toJson(schema, decoded) };
}

async function inProcess(desc: DescMethodUnary, request: Message): Promise<Outcome> {
  const method = methods.find((m) => m.desc === desc)!;
  try {
    const answer = await method.answer(request as never, ownCall(new AbortController().signal));
    return shown(desc.output, isEncodedAnswer(answer) ? answer.message() : answer);
  } catch (error) {
    if (!isTerraceError(error)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function through(door: string, desc: DescMethodUnary, request: Message): Promise<Outcome> {
  const client = createClient(desc.parent, doors.get(door)!) as Record<
    string,
    (request: Message, options?: CallOptions) => Promise<Message>
  >;
  try {
    return shown(desc.output, await client[desc.localName](request));
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    return { code: codeToString(error.code), message: error.rawMessage };
  }
}

const descs = productServices.flatMap((service) => service.methods as DescMethodUnary[]);
const openPaths = new Set(publicMethods().map(({ path }) => path));
/** Those that ask for no token. */
const openDescs = descs.filter((desc) => openPaths.has(`/${desc.parent.typeName}/${desc.name}`));

describe("every door", () => {
  it("leads to all methods, of which one asks for a token", () => {
    expect(methods.map(({ desc }) => desc.name).sort()).toEqual(descs.map((desc) => desc.name).sort());
    expect(descs.length - openDescs.length).toBe(1);
  });

  it.each(someOf(openDescs, 24).map((desc) => [`${desc.parent.name}/${desc.name}`, desc] as const))(
    "gives the same answers of %s",
    async (_, desc) => {
      const requests = goldenRequests(desc);
      expect(requests.size).toBeGreaterThanOrEqual(2);
      let answers = 0;
      for (const [name, request] of requests) {
        const expected = await inProcess(desc, request);
        if ("answer" in expected) answers++;
        for (const door of doors.keys()) {
          expect(await through(door, desc, request), `${name} through ${door}`).toEqual(expected);
        }
      }
      expect(answers).toBeGreaterThanOrEqual(2);
    },
  );
});
