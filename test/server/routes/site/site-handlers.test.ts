import { inflateSync } from "node:zlib";
import { XmlDocument } from "libxml2-wasm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { sharedExample } from "../../../support/country/shared-country.ts";

const WEB = "https://terrace.example";
const serving = servedCountry({ config: { webUrl: `${WEB}/` } }, sharedExample);
let bay: string;

beforeAll(async () => {
  bay = (await get("/suburb/10002")).headers.get("location")!;
  expect(bay).toMatch(/^\/suburbs\/nsw\/brindle-bay-\d{4}$/);
}, 300_000);

const { get, text, expectAnswers, expectMissing } = asking(serving);
const older = () => `/at/${serving.engine.manifest.snapshotId}`;

/** Addresses in a sitemap, parsed by libxml. */
async function locations(path: string, item: string): Promise<string[]> {
  const answer = await get(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
    path,
    200,
    "application/xml; charset=utf-8",
  ]);
  using document = XmlDocument.fromString(await answer.text());
  const namespaces = { s: "http://www.sitemaps.org/schemas/sitemap/0.9" };
  const texts = (name: string) =>
    document.find(`//s:${item}/s:${name}`, namespaces).map((one) => one.content);
  const day = serving.engine.manifest.asOf.slice(0, 10);
  expect(new Set(texts("lastmod"))).toEqual(new Set([day]));
  expect(texts("lastmod").length).toBe(texts("loc").length);
  return texts("loc");
}

function sizeOf(png: Buffer): { width: number; height: number; pixels: Buffer } {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    pixels: inflateSync(Buffer.concat(parts)),
  };
}

describe("the sitemap", () => {
  it("lists every page once, each of which answers", async () => {
    const parts = await locations("/sitemap.xml", "sitemap");
    expect(parts.every((part) => part.startsWith(`${WEB}/sitemaps/`))).toBe(true);
    const all: string[] = [];
    for (const part of parts) all.push(...(await locations(part.slice(WEB.length), "url")));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain(WEB + bay);
    for (const address of all) {
      expect(address.startsWith(`${WEB}/`)).toBe(true);
      await text(address.slice(WEB.length));
    }
  });

  it("is listed once a snapshot, however many of its parts are asked for, also of those that are not there", async () => {
    const own = await serveForTest((await sharedExample()).dataDir);
    // Lists are made from a pinned snapshot, so pins show whether one was made.
    const pins = vi.spyOn(own.engine, "pin");
    const ask = asking(own);
    const index = await ask.text("/sitemap.xml");
    expect(pins).toHaveBeenCalled();
    pins.mockClear();
    const parts = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(parts).toContain("/sitemaps/stocks-1.xml");
    for (const path of parts) await ask.text(path);
    await ask.expectMissing(["/sitemaps/none-1.xml", "/sitemaps/suburbs-9.xml"]);
    expect(pins).not.toHaveBeenCalled();
  });

  it("is not at other addresses", async () => {
    await expectMissing(["/sitemaps/none-1.xml", "/sitemaps/suburbs-2.xml", "/sitemaps/"]);
  });

  it("is not told to crawlers of made-up data, which may read every page to see that it is not to be listed", async () => {
    expect(await text("/robots.txt")).toBe("User-agent: *\nDisallow:\n");
  });
});

describe("the picture of a page", () => {
  it("is a PNG of 1200 by 630 pixels, which can be asked for by its tag and is drawn once", async () => {
    const path = `/pictures${bay}.png`;
    const answer = await get(path, { "accept-encoding": "br, gzip" });
    const png = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("content-encoding")).toBeNull();
    const { width, height, pixels } = sizeOf(png);
    expect([width, height]).toEqual([1200, 630]);
    // More than the background: text in a font that does not come from the machine.
    expect(new Set(pixels).size).toBeGreaterThan(50);
    const etag = answer.headers.get("etag")!;
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    const again = Buffer.from(await (await get(path)).arrayBuffer());
    expect(again.equals(png)).toBe(true);
    expect((await fetch(serving.url + path, { method: "HEAD" })).headers.get("content-type")).toBe(
      "image/png",
    );
  });

  it("is at the address that its page names, under an older snapshot too", async () => {
    for (const prefix of ["", older()]) {
      const html = await text(prefix + bay);
      const [, address] = /<meta property="og:image" content="([^"]*)"/.exec(html)!;
      expect(address).toBe(`${WEB}${prefix}/pictures${bay}.png`);
      await text(address.slice(WEB.length));
    }
  });

  it("is nowhere else, and moves with its page", async () => {
    await expectMissing([
      "/pictures/",
      "/pictures/suburbs/nsw/nowhere-2000.png",
      `/pictures${bay}`,
      `/pictures${bay}.svg`,
      `/pictures/..${bay}.png`,
      `/pictures${bay.replace("/nsw/", "%2fnsw/")}.png`,
      `/pictures${bay}${"x".repeat(5000)}.png`,
    ]);
    const moved = await get("/pictures/suburb/10002.png");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `/pictures${bay}.png`]);
  });
});

