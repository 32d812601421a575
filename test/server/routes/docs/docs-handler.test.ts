import { hash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../../src/config/tier-limits.ts";
import { documentedServices, publicMethods } from "../../../../src/domains/public-methods.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { switchesFile } from "../../../../src/server/routes/switches.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { copiedCountry } from "../../../support/country/copy-country.ts";
import { steppingClock } from "../../../support/country/serve-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { sharedDirectory } from "../../../support/run/fixtures.ts";

/** Words for operators that must not be on a public page. */
const PRIVATE_WORDS =
  /\bmint|\badmin|corestocks|legacy|required_role|visibility|x-internal|x-first-party|\/internal|\/metrics|terrace_[a-z]|kill switch|switches\.json|allow.?list|service account/i;

const CATALOG = "/.well-known/api-catalog";
const PAGES = ["/openapi.json", "/docs", "/docs.md", "/llms.txt", CATALOG];

// Its own quota file: other tests copy the country at the same time.
const folder = sharedDirectory("docs");
const serving = servedCountry({
  config: {
    limits: true,
    quotaFile: join(folder, "quota.sqlite"),
    webUrl: "https://api.example/",
    tierLimits: { ...DEFAULT_LIMITS, free: { ...DEFAULT_LIMITS.free, apiPerMinute: 4321 } },
  },
});
const { get, text: textOf } = asking(serving);
const texts = new Map<string, string>();
beforeAll(async () => {
  for (const path of PAGES) texts.set(path, await textOf(path));
});

describe("the documents", () => {
  it.each(PAGES)("keeps words for private operations out of %s", (path) => {
    expect(PRIVATE_WORDS.exec(texts.get(path)!)?.[0]).toBeUndefined();
  });

  it.each(["/docs", "/docs.md"])("tells every method, metric, limit and source on %s", (path) => {
    const text = texts.get(path)!;
    for (const method of publicMethods(documentedServices)) {
      expect(text).toContain(method.path);
      expect(text).toContain(`https://api.example${method.path}`);
    }
    for (const { key } of METRICS) expect(text).toContain(key);
    expect(text).toContain("4,321");
    expect(text).toContain("unlimited");
    const { sources, snapshotId } = serving.engine.manifest;
    expect(text).toContain(snapshotId);
    for (const { licence } of sources) expect(text).toContain(licence);
    expect(sources.length).toBeGreaterThan(0);
    expect(text).toContain("SYNTHETIC");
    expect(text.match(/curl -sS -A /g)?.length).toBe(publicMethods(documentedServices).length);
  });

  it("sends a page that loads nothing, and a policy that allows just its own script and style", async () => {
    const text = texts.get("/docs")!;
    expect(text).not.toMatch(/<link|<img|<iframe|\bsrc=|@import|url\(/);
    const policy = (await get("/docs")).headers.get("content-security-policy")!;
    for (const tag of ["script", "style"]) {
      const [, inside] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)!;
      expect(policy).toContain(`${tag}-src 'sha256-${hash("sha256", inside, "base64")}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  it("takes an address out of its examples as soon as listings are withheld", async () => {
    const dataDir = await copiedCountry();
    const own = await serveForTest(dataDir, { monotonicMs: steppingClock() });
    const { text: textOf, call } = asking(own);
    const asked = { windowDays: 365, limit: 1 };
    const { addresses } = await call("shorts.v1alpha1.HousingService/ListAddressPriceDrops", asked);
    const [{ addressKey }] = addresses;
    expect(await textOf("/openapi.json")).toContain(addressKey);
    await writeFile(switchesFile(dataDir), '{"dropListings": false}');
    for (const path of PAGES) expect(await textOf(path), path).not.toContain(addressKey);
    await rm(switchesFile(dataDir));
    expect(await textOf("/openapi.json")).toContain(addressKey);
  });

  it("links only to parts that the page has", () => {
    const text = texts.get("/docs")!;
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const links = Array.from(text.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
    expect(links.length).toBeGreaterThan(80);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("lists every method in llms.txt within 4 kB, with the example that works", () => {
    const text = texts.get("/llms.txt")!;
    for (const { method, service } of publicMethods(documentedServices)) {
      expect(text).toMatch(new RegExp(`\`${service}\`: .*\\b${method}\\b`));
    }
    expect(text).toContain("-A 'my-app/1.0'");
    expect(Buffer.byteLength(text)).toBeLessThan(4096);
  });

  it("has a catalogue of links that all answer, to which documents lead", async () => {
    const { linkset } = JSON.parse(texts.get(CATALOG)!) as { linkset: Record<string, { href: string }[]>[] };
    const { anchor: _, ...relations } = linkset[0];
    const links = Object.values(relations).flat();
    expect(links.length).toBeGreaterThan(6);
    for (const { href } of links) {
      expect(href).toMatch(/^https:\/\/api\.example\//);
      const status = (await get(new URL(href).pathname)).status;
      // The endpoint for assistants accepts POST only.
      expect([href, status]).toEqual([href, href.endsWith("/mcp") ? 405 : 200]);
    }
    for (const path of ["/", "/docs", "/v1", "/llms.txt"]) {
      expect((await get(path)).headers.get("link"), path).toContain('rel="api-catalog"');
    }
  });
});
