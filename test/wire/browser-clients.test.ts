import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { describe, expect, it } from "vitest";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../support/run/fixtures.ts";
import { startWireServer } from "../support/wire/wire-server.ts";

const CLIENTS = [
  { name: "Connect JSON", create: createConnectTransport, options: { useBinaryFormat: false } },
  { name: "Connect binary", create: createConnectTransport, options: { useBinaryFormat: true } },
  { name: "Connect JSON by GET", create: createConnectTransport, options: { useHttpGet: true } },
  { name: "gRPC-Web binary", create: createGrpcWebTransport, options: { useBinaryFormat: true } },
  { name: "gRPC-Web JSON", create: createGrpcWebTransport, options: { useBinaryFormat: false } },
];

describe.each([true, false])("createServer with ownUnaryRoute %s", (ownUnaryRoute) => {
  const server = opened(() => startWireServer({ ownUnaryRoute }));

  it.each(CLIENTS)("serves $name through fetch", async ({ create, options }) => {
    const client = createClient(HousingService, create({ baseUrl: server.url, ...options }));
    const answer = await client.filterSuburbs({ stateCode: "big" });
    expect([answer.matchMask.byteLength, answer.matchCount]).toEqual([5000, 20_000]);
    await expect(client.filterSuburbs({ stateCode: "not_found" })).rejects.toMatchObject({
      code: Code.NotFound,
      rawMessage: 'asked for not_found: "é"',
    });
    await expect(client.filterSuburbs({ stateCode: "wait" }, { timeoutMs: 30 })).rejects.toMatchObject({
      code: Code.DeadlineExceeded,
    });
  });
});
