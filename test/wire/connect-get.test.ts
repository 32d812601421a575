import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FilterSuburbsRequestSchema } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../support/run/fixtures.ts";
import { exchange, requestBytes } from "../support/wire/raw-http.ts";
import { FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

const MESSAGE = toBinary(
  FilterSuburbsRequestSchema,
  create(FilterSuburbsRequestSchema, { stateCode: "NSW" }),
);
const BASE64 = Buffer.from(MESSAGE).toString("base64url");
const JSON_MESSAGE = encodeURIComponent('{"state_code":"NSW","nope":1}');

const GETS: readonly [name: string, query: string, status: number, says: string][] = [
  ["JSON", `connect=v1&encoding=json&message=${JSON_MESSAGE}`, 200, "NSW"],
  ["binary", `connect=v1&encoding=proto&base64=1&message=${BASE64}`, 200, "NSW"],
  ["no version", `encoding=json&message=${JSON_MESSAGE}`, 200, "NSW"],
  [
    ...(["another version", `connect=v2&encoding=json&message=${JSON_MESSAGE}`, 400] as const),
    'connect must be \\"v1\\": got \\"v2\\"',
  ],
  ["no parameters", "", 415, "needs the parameters encoding"],
  ["another encoding", "encoding=xml&message={}", 415, "needs the parameters encoding"],
  ["no encoding", `message=${JSON_MESSAGE}`, 415, "needs the parameters encoding"],
  ["no message", "connect=v1&encoding=json", 400, "invalid_argument"],
  ["text that is no JSON", `encoding=json&message=${"x".repeat(20_000)}`, 400, "is not valid JSON"],
  ["truncated binary", "encoding=proto&base64=1&message=CgVh", 400, "invalid_argument"],
  ["bytes that are no message", "encoding=proto&base64=1&message=_____w", 400, "parse binary"],
  ["base64 that is none", "encoding=proto&base64=1&message=!!", 400, "message is not base64"],
  ["an unknown compression", "encoding=json&compression=zstd&message={}", 501, "gzip,br"],
];

describe("createServer", () => {
  const server = opened(() => startWireServer());

  it.each(GETS)("answers GET with %s", async (_name, query, status, says) => {
    const reply = await exchange(
      server.port,
      requestBytes({ method: "GET", path: `${FILTER_PATH}?${query}` }),
    );
    expect(reply.body.toString()).toContain(says);
    expect(reply.status).toBe(status);
  });
});
