import { writeFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";
import { publicMethods } from "../../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../../src/domains/samples.ts";
import { GetSuburbProfileRequestSchema } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { switchesFile } from "../../../../src/server/routes/switches.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { copyCountry } from "../../../support/country/copy-country.ts";
import { serveCountry, steppingClock, TEST_NOW } from "../../../support/country/serve-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { opened, sharedDirectory } from "../../../support/run/fixtures.ts";
import { someOf } from "../../../support/run/test-form.ts";

const DROPS = "/shorts.v1alpha1.HousingService/ListSuburbPriceDrops";
const PROFILE = "/shorts.v1alpha1.HousingService/GetSuburbProfile";

function getUrl(url: string, path: string, request: unknown): string {
  return `${url}${path}?connect=v1&encoding=json&message=${encodeURIComponent(JSON.stringify(request))}`;
}

describe("conditionalHook", () => {
  const dataDir = sharedDirectory("conditional");
  let now = TEST_NOW;
  const serving = opened(async () => {
    await copyCountry(dataDir);
    return serveCountry(dataDir, {
      now: () => now,
      monotonicMs: steppingClock(),
      config: { cacheControl: "public, max-age=60" },
    });
  });

  const get = (url: string, etag?: string) =>
    fetch(url, etag === undefined ? {} : { headers: { "if-none-match": etag } });

  it.each(someOf(publicMethods(), 16))(
    "tags $method by GET and answers 304 without asking the engine",
    async ({ path }) => {
      const url = getUrl(serving.url, path, SAMPLE_REQUESTS.get(path.slice(1)));
      const first = await get(url);
      expect(first.status, await first.text()).toBe(200);
      const etag = first.headers.get("etag")!;
      expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
      expect(first.headers.get("cache-control")).toBe("public, max-age=60");
      expect(first.headers.get("vary")).toBe("Origin, Accept-Encoding, Terrace-Strict");

      const pins = vi.spyOn(serving.engine, "pin");
      const again = await get(url, `"other", ${etag}`);
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(pins).not.toHaveBeenCalled();
      pins.mockRestore();
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("x-terrace-snapshot")).toBe(serving.engine.manifest.snapshotId);
      expect((await get(url, '"other"')).status).toBe(200);
    },
  );

  it("gives one tag to all spellings of a request, and another to each format and request", async () => {
    const tagOf = async (query: string) => {
      const response = await get(`${serving.url}${PROFILE}?${query}`);
      expect(response.status, query).toBe(200);
      return response.headers.get("etag");
    };
    const json = (text: string) => `connect=v1&encoding=json&message=${encodeURIComponent(text)}`;
    const bytes = toBinary(
      GetSuburbProfileRequestSchema,
      create(GetSuburbProfileRequestSchema, { salCode: "10001" }),
    );
    const base64 = Buffer.from(bytes).toString("base64url");
    const zipped = gzipSync('{"salCode":"10001"}').toString("base64url");
    const tag = await tagOf(json('{"salCode":"10001"}'));
    expect(await tagOf(json('{ "sal_code": "10001", "unknown": 1 }'))).toBe(tag);
    expect(await tagOf(`encoding=json&compression=gzip&base64=1&message=${zipped}`)).toBe(tag);
    const proto = await tagOf(`connect=v1&encoding=proto&base64=1&message=${base64}`);
    expect(new Set([tag, proto, await tagOf(json('{"salCode":"10002"}'))]).size).toBe(3);
  });

  it.each(["*", " * ", (tag: string) => tag.slice(2), (tag: string) => `"a,b" ,${tag}`])(
    "answers 304 to a caller that holds %s",
    async (held) => {
      const url = getUrl(serving.url, PROFILE, { salCode: "10001" });
      const first = await get(url);
      const etag = first.headers.get("etag")!;
      const again = await get(url, typeof held === "string" ? held : held(etag));
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      for (const name of ["x-terrace-snapshot", "cache-control", "vary"]) {
        expect(again.headers.get(name), name).toBe(first.headers.get(name));
      }
      expect(again.headers.get("content-type")).toBeNull();
    },
  );

  it.each([(tag: string) => tag.replaceAll('"', ""), (tag: string) => `"x${tag.slice(3)}`, () => '"*"'])(
    "answers in full to a caller that holds another tag: %s",
    async (held) => {
      const url = getUrl(serving.url, PROFILE, { salCode: "10001" });
      const etag = (await get(url)).headers.get("etag")!;
      expect((await get(url, held(etag))).status).toBe(200);
    },
  );

  it("tags no error, no POST, and believes no * where only the method can tell", async () => {
    const bad = getUrl(serving.url, PROFILE, { salCode: "" });
    for (const response of [await get(bad), await get(bad, "*")]) {
      expect([response.status, response.headers.get("etag")]).toEqual([400, null]);
    }
    const url = getUrl(serving.url, PROFILE, { salCode: "10001" });
    const { headers } = await get(url);
    const newer = await get(url.replace("connect=v1", "connect=v2"), headers.get("etag")!);
    expect(newer.status).toBe(400);
    const post = await postJson(`${serving.url}${PROFILE}`, '{"salCode":"10001"}', {
      "if-none-match": headers.get("etag")!,
    });
    expect([post.status, post.headers.get("etag"), post.headers.get("cache-control")]).toEqual([
      200,
      null,
      null,
    ]);
  });

  it("refuses an unknown field, where that is wanted, to a caller that holds the answer without it", async () => {
    const url = getUrl(serving.url, PROFILE, { salCode: "10001", salCdoe: "10002" });
    const etag = (await get(url)).headers.get("etag")!;
    const statusOf = async (at: string, headers: Record<string, string>) =>
      (await fetch(at, { headers: { "if-none-match": etag, ...headers } })).status;
    expect(await statusOf(url, {})).toBe(304);
    expect(await statusOf(url, { "terrace-strict": "1" })).toBe(400);
    const known = getUrl(serving.url, PROFILE, { salCode: "10001" });
    expect(await statusOf(known, { "terrace-strict": "1" })).toBe(304);

    const strict = await serveForTest(dataDir, { now: () => now, config: { strictFields: true } });
    const there = getUrl(strict.url, PROFILE, { salCode: "10001", salCdoe: "10002" });
    expect(await statusOf(there, {})).toBe(400);
    expect(await statusOf(there, { "terrace-strict": "0" })).toBe(304);
  });

  it("believes no tag from before a switch was turned, nor from the day before", async () => {
    const url = getUrl(serving.url, PROFILE, { salCode: "10001" });
    const etag = (await get(url)).headers.get("etag")!;
    await writeFile(switchesFile(dataDir), '{"dropListings": false}');
    expect((await get(url, etag)).status).toBe(200);
    await rm(switchesFile(dataDir));
    expect((await get(url, etag)).status).toBe(304);
    now = new Date(TEST_NOW.getTime() + 86_400_000);
    expect((await get(url, etag)).status).toBe(200);
    now = TEST_NOW;
  });

  it("tags nothing that a switch was turned for after it was asked, and lets nobody keep it", async () => {
    const url = getUrl(serving.url, PROFILE, { salCode: "10001" });
    const { engine } = serving;
    const pin = engine.pin.bind(engine);
    const pins = vi.spyOn(engine, "pin").mockImplementationOnce(() => {
      writeFileSync(switchesFile(dataDir), '{"dropListings": false}');
      return pin();
    });
    const turned = await get(url);
    pins.mockRestore();
    await rm(switchesFile(dataDir));
    expect(turned.status).toBe(200);
    expect([turned.headers.get("etag"), turned.headers.get("cache-control")]).toEqual([null, "no-store"]);
    expect((await get(url)).headers.get("etag")).not.toBeNull();
  });

  it("tags nothing that went out without a part, and lets nobody keep it", async () => {
    const pin = serving.engine.pin();
    const whole = pin.view.derived.bind(pin.view);
    const stamps = vi.spyOn(pin.view, "derived").mockImplementation((name, derive) => {
      if (name === "refresh-stamps") throw new Error("unreadable");
      return whole(name, derive) as never;
    });
    const url = getUrl(serving.url, DROPS, {});
    const partial = await get(url);
    stamps.mockRestore();
    pin.release();
    expect(partial.status).toBe(200);
    expect([partial.headers.get("etag"), partial.headers.get("cache-control")]).toEqual([null, "no-store"]);
    expect((await get(url)).headers.get("etag")).not.toBeNull();
  });
});