describe("oEmbed", () => {
  const ask = async (query: Record<string, string>, prefix = "") => {
    const answer = await get(`${prefix}/oembed?${new URLSearchParams(query)}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("is found by the page's own link, and gives a frame that answers", async () => {
    for (const prefix of ["", older()]) {
      const html = await text(prefix + bay);
      const [, href] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html)!;
      const answer = await get(href.slice(WEB.length).replaceAll("&amp;", "&"));
      const body = (await answer.json()) as Record<string, unknown>;
      expect(body).toMatchObject({
        version: "1.0",
        type: "rich",
        provider_name: "Terrace",
        provider_url: `${WEB}/`,
        thumbnail_url: `${WEB}${prefix}/pictures${bay}.png`,
        width: expect.any(Number),
      });
      const [, src] = /^<iframe src="([^"]*)"/.exec(String(body.html))!;
      expect(src.startsWith(`${WEB}${prefix}/embed/`)).toBe(true);
      await text(src.slice(WEB.length));
    }
  });

  it("keeps to the room that it is given", async () => {
    const { body } = await ask({ url: WEB + bay, maxwidth: "300", maxheight: "200" });
    expect(body).toMatchObject({ width: 300, height: 200 });
    expect(body.html).toMatch(/ width="300" height="200" /);
    expect(body).not.toHaveProperty("thumbnail_url");
  });

  it("knows no address but those of pages here", async () => {
    for (const url of [
      `https://elsewhere.example${bay}`,
      `https://terrace.example.elsewhere.example${bay}`,
      `https://terrace.example@elsewhere.example${bay}`,
      `http://terrace.example${bay}`,
      `${WEB}:444${bay}`,
      `${WEB}/suburbs/nsw/nowhere-2000`,
      `${WEB}/at/2020-01-01-000000000000${bay}`,
      `javascript:alert(1)//${bay}`,
      bay,
      "",
      `${WEB}${bay}?${"x".repeat(3000)}`,
    ]) {
      expect([url.slice(0, 80), (await ask({ url })).status]).toEqual([url.slice(0, 80), 404]);
    }
  });

  it("says what is wrong with the rest of a question", async () => {
    const url = WEB + bay;
    expect((await get("/oembed")).status).toBe(400);
    expect((await ask({ url, maxwidth: "-1" })).body.message).toBe(
      'maxwidth: "-1" is not a number of pixels',
    );
    // As the specification requires for an unsupported format.
    expect((await ask({ url, format: "xml" })).status).toBe(501);
  });
});

describe("embeds", () => {
  it("may be framed by anyone, alone of all pages, and bring neither cookies nor a menu", async () => {
    for (const kind of ["figure", "table", "map", "chart"]) {
      const answer = await get(`/embed/${kind}${bay}`);
      expect([kind, answer.status]).toEqual([kind, 200]);
      const policy = answer.headers.get("content-security-policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors *");
      expect(answer.headers.get("x-frame-options")).toBeNull();
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(answer.headers.get("set-cookie")).toBeNull();
      const html = await answer.text();
      expect(html).not.toContain("<nav");
      expect(html).toContain("Made-up data.");
      expect(html).toContain("Source: ");
      expect(html).toContain(`<a href="${WEB}${bay}">See it at Terrace</a>`);
    }
    for (const path of ["/", bay, "/docs", "/about"]) {
      const { headers } = await get(path);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  });

  it("show one figure by its key, in the colours that are asked for", async () => {
    const html = await text(bay);
    const [, label, key] = [
      ...html.matchAll(/<th scope="row">([^<]*)<\/th><td[^>]*><data value="(\w+)">/g),
    ][1];
    const shown = await text(`/embed/figure${bay}?of=${key}&theme=dark`);
    expect(shown).toContain('data-theme="dark"');
    expect(shown).toContain(label);
    expect(await text(`/embed/figure${bay}?theme="><script>`)).not.toContain("data-theme");
  });

  it("are not there for what a page has not", async () => {
    await expectAnswers([
      [`/embed/constructor${bay}`, 404, 'has no "constructor"; it has figure'],
      [`/embed/figure${bay}?of=nothing`, 404, 'has no "figure" of "nothing"'],
      ["/embed/figure/suburbs/nsw/nowhere-2000", 404, "there is no page"],
      ["/embed/figure", 404, "there is no page"],
    ]);
    const moved = await get("/embed/table/suburb/10002?theme=dark");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `/embed/table${bay}?theme=dark`]);
  });
});

