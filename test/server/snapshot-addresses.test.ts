import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create, type DescMethodUnary, toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { beforeAll, describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { openEngine } from "../../src/library/open-engine.ts";
import { switchesFile } from "../../src/server/routes/switches.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { withdrawnSource } from "../../src/snapshot/manifest/withdrawn-source.ts";
import { fetchSnapshot } from "../../src/snapshot/remote/fetch-snapshot.ts";
import { httpOrigin } from "../../src/snapshot/remote/origin.ts";
import { tagSnapshot } from "../../src/snapshot/store/addresses.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { readManifest } from "../../src/snapshot/store/verify.ts";
import { asking } from "../support/country/ask-country.ts";
import { postJson } from "../support/country/call-json.ts";
import { copyCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { allSwitches, serveCountry, steppingClock } from "../support/country/serve-country.ts";
import { goldenCountry } from "../support/country/shared-country.ts";
import { opened, sharedDirectory } from "../support/run/fixtures.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";
import { serveFiles } from "../support/wire/file-server.ts";
import { goldenCases, goldenMethods, goldenRequests } from "../support/wire/golden-cases.ts";
import { postMcp } from "../support/wire/mcp-calls.ts";
import { allTransports } from "../support/wire/transports.ts";

const root = sharedDirectory("at");
let dataDir: string;
let other: string;
/** Ids of the golden country, and of the snapshot that is published over it. */
let golden: string;
let newer: string;
let asOf: Date;

beforeAll(async () => {
  dataDir = join(root, "data");
  await copyCountry(dataDir, (await goldenCountry()).dataDir);
  [golden] = await readdir(join(dataDir, "snapshots"));
  asOf = new Date((await readManifest(join(dataDir, "snapshots", golden))).asOf);
  const second = await copySecondCountry(root);
  [other, newer] = [second.directory, second.snapshotId];
});

const GOLDEN_METHODS = someOf(goldenMethods(), 10);
const removed = "2026-01-01-0123456789ab";
const METHODS = productServices.flatMap(({ methods }) => methods) as DescMethodUnary[];

async function post(url: string, method: string, request: unknown, headers = {}): Promise<string> {
  const response = await postJson(`${url}/${method}`, request, headers);
  return `${response.status} ${response.headers.get("x-terrace-snapshot")} ${await response.text()}`;
}

/** The responses to every golden case that sets no switch and needs no token, below a path. */
async function goldenAnswers(url: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const method of GOLDEN_METHODS) {
    const path = method.replace(/\.(\w+)$/, "/$1");
    const cases = [...goldenCases(method)].filter(
      ([, one]) => one.switches === undefined && one.token !== true,
    );
    for (const [name, { request }] of cases) answers.set(`${method} ${name}`, await post(url, path, request));
  }
  return answers;
}

const publishOver = async (serving: Serving, directory: string) => {
  await publishSnapshot(directory, dataDir);
  await serving.check();
};

describe("/at/<id>/", () => {
  it("answers every golden request with the same bytes, whatever was published since, however it is served", async () => {
    const first = await serveCountry(dataDir, { now: () => asOf });
    const truth = await goldenAnswers(first.url);
    expect(truth.size).toBeGreaterThan(40);
    expect(await goldenAnswers(`${first.url}/at/${golden}`)).toEqual(truth);
    await publishOver(first, other);
    expect(first.engine.manifest.snapshotId).toBe(newer);
    expect(await goldenAnswers(`${first.url}/at/${golden}`)).toEqual(truth);
    await publishOver(first, join(dataDir, "snapshots", golden));
    await publishOver(first, join(dataDir, "snapshots", newer));
    await first.close();
    if (!isDeepRun) return;
    // After a restart, on another day, with several threads.
    const later = await serveCountry(dataDir, { config: { threads: 3 } });
    expect(later.engine.manifest.snapshotId).toBe(newer);
    expect(await goldenAnswers(`${later.url}/at/${golden}`)).toEqual(truth);
    const replica = join(root, "replica");
    const origin = httpOrigin((await serveFiles(dataDir)).url);
    for (const id of [golden, newer]) await fetchSnapshot(origin, id, replica, new AbortController().signal);
    const copy = await serveCountry(replica);
    expect(await goldenAnswers(`${copy.url}/at/${golden}`)).toEqual(truth);
    await Promise.all([later.close(), copy.close()]);
  });
});

describe("a server with an older snapshot", () => {
  const serving = opened(async () => {
    await publishSnapshot(other, dataDir);
    await tagSnapshot(dataDir, golden, "golden");
    await writeFile(join(dataDir, "published", `00000000-${removed}`), "");
    return serveCountry(dataDir, { config: { threads: 2 }, monotonicMs: steppingClock() });
  });
  const { get, text, expectAnswers } = asking(serving);

  it("gives it to every method over every protocol, by path or by metadata", async () => {
    const transports = allTransports(`${serving.url}/at/${golden}`);
    const plain = createGrpcTransport({ baseUrl: serving.url });
    for (const desc of someOf(METHODS, 12)) {
      const [request] = [...goldenRequests(desc).values(), create(desc.input)];
      const ask = async (transport: typeof plain, headers = {}) => {
        const { message, header } = await transport.unary(desc, undefined, undefined, headers, request);
        expect(header.get("x-terrace-snapshot"), desc.name).toBe(golden);
        return Buffer.from(toBinary(desc.output, message)).toString("hex");
      };
      const truth = await ask(plain, { "terrace-snapshot": golden }).catch((error) => String(error));
      for (const { name, transport } of someOf(transports, 6)) {
        const given = await ask(transport).catch((error) => String(error));
        // Floats in JSON are parsed to the nearest decimals.
        if (!name.includes("JSON")) expect(given, `${desc.name} by ${name}`).toBe(truth);
      }
    }
  });

  it("finds it by tag and by day, and says under which address it stays", async () => {
    const path = "/v1/sources?x=1";
    const byId = await get(`/at/${golden}${path}`);
    expect(byId.headers.get("content-location")).toBeNull();
    const body = await byId.text();
    for (const name of ["golden", golden.slice(0, 10)]) {
      const response = await get(`/at/${name}${path}`);
      const location = response.headers.get("content-location")!;
      expect(location).toMatch(/^\/at\/\d{4}-\d\d-\d\d-[0-9a-f]{12}\/v1\/sources\?x=1$/);
      if (name === "golden") {
        expect(location).toBe(`/at/${golden}${path}`);
        expect(await response.text()).toBe(body);
      }
    }
    expect((await get(`/at/${golden}`)).headers.get("location")).toBe(`/at/${golden}/`);
  });

  it("says what there is in place of what there is not, in every protocol", async () => {
    const unknown = `${golden.slice(0, -1)}${golden.endsWith("0") ? "1" : "0"}`;
    for (const path of ["/v1/sources", "/", "/docs", "/openapi.json"]) {
      await expectAnswers([[`/at/${unknown}${path}`, 404, golden]]);
      expect((await get(`/at/${unknown}${path}`)).headers.get("cache-control")).toBe("no-store");
    }
    await expectAnswers([
      ["/at/No%20Name/", 400],
      ["/at/1999-01-01/", 404],
      [`/at/${removed}/v1/sources`, 410, golden],
    ]);
    const housing = createClient(HousingService, createGrpcTransport({ baseUrl: serving.url }));
    const headers = { "terrace-snapshot": unknown };
    await expect(housing.listHousingRegions({}, { headers })).rejects.toThrow("the nearest is");
    const both = await post(
      `${serving.url}/at/${golden}`,
      "shorts.v1alpha1.HousingService/ListHousingRegions",
      {},
      headers,
    );
    expect(both).toMatch(/^400 /);
  });

  it("serves its files, feeds, documents, page and tools", async () => {
    const csv = await get(`/at/${golden}/v1/suburbs/AU.csv`);
    expect(csv.headers.get("x-terrace-snapshot")).toBe(golden);
    expect(await csv.text()).not.toBe(await text("/v1/suburbs/AU.csv"));
    expect(await text(`/at/${golden}/feed.xml`)).not.toBe(await text("/feed.xml"));
    const docs = await text("/at/golden/docs.md");
    expect(docs).toContain(`/at/${golden}`);
    expect(docs).toContain(golden);
    expect(await text("/docs.md")).not.toContain(golden);
    const page = await get(`/at/${golden}/`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const asked = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "terrace://tables" } };
    const tools = async (path: string) => (await postMcp(serving.url + path, asked)).text();
    expect(await tools(`/at/${golden}`)).not.toBe(await tools(""));
  });

  it("lets a permanent answer be kept for good, and one that a switch can withdraw only until it is asked again", async () => {
    const path = (name: string) => `/${name}?connect=v1&encoding=json&message=%7B%7D`;
    const councils = path("shorts.v1alpha1.HousingService/ListHousingRegions");
    const forGood = "public, max-age=31536000, immutable";
    const response = await get(`/at/${golden}${councils}`);
    expect(response.headers.get("cache-control")).toBe(forGood);
    const etag = response.headers.get("etag")!;
    const again = await get(`/at/${golden}${councils}`, { "if-none-match": etag });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, forGood]);
    expect((await get(`/at/golden${councils}`)).headers.get("cache-control")).toContain("max-age=60");
    // Strong tags: each encoding has its own, and each is recognised whatever encodings are accepted then.
    const tags = new Set<string | null>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const { headers, status } = await get(`/at/${golden}${councils}`, { "accept-encoding": encoding });
      expect([status, headers.get("content-encoding") ?? "identity"]).toEqual([200, encoding]);
      expect(headers.get("etag")).toMatch(
        encoding === "identity" ? /^"[0-9a-f]{32}"$/ : /^"[0-9a-f]{32}-\w+"$/,
      );
      tags.add(headers.get("etag"));
      const held = await get(`/at/${golden}${councils}`, { "if-none-match": headers.get("etag")! });
      expect([held.status, held.headers.get("etag")]).toEqual([304, headers.get("etag")]);
    }
    expect(tags.size).toBe(3);
    expect((await get(`/at/${golden}${councils}`, { "if-none-match": '"other"' })).status).toBe(200);
    // Data that a switch can withdraw is revalidated, with a strong tag too.
    const drops = path("shorts.v1alpha1.HousingService/ListSuburbPriceDrops");
    const { headers } = await get(`/at/${golden}${drops}`);
    expect([headers.get("cache-control"), headers.get("etag")?.startsWith('"')]).toEqual(["no-cache", true]);
    expect((await get(councils)).headers.get("cache-control")).toBe("no-cache");
  });

  it("marks nothing immutable that a switch changes, and withholds it at every address at once", async () => {
    const kept = new Map<string, { readonly body: string; readonly control: string | null }>();
    const paths = METHODS.map((desc) => {
      const [request] = goldenCases(`${desc.parent.typeName}.${desc.name}`).values();
      const message = encodeURIComponent(JSON.stringify(request.request));
      return `/at/${golden}/${desc.parent.typeName}/${desc.name}?connect=v1&encoding=json&message=${message}`;
    });
    for (const path of paths) {
      const response = await get(path);
      kept.set(path, { body: await response.text(), control: response.headers.get("cache-control") });
    }
    await writeFile(switchesFile(dataDir), JSON.stringify(allSwitches(false)));
    let changed = 0;
    for (const path of paths) {
      const { body, control } = kept.get(path)!;
      const now = await (await get(path)).text();
      if (now === body) continue;
      changed++;
      expect(control, `${path}: ${body} is now ${now}`).not.toContain("immutable");
    }
    expect(changed).toBeGreaterThan(5);
    await writeFile(switchesFile(dataDir), "{}");
  });
});

