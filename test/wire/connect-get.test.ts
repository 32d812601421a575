import { create, toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { describe, expect, it } from "vitest";
import { FilterSuburbsRequestSchema, HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../support/run/fixtures.ts";
import { exchange, requestBytes } from "../support/wire/raw-http.ts";
import { FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

const MESSAGE = toBinary(
  FilterSuburbsRequestSchema,
  create(FilterSuburbsRequestSchema, { stateCode: "NSW" }),
);
const BASE64 = Buffer.from(MESSAGE).toString("base64url");
const JSON_MESSAGE = encodeURIComponent('{"state_code":"NSW","nope":1}');

const GETS = [
  { name: "JSON", query: `connect=v1&encoding=json&message=${JSON_MESSAGE}`, status: 200, says: "NSW" },
  { name: "binary", query: `connect=v1&encoding=proto&base64=1&message=${BASE64}`, status: 200, says: "NSW" },
  { name: "no version", query: `encoding=json&message=${JSON_MESSAGE}`, status: 200, says: "NSW" },
  {
    name: "another version",
    query: `connect=v2&encoding=json&message=${JSON_MESSAGE}`,
    status: 400,
    says: "v2",
  },
  { name: "no message", query: "connect=v1&encoding=json", status: 400, says: "invalid_argument" },
  {
    name: "truncated binary",
    query: "encoding=proto&base64=1&message=CgVh",
    status: 400,
    says: "invalid_argument",
  },
  {
    name: "base64 that is none",
    query: "encoding=proto&base64=1&message=!!",
    status: 400,
    says: "invalid_argument",
  },
  { name: "no encoding", query: `message=${JSON_MESSAGE}`, status: 415, says: "" },
  {
    name: "an unknown compression",
    query: "encoding=json&compression=zstd&message={}",
    status: 501,
    says: "gzip,br",
  },
];

describe.each([true, false])("createServer with ownUnaryRoute %s", (ownUnaryRoute) => {
  const server = opened(() => startWireServer({ ownUnaryRoute }), { close: (it) => it.close(1000) });

  it.each(GETS)("answers GET with $name", async ({ query, status, says }) => {
    const reply = await exchange(
      server.port,
      requestBytes({ method: "GET", path: `${FILTER_PATH}?${query}` }),
    );
    expect(reply.body.toString()).toContain(says);
    expect(reply.status).toBe(status);
  });

  it.each([true, false])("serves a client that prefers GET, binary %s", async (useBinaryFormat) => {
    const transport = createConnectTransport({
      baseUrl: server.url,
      httpVersion: "1.1",
      useHttpGet: true,
      useBinaryFormat,
    });
    const answer = await createClient(HousingService, transport).filterSuburbs({ stateCode: "big" });
    expect(answer.matchCount).toBe(20_000);
  });
});