/** Properties that schema.org requires of each type that pages use, and those it knows. */
const KNOWN: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>
> = {
  BreadcrumbList: { needs: ["itemListElement"], may: [] },
  ListItem: { needs: ["position", "name", "item"], may: [] },
  Place: { needs: ["name"], may: ["@id", "url", "geo", "containedInPlace", "identifier"] },
  AdministrativeArea: { needs: ["name"], may: ["@id", "url", "geo", "containedInPlace"] },
  State: { needs: ["name"], may: ["@id", "url", "geo", "containedInPlace"] },
  Country: { needs: ["name"], may: ["@id", "url", "geo"] },
  Corporation: { needs: ["name", "tickerSymbol"], may: ["url"] },
  Person: { needs: ["name"], may: ["url"] },
  Organization: { needs: ["name"], may: [] },
  GeoCoordinates: { needs: ["latitude", "longitude"], may: [] },
  PropertyValue: { needs: ["name", "value"], may: ["unitText"] },
  Dataset: {
    needs: ["name", "description", "url", "creator", "license", "dateModified", "variableMeasured"],
    may: ["@id", "version", "isAccessibleForFree", "inLanguage", "isBasedOn", "spatialCoverage"],
  },
};

/** Checks an item and nested ones, and adds their types to `seen`. */
function checkItem(item: Record<string, unknown>, seen: Set<string>): void {
  const { "@type": type, ...rest } = item;
  // A reference to another item of the page.
  if (type === undefined) {
    expect(Object.keys(rest)).toEqual(["@id"]);
    return;
  }
  const { needs, may } = KNOWN[String(type)];
  seen.add(String(type));
  for (const name of needs) expect([type, name, rest[name]]).not.toEqual([type, name, undefined]);
  expect(Object.keys(rest).filter((name) => !needs.includes(name) && !may.includes(name))).toEqual([]);
  for (const value of Object.values(rest).flat()) {
    if (typeof value === "object" && value !== null) checkItem(value as Record<string, unknown>, seen);
  }
}

describe("the head of a page", () => {
  const pages = () => [bay, "/states/nsw", "/australia", "/rankings"];

  it("says what the page is about, for search engines and for those who paste its address", async () => {
    for (const path of pages()) {
      const head = (await text(path)).split("</head>")[0];
      const content = (name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
      expect([path, content("og:url"), content("twitter:card")]).toEqual([
        path,
        WEB + path,
        "summary_large_image",
      ]);
      expect(content("og:title")).toContain("(made-up data)");
      expect(content("og:description")).toBe(content("description"));
      expect(content("description")!.length).toBeGreaterThan(30);
      expect(content("robots")).toBe("noindex");
      expect([content("og:image:width"), content("og:image:height")]).toEqual(["1200", "630"]);
      await text(content("og:image")!.slice(WEB.length));
    }
  });

  it("has structured data that schema.org knows, which nothing in it can end", async () => {
    const seen = new Set<string>();
    for (const path of pages()) {
      const html = await text(path);
      const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
      expect([path, scripts.length]).toEqual([path, 1]);
      expect(scripts[0][1]).not.toMatch(/[<>&]/);
      const { "@context": context, "@graph": graph } = JSON.parse(scripts[0][1]);
      expect(context).toBe("https://schema.org");
      for (const item of graph) checkItem(item, seen);
      const crumbs = graph[0].itemListElement as { position: number; item: string }[];
      expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, i) => i + 1));
      for (const { item } of crumbs) await text(item.slice(WEB.length));
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining(["BreadcrumbList", "Country", "Dataset", "Place", "State"]),
    );
  });
});
