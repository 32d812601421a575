import { type DescMessage, type DescMethodUnary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { ConnectError, createClient, createRouterTransport, type Transport } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTerraceClient } from "../../src/client.ts";
import { productServices, publicMethods } from "../../src/domains/public-methods.ts";
import { openEngine, type TerraceEngine, TerraceError } from "../../src/index.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { mountServices } from "../../src/services.ts";
import { serveCountry, TEST_NOW } from "../support/country/serve-country.ts";
import { goldenCountry } from "../support/country/shared-country.ts";
import { someOf } from "../support/run/test-form.ts";
import { goldenRequests } from "../support/wire/golden-cases.ts";

type Ask = (
  method: DescMethodUnary,
  request: MessageShape<DescMessage>,
) => Promise<MessageShape<DescMessage>>;
type Group = Record<string, (request: MessageShape<DescMessage>) => Promise<MessageShape<DescMessage>>>;

let engine: TerraceEngine;
let serving: Serving;
let doors: Map<string, Ask>;

beforeAll(async () => {
  const { dataDir } = await goldenCountry();
  engine = await openEngine(dataDir, { now: () => TEST_NOW });
  serving = await serveCountry(dataDir);
  const baseUrl = serving.url;
  const http = { baseUrl, httpVersion: "1.1" } as const;
  const client = createTerraceClient({ baseUrl, userAgent: "terrace-tests/1" });
  doors = new Map([
    ["library", byService(engine)],
    ["Connect JSON", byTransport(createConnectTransport({ ...http, useBinaryFormat: false }))],
    ["Connect binary", byTransport(createConnectTransport({ ...http, useBinaryFormat: true }))],
    ["Connect GET", byTransport(createConnectTransport({ ...http, useHttpGet: true }))],
    ["gRPC", byTransport(createGrpcTransport({ baseUrl }))],
    ["gRPC-Web", byTransport(createGrpcWebTransport(http))],
    ["client", byGroup(client)],
    ["foreign router", byTransport(createRouterTransport((router) => mountServices(router, engine)))],
  ]);
});
afterAll(async () => {
  await serving.close();
  await engine.close();
});

function byTransport(transport: Transport): Ask {
  return (method, request) => {
    const group = createClient(method.parent, transport) as unknown as Group;
    return group[method.localName](request);
  };
}

const groupName = ({ parent }: DescMethodUnary) => parent.name.replace("Service", "").toLowerCase();

/** Calls through the client, which has three groups; its transport does the other services. */
function byGroup(groups: object): Ask {
  return (method, request) => (groups as Record<string, Group>)[groupName(method)][method.localName](request);
}

function byService(library: TerraceEngine): Ask {
  return (method, request) => (library.service(method.parent) as unknown as Group)[method.localName](request);
}

/** A response's bytes in base64, or an error's code and message. */
async function outcome(method: DescMethodUnary, answer: Promise<MessageShape<DescMessage>>): Promise<string> {
  try {
    return Buffer.from(toBinary(method.output, await answer)).toString("base64");
  } catch (error) {
    if (error instanceof TerraceError) return `${error.code}: ${error.message}`;
    if (error instanceof ConnectError) return `${codeToString(error.code)}: ${error.rawMessage}`;
    throw error;
  }
}

const openPaths = new Set(publicMethods().map(({ path }) => path));
const all = productServices.flatMap((service) => service.methods as DescMethodUnary[]);
const methods = all.filter((method) => openPaths.has(`/${method.parent.typeName}/${method.name}`));

it("all but one of the methods ask for no token", () => {
  expect(all.length - methods.length).toBe(1);
});

describe.each(someOf(methods, 12).map((method) => [`${method.parent.name}.${method.name}`, method] as const))(
  "%s",
  (_name, method) => {
    it("says the same through every door", async () => {
      const requests = goldenRequests(method, true);
      expect(requests.size).toBeGreaterThanOrEqual(3);
      let answers = 0;
      for (const request of requests.values()) {
        const open = [...doors].filter(
          ([door]) => door !== "client" || ["housing", "economy", "explorer"].includes(groupName(method)),
        );
        const outcomes = await Promise.all(
          open.map(async ([door, ask]) => [door, await outcome(method, ask(method, request))]),
        );
        const [, expected] = outcomes[0];
        expect(outcomes).toEqual(open.map(([door]) => [door, expected]));
        if (!expected.includes(": ")) answers++;
      }
      expect(answers).toBeGreaterThan(0);
    });
  },
);
