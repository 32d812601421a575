import { describe, expect, it } from "vitest";
import { opened } from "../support/run/fixtures.ts";
import { ODD_REQUESTS } from "../support/wire/odd-requests.ts";
import type { RawReply } from "../support/wire/raw-http.ts";
import { exchange, exchangeHttp2, requestBytes } from "../support/wire/raw-http.ts";
import { startWireServer } from "../support/wire/wire-server.ts";

const own = opened(() => startWireServer());
const plain = opened(() => startWireServer({ ownUnaryRoute: false }));

function check(reply: RawReply, expected: { status: number; code?: string; says?: string }): void {
  const text = reply.body.toString();
  expect(reply.status, text).toBe(expected.status);
  if (expected.code !== undefined) expect(JSON.parse(text)).toMatchObject({ code: expected.code });
  if (expected.says !== undefined) expect(text).toContain(expected.says);
  expect(text).not.toContain("secret");
  const names = reply.headers.map(([name]) => name.toLowerCase());
  if (expected.code !== undefined) {
    const type = reply.headers[names.indexOf("content-type")]?.[1];
    expect(type).toMatch(/^application\/json(; charset=utf-8)?$/);
  }
  expect(names).not.toContain("x-ratelimit-detail");
  if (reply.status === 415) expect(names).toContain("accept-post");
  if (reply.status === 405) expect(names).toContain("allow");
}

describe("takeOverUnaryPost", () => {
  it.each(ODD_REQUESTS)("cannot be told from connect-fastify over HTTP/1.1 by $name", async (request) => {
    const bytes = requestBytes(request);
    const [fast, reference] = await Promise.all([exchange(own.port, bytes), exchange(plain.port, bytes)]);
    check(reference, request);
    expect(fast).toEqual(reference);
  });

  it.each(ODD_REQUESTS.filter((request) => !request.http1Only))(
    "cannot be told from connect-fastify over HTTP/2 by $name",
    async (request) => {
      const [fast, reference] = await Promise.all([
        exchangeHttp2(own.url, request),
        exchangeHttp2(plain.url, request),
      ]);
      check(reference, request);
      expect(fast).toEqual(reference);
    },
  );
});