describe("TerraceEngine.at", () => {
  it("answers from another snapshot of the data directory, as of its own day", async () => {
    await publishSnapshot(other, dataDir);
    for (const follow of [false, true]) {
      await using engine = await openEngine(dataDir, { follow });
      const past = await engine.at(golden);
      expect([engine.manifest.snapshotId, past.manifest.snapshotId]).toEqual([newer, golden]);
      const [then, now] = [
        await past.housing.listHousingRegions({}),
        await engine.housing.listHousingRegions({}),
      ];
      expect(then).not.toEqual(now);
      past.close();
      await expect(past.housing.listHousingRegions({})).rejects.toMatchObject({ code: "unavailable" });
      await expect(engine.at("nothing-of-this-name")).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("withdrawnSource", () => {
  it("names a source of an older snapshot that the current one withholds, and no other", async () => {
    const manifest = { ...(await readManifest(join(dataDir, "snapshots", golden))), synthetic: false };
    const [first, ...rest] = manifest.sources;
    const withheld = { ...manifest, sources: [{ ...first, withheld: true }, ...rest] };
    expect(withdrawnSource(manifest, withheld)).toBe(first.id);
    expect(withdrawnSource(manifest, { ...manifest })).toBeUndefined();
    expect(withdrawnSource(withheld, { ...withheld })).toBeUndefined();
    expect(withdrawnSource(manifest, { ...manifest, sources: rest })).toBeUndefined();
  });
});
